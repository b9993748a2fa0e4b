/** conformance/checks/assertions: assertions that many checks share: about refusals, successes, statuses, texts, lists and their rows. */
import type { JsonObject } from '../../spec/json.ts';
import { flagAt, isObject, parseJson, textAt } from '../../spec/json.ts';
import { isSuccess } from '../../wire/message.ts';
import { differencesOf, type Expectation } from '../../wire/pattern/expectation.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { type CheckContext, type Deviation, type Exchange, SameAs } from '../check.ts';

/** The clauses that one observation verifies: a single one, or several that state the same thing. */
type Clauses = string | readonly string[];

/** Judges clauses: the part of the context of a check that needs no request. */
export type Judge = Pick<CheckContext, 'expect'>;

/** Judges all of `clauses` by one observation. */
export function expectEach(
  context: Judge,
  clauses: Clauses,
  holds: boolean,
  answer: Exchange,
  deviation: Deviation,
): boolean {
  for (const clause of [clauses].flat()) context.expect(clause, holds, answer, deviation);
  return holds;
}

/** Judges a response by an expectation. A finding shows the first difference; `because` follows what was expected. */
export function expectThat(
  context: Judge,
  clauses: Clauses,
  answer: Exchange,
  expectation: Expectation,
  because = '',
): boolean {
  const { request, status, headers, text: body, json } = answer;
  const stated = withValues(expectation) as Expectation;
  const [first] = differencesOf(stated, request, { response: { status, headers, body }, json });
  return expectEach(context, clauses, first === undefined, answer, {
    pointer: first?.pointer ?? '',
    expected: `${first?.expected}${because === '' ? '' : `, ${because}`}`,
    actual: shownAs(first?.actual ?? ''),
    expectation,
  });
}

/** The expectation with the values of other responses in place of references to them. */
function withValues(expectation: unknown): unknown {
  if (expectation instanceof SameAs) return expectation.value;
  if (Array.isArray(expectation)) return expectation.map(withValues);
  if (!isObject(expectation)) return expectation;
  return Object.fromEntries(Object.entries(expectation).map(([key, value]) => [key, withValues(value)]));
}

/** The actual value of a difference: the status without the body, which a finding shows anyway, or the JSON value. */
export function shownAs(actual: string): unknown {
  const [status] = /^status \d+(?=: )/.exec(actual) ?? [];
  return status ?? parseJson(actual) ?? actual;
}

/** Judges the value at a JSON pointer of the response. */
export function expectAt(
  context: Judge,
  clauses: Clauses,
  answer: Exchange,
  pointer: string,
  pattern: unknown,
  because = '',
): boolean {
  const at = { [pointer]: pattern === undefined ? { $absent: true } : pattern };
  return expectThat(context, clauses, answer, { at }, because);
}

/** True for a reply to an order whose `success` is false: the interface lists `success` and `errorMsg` for refusals of that form. */
export function isRefusedReply(answer: Exchange): boolean {
  const { method, path } = answer.request;
  return method === 'POST' && path === '/order' && isSuccess(answer) && flagAt(answer.json, 'success') === false;
}

/** True for an error, and for a reply that refuses an order. */
export function isRefusal(answer: Exchange): boolean {
  return !isSuccess(answer) || isRefusedReply(answer);
}

/** True for a refusal of the caller, whatever the request contains. */
export function isCallerRefused({ status }: Exchange): boolean {
  return status === 401 || status === 403;
}

/** True for a status that decides nothing about a request: the route lacks the method, or the service failed. A halted service (503) has decided. */
export function isUndecided({ status }: Exchange): boolean {
  return status === 405 || (status >= 500 && status !== 503);
}

/** Judges that a request was refused; `why` completes the sentence "a refusal, because ...". */
export function expectRefusal(context: Judge, clauses: Clauses, answer: Exchange, why: string): boolean {
  return expectRejected(context, clauses, answer, `a refusal, because ${why}`, isRefusal(answer));
}

/** Judges that `answer` is an error; `why` completes the sentence "an error, because ...". */
export function expectError(context: Judge, clauses: Clauses, answer: Exchange, why: string): boolean {
  return expectRejected(context, clauses, answer, `an error, because ${why}`, !isSuccess(answer));
}

function expectRejected(
  context: Judge,
  clauses: Clauses,
  answer: Exchange,
  expected: string,
  isError: boolean,
): boolean {
  const isDecided = !isUndecided(answer);
  return expectEach(context, clauses, isError && isDecided, answer, {
    expected: isDecided ? expected : `${expected}; this status decides nothing`,
    actual: statusOf(answer),
    expectation: isDecided ? { error: true } : { status: ['4xx', 503] },
  });
}

/** Judges that `answer` is a success; `why` completes the sentence "a 2xx response, because ...". */
export function expectSuccess(context: Judge, clauses: Clauses, answer: Exchange, why: string): boolean {
  const deviation = {
    expected: `a 2xx response, because ${why}`,
    actual: statusOf(answer),
    expectation: { status: '2xx' },
  };
  return expectEach(context, clauses, isSuccess(answer), answer, deviation);
}

export function expectStatus(context: Judge, clause: string, answer: Exchange, status: number): boolean {
  return context.expect(clause, answer.status === status, answer, {
    expected: `status ${status}`,
    actual: statusOf(answer),
    expectation: { status },
  });
}

/** Judges that a field of the object in the response has this exact text. */
export function expectText(context: Judge, clause: string, answer: Exchange, field: string, expected: string): boolean {
  const actual = textAt(answer.json, field);
  return context.expect(clause, actual === expected, answer, {
    pointer: `/${field}`,
    expected,
    actual: actual ?? `no ${field}, ${statusOf(answer)}`,
    expectation: { at: { [`/${field}`]: expected } },
  });
}

/** Judges that `answer` is a success that lists nothing; `items` is what it lists. */
export function expectEmpty(context: Judge, clause: string, answer: Exchange, items: readonly unknown[]): boolean {
  return context.expect(clause, isSuccess(answer) && items.length === 0, answer, {
    expected: 'an empty list',
    actual: shownBy(answer, `${items.length} items`),
    expectation: matchRoute(answer.request)?.item?.at === 'data' ? { at: { '/data': [] } } : { body: [] },
  });
}

export function statusOf(answer: Exchange): string {
  return `status ${answer.status}`;
}

/** `value` if the response is a success, otherwise its status. */
export function shownBy(answer: Exchange, value: unknown): unknown {
  return isSuccess(answer) ? value : statusOf(answer);
}

/** Rows, and the response that deviations cite. */
export type Listed = { readonly answer: Exchange; readonly rows: readonly JsonObject[] };

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
  { answer, rows }: Listed,
  { clause, field: main, expected, blames, pattern, list }: Omit<RowRule, 'holds'>,
  wrong: number,
): boolean {
  const row = rows[wrong];
  const field = (row && blames?.(row)) ?? main;
  const pointer = field === '' ? `/${wrong}` : `/${wrong}/${field}`;
  const stated = typeof pattern === 'function' && row !== undefined ? pattern(row) : pattern;
  const at = list === undefined ? { [pointer]: stated } : { '': list };
  return expectEach(context, clause, row === undefined, answer, {
    pointer,
    expected,
    expectation: list === undefined && stated === undefined ? undefined : { at },
    actual: field === '' ? row : row?.[field],
  });
}
