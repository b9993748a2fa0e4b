/** conformance/shape/trouble: requests without a response that can be judged, as findings of their route. */
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import type { Route } from '../../spec/route.ts';
import type { Exchange } from '../check.ts';
import type { Answered } from '../client/exchange.ts';
import { brokenAspect } from '../client/trouble.ts';
import { addFinding, type Evidence } from '../evidence/evidence.ts';
import { shapeCheckId } from './responses.ts';

type Unanswered = Extract<Answered, { kind: 'trouble' }>;

const DROPPED = { aspect: 'json', expected: 'a response, which other requests get' } as const;

/** Adds the finding of trouble that is a wrong response. False for trouble that breaks no clause. */
export function addTrouble(evidence: Evidence, route: Route | undefined, unanswered: Unanswered): boolean {
  const broken = unanswered.isDropped ? DROPPED : brokenAspect(unanswered.trouble);
  if (broken === undefined || route === undefined) return false;
  const clause = clauseOf(route.id, `response.${broken.aspect}`);
  const deviation = { expected: broken.expected, actual: `${unanswered.trouble}: ${unanswered.detail}` };
  addFinding(evidence, shapeCheckId(route.id), clause, withoutResponse(unanswered), deviation);
  return true;
}

function withoutResponse({ request, trouble, detail, head }: Unanswered): Exchange {
  return { request, status: 0, headers: {}, ...head, text: `${trouble}: ${detail}`, json: undefined };
}
