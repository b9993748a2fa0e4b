/** conformance/scenarios/of-decision: the scenarios of free choices, which a lawful service may fail. */
import type { Register } from '../../spec/clauses/register.ts';

/** The tag of such scenarios. */
const OF_PROFILE = 'document';

export function isOfDecision(
  { tags, clauses }: { readonly tags: readonly string[]; readonly clauses: readonly string[] },
  register: Register,
): boolean {
  return tags.includes(OF_PROFILE) || clauses.some((clause) => restsOnDecision(clause, register));
}

function restsOnDecision(clause: string, register: Register) {
  return clause.startsWith('D/') || register.get(clause)?.level === 'UNSPECIFIED';
}
