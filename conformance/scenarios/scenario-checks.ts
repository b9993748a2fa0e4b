/**
 * conformance/scenarios/scenario-checks: a scenario as a check: it verifies the clauses that it cites, and sends under
 * the rules of the run.
 */

import type { Case, Loaded } from '../../scenarios/reading/read-scenario.ts';
import { needsOf } from '../../scenarios/running/needs.ts';
import { ScenarioError } from '../../scenarios/running/play.ts';
import type { ScenarioResult, Shown } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { deploymentStage } from '../../scenarios/stages/deployment.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { ROUTES } from '../../spec/routes.ts';
import { bare, type Control, type Request, requestTarget, type SendOutcome } from '../../wire/message.ts';
import { shownAs } from '../../wire/pattern/matcher.ts';
import type { Bindings, Capability, Check, CheckContext, ClauseId, Exchange, JudgedId } from '../check.ts';
import { SendStopped } from '../client/exchange.ts';
import { wrappedControl } from '../client/lifeline.ts';
import { strongestLevel } from '../verdict/verdict.ts';
import { isOfDecision } from './of-decision.ts';

type Line = {
  send(request: Request): Promise<SendOutcome>;
  /** The control of the run; undefined without one. Requests that the run no longer allows are skipped. */
  readonly control: Control | undefined;
  pause(milliseconds: number): Promise<void>;
  /** The reason why a request got no response. */
  stopped(): SendStopped | undefined;
  /** The exchange that a failure is about, if it is known, with the headers that a result leaves out. */
  exchangeOf(shown: Shown | undefined): Exchange;
};

/** How many requests are kept, without the bodies of their responses. */
const KEPT_MAX = 1_000;
const NOTHING: Exchange = { request: bare('GET', '/'), status: 0, headers: {}, text: '', json: undefined };

function createLine(context: CheckContext): Line {
  const kept = new Map<string, Exchange>();
  let latest = NOTHING;
  let stopped: SendStopped | undefined;
  const keep = (exchange: Exchange) => {
    const { request } = exchange;
    const key = keyOf(request.method, requestTarget(request), request.body);
    latest = exchange;
    kept.delete(key);
    kept.set(key, { ...exchange, text: '', json: undefined });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  };
  /** `work`, or the value of `instead` if the run no longer allows it. */
  async function unlessStopped<Value>(
    work: () => Promise<Value>,
    instead: (why: SendStopped) => Value,
  ): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SendStopped)) throw error;
      stopped ??= error;
      return instead(error);
    }
  }
  async function sendKept(request: Request): Promise<SendOutcome> {
    const exchange = await context.send(request);
    keep(exchange);
    const { status, headers, text } = exchange;
    return { kind: 'response', response: { status, headers, body: text } };
  }
  return {
    send: (request) =>
      unlessStopped(
        () => sendKept(request),
        (why) => ({ kind: 'trouble', trouble: why.trouble ?? 'aborted', detail: why.message }),
      ),
    control: context.control && wrappedControl(context.control, (work, undone) => unlessStopped(work, () => undone)),
    pause: (milliseconds) =>
      unlessStopped(
        () => context.pause(milliseconds),
        () => undefined,
      ),
    stopped: () => stopped,
    exchangeOf(shown) {
      if (shown?.answer === undefined) return latest;
      const { method, target, body } = shown.request;
      const same = kept.get(keyOf(method, target, body)) ?? latest;
      return { ...same, status: shown.answer.status, text: shown.answer.body };
    },
  };
}

function keyOf(method: string, target: string, body: Request['body']) {
  return `${method} ${target}\n${typeof body === 'string' ? body : ''}`;
}

type RunStage = {
  /** Plays one case over the line. Never throws. */
  play(loaded: Loaded, one: Case, line: Line, seed: number): Promise<ScenarioResult>;
  /** Called before orders are placed: waits, once, until no heartbeat of a check can cancel them. */
  calm(): Promise<void>;
};

/** A key whose heartbeats stop loses its orders after ten seconds. */
const LAPSE_MS = 11_000;

/** The stage of the run of `context`. Without permission to write it has no markets for writes. */
function createRunStage(context: CheckContext): RunStage {
  const { control, wallets, bindings } = context;
  let line = createLine(context);
  // A target that is reset has no heartbeats left either.
  let isCalm = control !== undefined;
  const stage = deploymentStage({
    target: {
      label: '$TARGET',
      send: (request) => line.send(request),
      ...(control === undefined ? {} : { control: controlOf(() => line.control ?? control) }),
      close: async () => undefined,
    },
    wallets,
    markets: bindings.writeMarkets.map(({ conditionId }) => conditionId),
    sleep: (milliseconds) => line.pause(milliseconds),
  });
  return {
    play(loaded, one, own, seed) {
      line = own;
      return runScenario(loaded, one, stage, { seed });
    },
    async calm() {
      if (!isCalm) await context.pause(LAPSE_MS);
      isCalm = true;
    },
  };
}

