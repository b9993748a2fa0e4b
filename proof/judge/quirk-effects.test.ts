/** proof/judge/quirk-effects tests: every quirk changes a request or response of a whole run: a random part. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '../../conformance/run.ts';
import { allChecks } from '../../conformance/suite.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator, simulatorFactory } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { drawnPart } from '../../spec/fixtures/drawn-part.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { allQuirks } from './catalog.ts';
import { mutated } from './mutated.ts';
import type { Variant } from './variant.ts';
import { simulatorOf } from './wrappers/changed-world.ts';
import { watched } from './wrappers/watched.ts';

const TIMEOUT = { timeout: 60_000 };
const { title, part: chosen } = drawnPart(allQuirks, 32);

type Step = { readonly request?: Request; readonly act: (simulator: Simulator) => void };

/** The writes of a run on the simulator, in order. */
async function stepsOfRun(): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const simulator = createSimulator();
  const note = (act: Step['act']): void => {
    steps.push({ act });
    act(simulator);
  };
  const noted: Simulator = {
    ...simulator,
    handle(request) {
      steps.push({ request, act: (other) => other.handle(request) });
      return simulator.handle(request);
    },
    advance: (ms) => note((other) => other.advance(ms)),
    fault: (fault) => note((other) => other.fault(fault)),
    reset: () => note((other) => other.reset()),
  };
  const { credentials } = simulator;
  const options = { checks: allChecks(), register: loadRegister(), credentials, allowWrites: true };
  await runChecks({ ...options, target: inProcessTarget(noted) });
  return steps;
}

/** The whole run, after two shorter ones that show most quirks: some reads of each route, and all writes. */
function replaysOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const isRead = ({ request }: Step): boolean => request !== undefined && !('svc_signature' in request.headers);
  const reads = Map.groupBy(steps.filter(isRead), ({ request }) => request && matchRoute(request)?.id);
  const some = [...reads.values()].flatMap((list) => [...list.slice(0, 5), ...list.slice(-5)]);
  return [some, steps.filter((step) => !isRead(step)), steps];
}

const worldOf = (world: Variant['world']) => (typeof world === 'object' ? world : {});

/** Some responses that distinguish two worlds. */
function looks(simulator: Simulator): readonly string[] {
  const { handle, credentials } = simulator;
  const paths = ['/markets', '/simplified-markets', '/sampling-markets', '/events/creators', '/comments/1'];
  const heartbeat = { ...withJson('POST', '/v1/heartbeats', {}), headers: {} };
  const answers = [...paths.map((path) => get(path)), heartbeat].map((request) => {
    const { status, body } = handle(request);
    return `${status} ${body}`;
  });
  return [...answers, JSON.stringify(simulator.profile), JSON.stringify(credentials.wallets.length)];
}

describe(`every quirk of ${title} has an effect`, () => {
  let steps: readonly Step[] = [];
  let replays: ReturnType<typeof replaysOf> = [];
  const begin = simulatorFactory({ limits: 'off' });
  const beginLimited = simulatorFactory({});
  const usual = looks(begin());
  beforeAll(async () => {
    steps = await stepsOfRun();
    replays = replaysOf(steps);
  }, 60_000);

  it.each(chosen.filter(({ wrap }) => wrap !== undefined))('$id: $title', TIMEOUT, ({ wrap, world, fillsWindows }) => {
    const beginQuirk = fillsWindows === true ? beginLimited : begin;
    const isSeen = replays.some((replay) => {
      const wrapped = watched(wrap ?? ((handle) => handle));
      const simulator = mutated(
        world === undefined ? beginQuirk() : simulatorOf({ limits: 'off', ...worldOf(world) }, '1'),
        wrapped.wrap,
      );
      return replay.some(({ act }) => {
        act(simulator);
        return wrapped.hasChanged();
      });
    });
    expect(isSeen).toBe(true);
  });

  it.each(chosen.filter(({ world, wrap }) => world !== undefined && wrap === undefined))(
    '$id: $title',
    TIMEOUT,
    ({ world }) => {
      expect(looks(simulatorOf(worldOf(world) ?? {}, '1'))).not.toEqual(usual);
    },
  );

  it('a wrapper that changes nothing is noticed', () => {
    const wrapped = watched((handle) => handle);
    const simulator = mutated(begin(), wrapped.wrap);
    const some = steps.slice(0, 2_000);
    for (const { act } of some) act(simulator);
    expect([some.length, wrapped.hasChanged()]).toEqual([2_000, false]);
  });
});
