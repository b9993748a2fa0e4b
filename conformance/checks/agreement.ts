/** conformance/checks/agreement: two views of one thing, read one after the other, agree unless the data changed. */
import { isObject, type JsonObject } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import { isSuccess } from '../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, type Judge, SameAs } from '../check.ts';
import { type Claim, isTrue, sameJsonAs } from './assertions.ts';
import { readTogether } from './steady.ts';

/** One clause that two responses about the same thing have to satisfy together, as a claim about one of them. */
export type Comparison = {
  readonly clause: ClauseId;
  readonly states: (left: Exchange, right: Exchange) => Claim;
};

type Pair = { readonly left: Exchange; readonly right: Exchange };

export function doAllAgree({ left, right }: Pair, comparisons: readonly Comparison[]): boolean {
  return comparisons.every(({ states }) => isTrue(states(left, right)));
}

/** The two requests whose responses are compared. `seen` is a response to the right one that the check has already. */
export type Reads = {
  readonly left: () => Promise<Exchange>;
  readonly right: () => Promise<Exchange>;
  readonly seen?: Exchange;
};

/** Judges that two requests agree, or the data changes. Findings cite the right response, unless they say otherwise. */
export async function judgeAgreement(
  context: CheckContext,
  reads: Reads,
  comparisons: readonly Comparison[],
): Promise<Pair> {
  const pair = await readTogether(context, reads, (left, right) => doAllAgree({ left, right }, comparisons));
  judgePair(context, pair, comparisons);
  return pair;
}

/** Judges two responses that have been read. */
export function judgePair(context: Judge, { left, right }: Pair, comparisons: readonly Comparison[]): void {
  for (const { clause, states } of comparisons) context.judge({ ...states(left, right), clauses: clause });
}

/** Judges that the right request succeeds with the JSON of the left one; with `mayFail`, only if that one succeeded. */
export async function judgeSame(
  context: CheckContext,
  clause: ClauseId,
  reads: Reads,
  because: string,
  mayFail = false,
): Promise<void> {
  const states = (left: Exchange, of: Exchange): Claim =>
    mayFail && !isSuccess(left) ? { of, must: {} } : { of, must: { status: '2xx', ...sameJsonAs(left) }, because };
  await judgeAgreement(context, reads, [{ clause, states }]);
}

/** The fields that the left response has at a JSON pointer, as a pattern of another view: see `$agrees`. */
export function fieldsOf(left: Exchange, place: string, fields: readonly string[]): JsonObject {
  const { value } = pointed(left.json, place);
  const shown = fields.filter((field) => isObject(value) && Object.hasOwn(value, field));
  return Object.fromEntries(shown.map((field) => [field, { $agrees: new SameAs(left, pointerTo(place, field)) }]));
}