/** The control of the current line. */
function controlOf(current: () => Control): Control {
  return {
    advance: (ms) => current().advance(ms),
    reset: () => current().reset(),
    faults: (fault) => current().faults(fault),
    now: () => current().now(),
    hash: () => current().hash(),
  };
}

/** A scenario and the id of its check: `scenario/orders/fok-killed`. */
export type NamedScenario = { readonly id: `scenario/${string}`; readonly loaded: Loaded };

/** One check for each scenario, in the same order. Their random values follow from `seed`. */
export function scenarioChecks(
  scenarios: readonly NamedScenario[],
  register: Register,
  seed: number,
): readonly Check[] {
  // A run has one set of bindings, and needs one stage.
  const stages = new WeakMap<Bindings, RunStage>();
  return scenarios.map(({ id, loaded }): Check => {
    const { scenario } = loaded;
    const [capability = 'read', ...alsoNeeds] = capabilitiesOf(loaded);
    const clauses = [...new Set(scenario.clauses)].flatMap((clause) => register.get(clause)?.id ?? []);
    const isOfProfile = isOfDecision(scenario, register);
    const blamed = blamedOf(clauses, isOfProfile, register) ?? id;
    return {
      id,
      title: scenario.scenario,
      clauses,
      kind: 'scenario',
      capability,
      alsoNeeds,
      ...(isOfProfile ? { isOfProfile } : {}),
      safety: capability === 'trading' ? 'write-irreversible' : 'read',
      needs: [],
      cost: {},
      async run(context) {
        const known = stages.get(context.bindings);
        const stage = known ?? createRunStage(context);
        stages.set(context.bindings, stage);
        if (capability === 'trading') await stage.calm();
        const isShown = await playCases(loaded, context, stage, { seed, blamed });
        // Under its own id too, because some scenarios cite no clause.
        if (isShown) for (const clause of [id, ...clauses] as const) context.verified(clause);
      },
    };
  });
}

/** Keys of steps whose requests are signed. */
const SIGNED = ['trading', 'wallets', 'two-wallets'] as const;

/** The capabilities that a scenario needs: trading for signed requests, wallet data if a step reads it. */
function capabilitiesOf({ scenario, macros }: Loaded): readonly Capability[] {
  const steps = JSON.stringify([scenario.steps, scenario.finally, macros]);
  const needs = needsOf(scenario, macros);
  const asksWalletData = ROUTES.some(({ family, path }) => family === 'wallet' && steps.includes(`"${path}`));
  return [
    ...(SIGNED.some((need) => needs.has(need)) ? (['trading'] as const) : []),
    ...(asksWalletData ? (['wallet'] as const) : []),
  ];
}

/** The first of the gravest clauses, or the first decision of a scenario about choices, if any. */
function blamedOf(clauses: readonly ClauseId[], isOfProfile: boolean, register: Register): ClauseId | undefined {
  const isDecision = (id: ClauseId) => id.startsWith('D/');
  if (isOfProfile) return clauses.find(isDecision);
  const rows = clauses.flatMap((id) => register.get(id) ?? []);
  const level = strongestLevel(rows);
  return rows.find((row) => row.level === level)?.id;
}

type PlayOptions = {
  readonly seed: number;
  /** The clause that failures count against. */
  readonly blamed: JudgedId;
};

/** True if all cases passed; else it records findings. Throws as checks do, and if the scenario is unplayable. */
async function playCases(
  loaded: Loaded,
  context: CheckContext,
  stage: RunStage,
  { seed, blamed }: PlayOptions,
): Promise<boolean> {
  let isShown = true;
  for (const one of loaded.cases) {
    const line = createLine(context);
    const result = await stage.play(loaded, one, line, seed);
    if (result.verdict === 'pass') continue;
    isShown = false;
    const stopped = line.stopped();
    if (stopped !== undefined) throw stopped;
    if (result.verdict === 'error') throw new ScenarioError(result.failures.map(({ title }) => title).join('; '));
    if (result.verdict === 'not-testable') reportMissing(result, context);
    reportFailures(result, line, context, blamed);
  }
  return isShown;
}

/** `clock: a service clock that can be moved: offer ...` has the name of the missing part, and the remedy. */
function reportMissing({ missing }: ScenarioResult, context: CheckContext): never {
  const names = missing.map((text) => text.split(':')[0] ?? text);
  return context.notTestable(`the scenario needs ${names.join(', ')}`, missing.join('; '));
}

function reportFailures(result: ScenarioResult, line: Line, context: CheckContext, blamed: JudgedId) {
  for (const { at, differences, exchange } of result.failures) {
    const place = result.case === undefined ? at : `${at}, case ${result.case}`;
    for (const { pointer, expected, actual } of differences) {
      const fault = { pointer, expected: `${expected} (${place})`, actual: shownAs(actual) };
      context.judgeBy(blamed, line.exchangeOf(exchange), fault, 'the scenario states it');
    }
  }
}
