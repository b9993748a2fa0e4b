/**
 * conformance/checks/assertions: refusals, successes, statuses, texts, lists and their rows, for many checks; two views
 * of one thing agree unless the data changed.
 */

import { isObject, type JsonObject } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import { entriesOf } from '../../base/record.ts';
import type { RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import { type Expectation, isRefusedOrder } from '../../wire/pattern/expectation.ts';
import { matchRoute } from '../../wire/route-match.ts';
import {
  type CheckContext,
  type ClauseId,
  type Clauses,
  differencesFrom,
  type Exchange,
  type Fault,
  type Judge,
  SameAs,
  type Statement,
} from '../check.ts';
import { readTogether } from './steady.ts';

/** The statement about the value at a JSON pointer; without a pattern it is missing. */
export function valueAt(pointer: string, pattern: unknown): Expectation {
  return { at: { [pointer]: pattern === undefined ? { $absent: true } : pattern } };
}

/** True for a reply that refuses an order with a success. */
export function isRefusedReply(response: Exchange): boolean {
  return isRefusedOrder(response.request, response, response.json);
}

/** True for an error, and for a reply that refuses an order. */
export function isRefusal(response: Exchange): boolean {
  return !isSuccess(response) || isRefusedReply(response);
}

/** True if the route lacks the method, or the service failed. A halted service (503) has decided. */
export function isUndecided({ status }: Exchange): boolean {
  return status === 405 || (status >= 500 && status !== 503);
}

/** The part of a statement that is true or false. */
export type Claim = Omit<Statement, 'clauses'>;

/** A refusal; `why` completes the sentence "a refusal, because ...". */
export const refusalOf = (of: Exchange, why: string): Claim => ({ of, must: { refused: true }, because: why });

export const refusal = (clauses: Clauses, of: Exchange, why: string): Statement => ({ clauses, ...refusalOf(of, why) });

/** A refusal with the status of an error; `why` completes the sentence "a refusal, because ...". */
export function errorResponse(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: { refused: true, status: ['4xx', 503] }, because: why };
}

/** Every status but those of a success. */
export const NO_SUCCESS = ['1xx', '3xx', '4xx', '5xx'];

/** A success; `why` completes the sentence "status 2xx, because ...". */
export const successOf = (of: Exchange, why: string): Claim => ({ of, must: { status: '2xx' }, because: why });

export const success = (clauses: Clauses, of: Exchange, why: string): Statement => ({ clauses, ...successOf(of, why) });

export function isTrue({ of, must }: Claim): boolean {
  return differencesFrom(of, must).length === 0;
}

/** A response like an earlier one to the same request. */
export function sameStatus(clauses: Clauses, of: Exchange, { status }: Exchange, because: string): Statement {
  return { clauses, of, must: { status: isSuccess({ status }) ? '2xx' : status }, because };
}

/** The response to a filter that nothing satisfies: an empty list, or a refusal. */
export function nothingFound(clauses: Clauses, of: Exchange, why: string): Statement {
  return isSuccess(of) ? { ...emptyList(clauses, of), because: why } : refusal(clauses, of, why);
}

/** The JSON of another response, but for fields that may say when a view was read. */
export function sameJsonAs(other: Exchange): Expectation {
  return { body: { $sameView: new SameAs(other, '') } };
}

/** A list without rows. */
export function emptyListOf(of: Exchange): Claim {
  const at = matchRoute(of.request)?.item?.at === 'data' ? '/data' : '';
  return { of, must: { status: '2xx', at: { [at]: [] } } };
}

export const emptyList = (clauses: Clauses, of: Exchange): Statement => ({ clauses, ...emptyListOf(of) });

export type Rule = Omit<Statement, 'of'>;

/** Judges a view that may show a write late: the first reading that is as it must be, or the last one. */
export async function judgeLater<Seen extends { readonly response: Exchange }>(
  context: CheckContext,
  rule: Rule,
  read: () => Promise<Seen>,
): Promise<Seen & { readonly holds: boolean }> {
  const seen = await context.eventually(read, ({ response }) => isTrue({ of: response, must: rule.must }));
  return { ...seen, holds: context.judge({ ...rule, of: seen.response }) };
}

/** The pattern of a list in which each element that matches `of` matches `is` as well. */
export function eachLike(of: unknown, is: unknown): JsonObject {
  return { $eachLike: { of, is } };
}

export function statusOf(response: Exchange): string {
  return `status ${response.status}`;
}

/** Rows, and the response that deviations cite. */
export type Listed = { readonly response: Exchange; readonly rows: readonly JsonObject[] };

export function bodyLike(clauses: Clauses, of: Exchange, pattern: unknown, because?: string): Statement {
  return { clauses, of, must: { body: pattern }, because };
}

export function fieldLike(clauses: Clauses, of: Exchange, pointer: string, is: unknown, because?: string): Statement {
  return { clauses, of, must: valueAt(pointer, is), because };
}

export function statusLike(clauses: Clauses, of: Exchange, status: Expectation['status'], because?: string): Statement {
  return { clauses, of, must: { status }, because };
}

/** Each row of a list matches; the list may be empty. */
export function everyRow(clauses: Clauses, of: Exchange, pattern: unknown, because?: string): Statement {
  return bodyLike(clauses, of, { $every: pattern }, because);
}

export type ClausePatterns = Readonly<Partial<Record<ClauseId, unknown>>>;

export function judgeRows(context: Judge, of: Exchange, patterns: ClausePatterns): void {
  for (const [clause, pattern] of entriesOf(patterns)) context.judge(everyRow(clause, of, pattern));
}

/** The first row with a wrong field. `expectedOf` has the words for it, and undefined for any other. */
export function rowFault(
  rows: readonly JsonObject[],
  field: string,
  expectedOf: (row: JsonObject) => string | undefined,
): Fault | undefined {
  for (const [index, row] of rows.entries()) {
    const expected = expectedOf(row);
    if (expected !== undefined) return { pointer: `/${index}/${field}`, expected, actual: row[field] };
  }
  return undefined;
}

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
type Reads = {
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

/** Why a check is not testable: `what` in the response of a route is malformed. */
export function unreadableWords(what: string, route: RouteId): { readonly reason: string; readonly remedy: string } {
  return { reason: `${what} of ${route} cannot be read`, remedy: `fix ${route} first: see ${route}.shape` };
}

/** Ends the check, because `what` in the response of a route is malformed. */
export function unreadable(context: CheckContext, route: RouteId, what: string): never {
  const { reason, remedy } = unreadableWords(what, route);
  return context.notTestable(reason, remedy);
}
