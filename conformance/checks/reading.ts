/** conformance/checks/reading: drafts of checks that only read and need no credentials, and judging refusals. */
import { isSuccess } from '../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';

type Draft = Omit<Check, 'capability' | 'safety' | 'needs'> & Partial<Pick<Check, 'needs'>>;

/** A check of capability and safety `read` that needs no role unless the draft names some. */
export function readCheck(draft: Draft): Check {
  return { capability: 'read', safety: 'read', needs: [], ...draft };
}

/** Judges that `answer` is an error; `why` completes the sentence "an error, for ...". */
export function expectRefusal(context: CheckContext, clause: string, answer: Exchange, why: string): boolean {
  return context.expect(clause, !isSuccess(answer), answer, {
    expected: `an error, for ${why}`,
    actual: `status ${answer.status}`,
  });
}

/** Judges that `answer` is a success; `why` completes the sentence "a 2xx answer, for ...". */
export function expectSuccess(context: CheckContext, clause: string, answer: Exchange, why: string): boolean {
  return context.expect(clause, isSuccess(answer), answer, {
    expected: `a 2xx answer, for ${why}`,
    actual: `status ${answer.status}`,
  });
}
