/** conformance/scenarios/scenario-checks: a scenario as a check: it verifies the clauses that it cites. */
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { needsOf } from '../../scenarios/running/needs.ts';
import type { Register } from '../../spec/clauses/register.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { Bindings } from '../bindings.ts';
import type { Capability, Check, ClauseId } from '../check.ts';
import { strongestLevel } from '../verdict/verdict.ts';
import { isOfDecision } from './of-decision.ts';
import { createRunStage, type RunStage } from './run-stage.ts';
import { playCases } from './scenario-play.ts';

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
  const isDecision = (id: ClauseId): boolean => id.startsWith('D/');
  if (isOfProfile) return clauses.find(isDecision);
  const rows = clauses.flatMap((id) => register.get(id) ?? []);
  const level = strongestLevel(rows);
  return rows.find((row) => row.level === level)?.id;
}
