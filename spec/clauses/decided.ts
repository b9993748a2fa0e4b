/** spec/clauses/decided: each statement of a decision as a clause: a note by default, a MUST if the profile is claimed. */
import type { Decision, DecisionAspect } from '../decisions.ts';
import type { ClauseRow } from './clause.ts';

/** `D/<decision>` or `D/<decision>.<aspect>` for each aspect of each decision. */
export function decidedClauses(decisions: readonly Decision[]): ClauseRow[] {
  return decisions.flatMap((decision) => decision.aspects.map((aspect) => ofAspect(decision, aspect)));
}

function ofAspect(decision: Decision, aspect: DecisionAspect): ClauseRow {
  const { id, text, route, observable, excluded } = aspect;
  return {
    id: id === undefined ? `D/${decision.id}` : `D/${decision.id}.${id}`,
    section: decision.section,
    text,
    level: 'UNSPECIFIED',
    source: 'derived',
    observable,
    routes: route === undefined ? [] : Array.isArray(route) ? route : [route],
    decision: decision.id,
    ...(excluded === undefined ? {} : { excluded }),
    looks: 'The target does otherwise: a note in its fingerprint, and a failure only if it claims the profile.',
    fix: `The interface leaves this open. To claim the document profile: ${decision.choice}`,
  };
}
