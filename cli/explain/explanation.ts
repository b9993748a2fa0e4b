/** cli/explain/explanation: finds the clause, check, decision or group of clauses with an id, and explains it. */

import { likely } from '../../base/closest.ts';
import type { Check } from '../../conformance/check.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import type { Decision } from '../../spec/decisions.ts';
import { underPrefix } from './clause-prefix.ts';
import { checkPage, clauseList, clausePage, decisionPage } from './clause-text.ts';
import type { CrossReference } from './cross-reference.ts';

/** The explanation as text and as data, or the ids most like one that does not exist. */
export type Explanation =
  | { readonly kind: 'found'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'unknown'; readonly suggestions: readonly string[] };

const SUGGESTIONS_MAX = 4;

/** A decision comes first (with or without `D/`), since its only statement may have its id; clauses, checks follow. */
export function explain(id: string, reference: CrossReference, decisions: readonly Decision[]): Explanation {
  const { register, clauses, checks } = reference;
  const decision = decisions.find((candidate) => id === candidate.id || id === `D/${candidate.id}`);
  if (decision !== undefined) return explainDecision(decision, reference);
  const clause = register.get(id);
  if (clause !== undefined)
    return { kind: 'found', text: clausePage(clause, reference.checksOf(clause)), data: withChecks(reference)(clause) };
  const check = checks.find((candidate) => candidate.id === id);
  if (check !== undefined) return explainCheck(check, reference);
  const group = underPrefix(clauses, id);
  if (group.length > 0)
    return { kind: 'found', text: clauseList(group, reference), data: group.map(withChecks(reference)) };
  const known = [
    // A prefix such as `4.8/limit` of `4.8/limit.max` is the beginning of several ids.
    ...clauses.flatMap(({ id: own }) => [own, own.replace(/(\/[^.]+)\..*$/, '$1')]),
    ...checks.map((candidate) => candidate.id),
    ...decisions.map((candidate) => `D/${candidate.id}`),
  ];
  return { kind: 'unknown', suggestions: likely(id, [...new Set(known)], SUGGESTIONS_MAX) };
}

function withChecks({ checksOf }: CrossReference): (clause: Clause) => object {
  return (clause) => ({ ...clause, checks: checksOf(clause).map(({ id }) => id) });
}

function explainCheck(check: Check, { register }: CrossReference): Explanation {
  const clauses = check.clauses.flatMap((id) => register.get(id) ?? []);
  const { run, ...data } = check;
  return { kind: 'found', text: checkPage(check, clauses), data: { ...data, clauses } };
}

function explainDecision(decision: Decision, reference: CrossReference): Explanation {
  const clauses = underPrefix(reference.register.clauses, `D/${decision.id}`);
  const data = { ...decision, clauses: clauses.map(withChecks(reference)) };
  return { kind: 'found', text: decisionPage(decision, clauses, reference), data };
}
