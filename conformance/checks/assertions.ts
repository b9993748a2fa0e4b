/**
 * conformance/checks/assertions: refusals, successes, statuses, texts, quantities, lists and their rows, for many
 * checks; two views of one thing agree unless the data changed; and names that exist on no service.
 */

import { isObject, type JsonObject, listAt, objectsIn, textOrEmpty } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import { entriesOf } from '../../base/record.ts';
import { MICRO, PRICE_ONE, tenTo } from '../../base/units.ts';
import { parseJsonStringArray } from '../../spec/resources/resource.ts';
import { isSuccess } from '../../wire/message.ts';
import { isClose } from '../../wire/pattern/closeness.ts';
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
  type RouteId,
  SameAs,
  type Statement,
  type Wallet,
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

export function objectOf(exchange: Exchange): JsonObject {
  return isObject(exchange.json) ? exchange.json : {};
}

/** The texts of a JSON array carried inside a string; undefined if it is none. */
export function textsInside(row: unknown, field: string): readonly string[] | undefined {
  return parseJsonStringArray(textOrEmpty(row, field));
}

/** The event summaries of a catalog market; empty if it belongs to no event. */
export function eventsOf(market: unknown): readonly JsonObject[] {
  return objectsIn(listAt(market, 'events'));
}

export function eventOf(market: unknown): JsonObject | undefined {
  return eventsOf(market)[0];
}

/** Token ids of a trading market, in its order. */
export function tokenIdsOf(market: unknown): readonly string[] {
  return objectsIn(listAt(market, 'tokens')).map((token) => textOrEmpty(token, 'token_id'));
}

/** Texts of one field; a row without the field has the empty text. */
export function textsOf(rows: readonly JsonObject[], field: string): readonly string[] {
  return rows.map((row) => textOrEmpty(row, field));
}

/** At most so many items, at equal distances from the first one on. */
export function sampled<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, index) => index % step === 0).slice(0, most);
}

/** True if two texts differ only in letter case. */
export function isSameCaseless(left: string | undefined, right: string | undefined): boolean {
  return left?.toLowerCase() === right?.toLowerCase();
}

/** Index of the first value that occurred before, or -1. */
export function firstRepeated(values: readonly string[]): number {
  const seen = new Set<string>();
  return values.findIndex((value) => seen.size === seen.add(value).size);
}

/** Text for a report: at most 200 characters of JSON. */
export function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200);
}

/** Digits that prices and sizes are read with: enough for any tick in use. */
const DIGITS = 6;

/** Decimal text in any spelling as an integer of `10^-digits`; NaN where it is not a number, or finer than that. */
export function unitsOf(text: string | undefined, digits: number): number {
  if (text === undefined || text.trim() === '') return Number.NaN;
  const units = Math.round(Number(text) * tenTo(digits));
  return Number.isSafeInteger(units) && isClose(units / tenTo(digits), Number(text)) ? units : Number.NaN;
}

/** Decimal text as an integer of 1e-6; NaN if it is not a decimal of at most six digits. */
export function micro(text: string | undefined): number {
  return unitsOf(text, DIGITS);
}

/** A price in price units (1e-4 dollars) in the unit of `micro`. */
export function microPrice(price: number): number {
  return price * (MICRO / PRICE_ONE);
}

/** The pattern of a price from 0 to 1, but for noise. */
export const UNIT_PRICE = { $any: [{ $range: [0, 1] }, { $near: 0 }, { $near: 1 }] };

const YEAR_2001 = 1_000_000_000;
const YEAR_2286 = 10_000_000_000;

/** A moment of this age in seconds; one in milliseconds or microseconds is larger. 0 means an unknown moment. */
export const UNIX_SECONDS = { $any: [0, { $range: [YEAR_2001, YEAR_2286 - 1] }] };

/** The cost of a dollar or share for a buyer with the highest fee. */
export const DEAREST = 1.11;

/** More than half a cent on either side, which is the most that rounding to cents removes. */
export const CENT = 0.011;

/** True if the values are equal after rounding to cents. */
export function isSameCent(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) < CENT;
}

/** True if the values are equal after rounding to cents, or to six digits of a large number. */
export function isNear(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= Math.max(CENT, Math.abs(expected) * 1e-4);
}

/*
 * Well-formed names that exist on no service, so a check may use them freely. They are random, because services and
 * their test data have round numbers. Addresses of digits alone are valid under any checksum.
 */
export const NO_CONDITION = '0x85431ce6888129ca7b0a94476b4414b5433e993159b9a02bf3024ad46dc92b52';

export const NO_ORDER = '0xb1a4d854e6f25a0b5e07761f9b0081a2b067c81d3810d12c213d47347a3bb104';

export const NO_TOKEN = '11507610557877884303404629532616138773575339118684616810858522416167928678864';

/** An id that no entity has; it fits a signed integer of 32 bits. */
export const NO_NUMBER = '1904735261';

/** An id beyond 32 bits that a double represents exactly. */
export const BEYOND_INTS = '3197052846';

export const NO_SLUG = 'no-such-slug-touchstone';

/** An id that no route accepts. */
export const NO_THING = 'no-such-thing-touchstone';

export const NO_CREATOR = 'no-such-creator-touchstone';

/** An address whose key is unknown. */
export const NO_ADDRESS = '0x0241654273943217073805998412832402710719';

/** A heartbeat id, or an API key, that was never issued. */
export const NO_UUID = '92b35501-909c-4fca-a575-db184420d5e5';

export const UNKNOWN_NAMES: ReadonlySet<string> = new Set([
  NO_CONDITION,
  NO_ORDER,
  NO_TOKEN,
  NO_NUMBER,
  BEYOND_INTS,
  NO_SLUG,
  NO_THING,
  NO_CREATOR,
  NO_ADDRESS,
  NO_UUID,
]);

/** A fabricated wallet of the right form, for probes that every service must refuse. */
export const STRANGER: Wallet = {
  address: '0x4497204201290542009714566696721192342607',
  apiKey: 'd76a1e22-1a2b-4acd-a4b7-ddce62e0b8ce',
  passphrase: '6f9edd671f48fb86723bd647088636e986766cd739cdbfcb3188f3b8e308eee0',
  secret: 'c3RyYW5nZXItc3RyYW5nZXItc3RyYW5nZXItMDAwMDI=',
};
