/** cli/check/saving-bench: the deployments that `--save-scenarios` plays on: the target, and a faithful simulator. */

import { createBudget } from '../../conformance/client/budget.ts';
import { createRunClock } from '../../conformance/client/clock.ts';
import type { Stop } from '../../conformance/client/stop.ts';
import { type Bench, haveSameMarkets, namesOf, playerOn, playerOnSimulator } from '../../conformance/saving/bench.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator, type Simulator } from '../../sim/simulator.ts';
import type { SimulatorOptions } from '../../sim/simulator-options.ts';
import type { Credentials } from '../../wire/credentials.ts';
import type { Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';

export type SavingPlace = Readonly<{
  /** The target. Every request settles in bounded time. */
  target: Target;
  /** The reason why the target counts as gone; undefined before. */
  gone(): string | undefined;
  credentials: Credentials | undefined;
  /** The known world of the target; undefined for an unknown world. */
  simulated: SimulatorOptions | undefined;
  seed: number;
  /** The usable part of each request window, and the most requests a second. */
  share: number;
  maxRps: number | undefined;
  stop: Stop;
}>;

/** The most runs of one story on a target that is reset each time, and on one that is not. */
const PLAYS = { resettable: 40, shared: 8 };

export async function openBench(place: SavingPlace): Promise<Bench> {
  const { target, credentials } = place;
  const { simulator, isSameWorld, world } = await soundOf(place);
  const paced = target.control === undefined ? { ...target, send: pacedBy(place) } : target;
  return {
    names: await namesOf({ target, credentials }),
    target: playerOn({ target: paced, credentials, sleep: (ms) => place.stop.sleep(ms) }),
    sound: playerOnSimulator(simulator),
    isSameWorld,
    world,
    playsMax: target.control === undefined ? PLAYS.shared : PLAYS.resettable,
  };
}

type Sound = { readonly simulator: Simulator } & Pick<Bench, 'isSameWorld' | 'world'>;

async function soundOf({ target, simulated, seed }: SavingPlace): Promise<Sound> {
  if (simulated !== undefined) {
    const world = simulated.world === 'medium' ? 'medium' : undefined;
    return { simulator: createSimulator(simulated), isSameWorld: true, world };
  }
  const small = createSimulator({ seed });
  if (await haveSameMarkets(target, inProcessTarget(small)))
    return { simulator: small, isSameWorld: true, world: undefined };
  const medium = createSimulator({ seed, world: 'medium' });
  const isMedium = await haveSameMarkets(target, inProcessTarget(medium));
  return isMedium
    ? { simulator: medium, isSameWorld: true, world: 'medium' }
    : { simulator: small, isSameWorld: false, world: undefined };
}

/** `send` within the request windows, because a target whose clock cannot be moved throttles stories too. */
function pacedBy({ target, share, maxRps, stop }: SavingPlace): Target['send'] {
  const clock = createRunClock(undefined);
  const budget = createBudget({ share, maxRps });
  return async (request) => {
    const route = matchRoute(request);
    for (
      let ms = budget.waitFor(route, clock.now());
      ms > 0 && stop.why() === undefined;
      ms = budget.waitFor(route, clock.now())
    )
      await clock.wait(ms, stop);
    budget.spend(route, clock.now());
    return target.send(request);
  };
}
