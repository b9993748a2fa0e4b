/** conformance/scenarios/scenario-checks: a scenario as a check: it verifies the clauses that it cites. */
import type { Case, Loaded } from '../../scenarios/reading/read-scenario.ts';
import { needsOf } from '../../scenarios/running/needs.ts';
import { ScenarioError } from '../../scenarios/running/play.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { runScenario } from '../../scenarios/running/run-scenario.ts';
import { deploymentStage } from '../../scenarios/stages/deployment.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { Control } from '../../wire/message.ts';
import { shownAs } from '../../wire/pattern/matcher.ts';
import type { Bindings } from '../bindings.ts';
import type { Capability, Check, CheckContext, ClauseId, JudgedId } from '../check.ts';
import { strongestLevel } from '../verdict/verdict.ts';
import { createLine, type Line } from './line.ts';
import { isOfDecision } from './of-decision.ts';

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
