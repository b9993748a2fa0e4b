/**
 * conformance/checks/agreement: two views of one thing, requested one after the other, must agree. Data that changed between the two requests is not a deviation.
 */
import type { JsonObject } from '../../spec/json.ts';
import { pointerTo } from '../../spec/json-pointer.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { type CheckContext, type Deviation, type Exchange, type Judge, SameAs } from '../check.ts';
import { statusOf } from './assertions.ts';
import { brief } from './rows.ts';
import { differenceText, sameValue } from './same-value.ts';
import { readTogether, sameJson } from './steady.ts';

/**
 * A field in which two views of the same thing differ. `source`: the field of the left response that the right one should repeat.
 * `isOfLeft`: the left response is wrong according to the right one.
 */
export type Difference = Deviation & { readonly pointer: string; readonly source?: Source; readonly isOfLeft?: true };

type Source = { readonly holder: unknown; readonly field: string };

/** The difference between two responses, or undefined. */
export type Differs = (left: Exchange, right: Exchange) => Difference | undefined;

/** One clause that two answers of the same thing have to satisfy together. */
export type Comparison = { readonly clause: string; readonly differs: Differs };

/** The two requests whose responses are compared. `seen` is a response to the right one that the check has already. */
export type Asked = {
  readonly left: () => Promise<Exchange>;
  readonly right: () => Promise<Exchange>;
  readonly seen?: Exchange;
};

/** Judges that two requests agree while the data does not change. Findings cite the right response, unless they say otherwise. Returns both. */
export async function judgeAgreement(
  context: CheckContext,
  ask: Asked,
  comparisons: readonly Comparison[],
): Promise<{ readonly left: Exchange; readonly right: Exchange }> {
  const { left, right } = await readTogether(context, ask, (...pair) =>
    comparisons.every(({ differs }) => differs(...pair) === undefined),
  );
  judgePair(context, { left, right }, comparisons);
  return { left, right };
}

/** Judges two responses that have been read. */
export function judgePair(
  context: Judge,
  { left, right }: { readonly left: Exchange; readonly right: Exchange },
  comparisons: readonly Comparison[],
): void {
  for (const { clause, differs } of comparisons) {
    const difference = differs(left, right);
    const {
      source: _,
      isOfLeft,
      ...deviation
    }: Partial<Difference> & Deviation = difference ?? {
      expected: 'agreement',
      actual: '',
    };
    const expectation = deviation.expectation ?? (difference && sameAt(difference, left));
    context.expect(clause, difference === undefined, isOfLeft ? left : right, { ...deviation, expectation });
  }
}

/** The expectation that the right response repeats a field of the left one. */
function sameAt({ pointer, source }: Difference, left: Exchange): Expectation | undefined {
  const place = source && pointerIn(left.json, source.holder);
  return place === undefined
    ? undefined
    : { at: { [pointer]: new SameAs(left, pointerTo(place, source?.field ?? '')) } };
}

/** The expectation for a field of an object anywhere in the response. */
export function valueIn(response: Exchange, holder: unknown, field: string, pattern: unknown): Expectation | undefined {
  const place = pointerIn(response.json, holder);
  return place === undefined || pattern === undefined ? undefined : { at: { [pointerTo(place, field)]: pattern } };
}

/** The JSON pointer of an object inside of a value. */
function pointerIn(value: unknown, holder: unknown, pointer = ''): string | undefined {
  if (value === holder) return pointer;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const place = pointerIn(inner, holder, pointerTo(pointer, key));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The right response must be a success with the JSON of the left one; `expected` says so in words. */
export function sameResponse(expected: string): Differs {
  return (left, right) =>
    isSuccess(right) && sameJson(left, right)
      ? undefined
      : {
          pointer: '',
          expected,
          actual: `another, with ${statusOf(right)}`,
          expectation: isSuccess(right) ? { body: new SameAs(left, '') } : { status: '2xx' },
        };
}

/**
 * The difference of two objects in `fields`, at `pointer` of the right one. Fields that are missing on either side or differ in
 * type are not compared: the shape checks report those.
 */
export function differenceIn(
  left: JsonObject,
  right: JsonObject,
  fields: readonly string[],
  pointer = '',
): Difference | undefined {
  const field = fields.find((name) => areAlike(left[name], right[name]) && !sameValue(left[name], right[name]));
  if (field === undefined) return undefined;
  return {
    pointer: `${pointer}/${field}`,
    expected: expectedOf(left[field], right[field]),
    actual: right[field],
    source: { holder: left, field },
  };
}

function expectedOf(left: unknown, right: unknown): string {
  const difference = differenceText(left, right);
  return difference === '' ? `${brief(left)}, as in the other view` : `the same as in the other view${difference}`;
}

/** True for two values of one form; null may stand for any. */
function areAlike(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  return left === null || right === null || formOf(left) === formOf(right);
}

function formOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}
