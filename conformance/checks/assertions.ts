/** conformance/checks/assertions: assertions that many checks share: about refusals, successes, statuses, texts, lists and their rows. */
import type { JsonObject } from '../../spec/json.ts';
import { isSuccess } from '../../wire/message.ts';
import { type Expectation, isRefusedOrder } from '../../wire/pattern/expectation.ts';
import { matchRoute } from '../../wire/route-match.ts';
import {
  type CheckContext,
  type Clauses,
  type Deviation,
  differencesFrom,
  type Exchange,
  type Judge,
  type Statement,
} from '../check.ts';

/** Judges all of `clauses` by one observation. */
export function expectEach(
  context: Judge,
  clauses: Clauses,
  holds: boolean,
  response: Exchange,
  deviation: Deviation,
): boolean {
  for (const clause of [clauses].flat()) context.expect(clause, holds, response, deviation);
  return holds;
}

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

/** True for a refusal of the caller, whatever the request contains. */
export function isCallerRefused({ status }: Exchange): boolean {
  return status === 401 || status === 403;
}

/** True for a status that decides nothing about a request: the route lacks the method, or the service failed. A halted service (503) has decided. */
export function isUndecided({ status }: Exchange): boolean {
  return status === 405 || (status >= 500 && status !== 503);
}

/** A refusal; `why` completes the sentence "a refusal, because ...". */
export function refusal(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: { refused: true }, because: why };
}

/** A refusal with the status of an error; `why` completes the sentence "a refusal, because ...". */
export function errorResponse(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: { refused: true, status: ['4xx', 503] }, because: why };
}

/** Every status but those of a success. */
export const NO_SUCCESS = ['1xx', '3xx', '4xx', '5xx'];

/** A success; `why` completes the sentence "status 2xx, because ...". */
export function success(clauses: Clauses, of: Exchange, why: string): Statement {
  return { clauses, of, must: { status: '2xx' }, because: why };
}

/** The part of a statement that is true or false. */
export type Claim = Omit<Statement, 'clauses'>;

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

/** A success that lists nothing. */
export function emptyList(clauses: Clauses, of: Exchange): Statement {
  const at = matchRoute(of.request)?.item?.at === 'data' ? '/data' : '';
  return { clauses, of, must: { status: '2xx', at: { [at]: [] } } };
}

/** A statement without its response. */
export type Rule = Omit<Statement, 'of'>;

/** Judges a view that may show a write late: the first reading that is as it must be, or the last one. */
export async function judgeLater<Seen extends { readonly response: Exchange }>(
  context: CheckContext,
  rule: Rule,
  ask: () => Promise<Seen>,
): Promise<Seen & { readonly holds: boolean }> {
  const seen = await context.eventually(ask, ({ response }) => context.holds(rule.must, response));
  return { ...seen, holds: context.judge({ ...rule, of: seen.response }) };
}

/** The pattern of a list in which each element that matches `of` matches `is` as well. */
export function eachLike(of: unknown, is: unknown): JsonObject {
  return { $eachLike: { of, is } };
}

export function statusOf(response: Exchange): string {
  return `status ${response.status}`;
}

/** `value` if the response is a success, otherwise its status. */
export function shownBy(response: Exchange, value: unknown): unknown {
  return isSuccess(response) ? value : statusOf(response);
}

/** Rows, and the response that deviations cite. */
export type Listed = { readonly response: Exchange; readonly rows: readonly JsonObject[] };

/** The pattern of a list whose elements all match; it may be empty. */
export function noOtherThan(pattern: unknown): unknown {
  return { $any: [[], { $each: pattern }] };
}

/** A statement about each row of a list. A deviation shows `field`, or the whole row if `field` is empty. */
export type RowRule = {
  readonly clause: Clauses;
  readonly field: string;
  readonly expected: string;
  readonly holds: (row: JsonObject) => boolean;
  /** The field that is wrong in a row, if the rule is about more than `field`. */
  readonly blames?: (row: JsonObject) => string;
  /** The pattern that the field has to match, as far as a pattern can state the rule. */
  readonly pattern?: unknown | ((row: JsonObject) => unknown);
  /** The pattern of the whole list, if the rule is about its rows together. */
  readonly list?: unknown;
};

/** Judges a statement on every row. A finding shows the first row that breaks it. */
export function expectRows(context: Judge, listed: Listed, rule: RowRule): boolean {
  return expectRow(
    context,
    listed,
    rule,
    listed.rows.findIndex((row) => !rule.holds(row)),
  );
}

/** Judges that no row is wrong; `wrong` is the index of the first wrong row, or -1. */
export function expectRow(
  context: Judge,
  { response, rows }: Listed,
  { clause, field: main, expected, blames, pattern, list }: Omit<RowRule, 'holds'>,
  wrong: number,
): boolean {
  const row = rows[wrong];
  const field = (row && blames?.(row)) ?? main;
  const pointer = field === '' ? `/${wrong}` : `/${wrong}/${field}`;
  const stated = typeof pattern === 'function' && row !== undefined ? pattern(row) : pattern;
  const at = list === undefined ? { [pointer]: stated } : { '': list };
  return expectEach(context, clause, row === undefined, response, {
    pointer,
    expected,
    expectation: list === undefined && stated === undefined ? undefined : { at },
    actual: field === '' ? row : row?.[field],
  });
}
