/** wire/pattern/list-matchers: matchers that compare the elements of a list with each other: `$unique`, `$sum`, ... */
import { isObject } from '../../base/json.ts';
import { pointed, pointerTo } from '../../base/json-pointer.ts';
import {
  type At,
  type Comparison,
  checkDepth,
  excerpt,
  isPointer,
  isUnfilled,
  type Matcher,
  type Matchers,
  numberIn,
  pointerFault,
  spend,
  type Work,
} from './matcher.ts';

/** A matcher of lists: any other value is reported. */
export function ofList<Operand>(
  compare: (operand: Operand, elements: readonly unknown[], at: At, comparison: Comparison) => void,
): NonNullable<Matcher['compare']> {
  return (operand: Operand, actual, at, comparison) => {
    if (!Array.isArray(actual)) return comparison.report(at.pointer, 'a list', actual);
    spend(comparison.work, actual.length);
    compare(operand, actual, at, comparison);
  };
}

/** True if the operand has these members and no others; a member without a test may be missing. */
export function hasOnly(operand: unknown, tests: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  return (
    isObject(operand) &&
    Object.keys(operand).every((key) => Object.hasOwn(tests, key)) &&
    Object.entries(tests).every(([key, test]) => test(operand[key]))
  );
}

function placeWords(by: string) {
  return by === '' ? '' : ` at ${by}`;
}

type Fold = 'address' | 'number';

type Folded = { readonly by: string; readonly fold?: Fold };

function foldedOf(operand: string | Folded) {
  return typeof operand === 'string' ? { by: operand } : operand;
}

/** Addresses in lower case, decimal texts as numbers. */
function folded(value: unknown, fold: Fold | undefined): unknown {
  if (fold === 'number') return numberIn(value);
  return fold === 'address' && typeof value === 'string' ? value.toLowerCase() : value;
}

/** Equal texts for equal values. Ids are texts or numbers: equal spellings of different types are distinct. */
function keyOf(value: unknown, work: Work) {
  return isObject(value) || Array.isArray(value) ? canonical(value, work) : `${typeof value} ${value}`;
}

function canonical(value: unknown, work: Work, depth = 0): string {
  spend(work, 1);
  if (depth > 100) return '...';
  if (Array.isArray(value)) return `[${value.map((element) => canonical(element, work, depth + 1)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'absent';
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], work, depth + 1)}`).join()}}`;
}

type SetOf = { readonly by: string; readonly of: readonly unknown[] };

function setOf(operand: readonly unknown[] | SetOf) {
  return 'of' in operand ? operand : { by: '', of: operand };
}

/** The number in a decimal text, or the length of a list; any other value as it is. */
function countIn(value: unknown) {
  return Array.isArray(value) ? value.length : numberIn(value);
}

type Sum = { readonly by: string; readonly is: unknown };
type Count = { readonly of: unknown; readonly is: unknown };

const isGiven = (value: unknown) => value !== undefined;

function sumFault(operand: unknown) {
  return hasOnly(operand, { by: isPointer, is: isGiven }) ? undefined : 'needs {by: /pointer, is: pattern}';
}

function countFault(operand: unknown) {
  return hasOnly(operand, { of: isGiven, is: isGiven }) ? undefined : 'needs {of: pattern, is: pattern}';
}

/** Each element that matches `of` matches `is` as well. */
export const eachLike: Matcher = {
  fault: countFault,
  words: ({ of, is }: Count, say) => `a list of which each element like ${say(of)} is ${say(is)}`,
  compare: ofList(({ of, is }: Count, elements, { pointer, depth }, { fits, compare }) => {
    for (const [index, element] of elements.entries()) {
      if (fits(of, element, depth + 1)) compare(is, element, pointerTo(pointer, index), depth + 1);
    }
  }),
};

export const LIST_MATCHERS: Matchers = {
  $unique: {
    fault: (operand) => {
      if (!isObject(operand)) return pointerFault(operand);
      const fits = hasOnly(operand, {
        by: isPointer,
        fold: (fold) => [undefined, 'address', 'number'].includes(fold as Fold),
      });
      return fits ? undefined : 'needs a JSON pointer, or {by: /pointer, fold: address or number}';
    },
    words: (operand: string | Folded) =>
      `a list without two elements that are the same${placeWords(foldedOf(operand).by)}`,
    compare: ofList((operand: string | Folded, elements, { pointer }, { report, work }) => {
      const { by, fold } = foldedOf(operand);
      const seen = new Map<string, number>();
      for (const [index, element] of elements.entries()) {
        const { found, value } = pointed(element, by);
        const at = `${pointerTo(pointer, index)}${by}`;
        // Elements without a value are not distinct.
        if (!found) {
          report(at, 'a value, another in each element', undefined);
          continue;
        }
        const key = keyOf(folded(value, fold), work);
        const first = seen.get(key);
        if (first !== undefined) report(at, `another value than element ${first} has`, value);
        else seen.set(key, index);
      }
    }),
  },
  $alike: {
    fault: pointerFault,
    words: (by: string) => `a list whose elements are all the same${placeWords(by)}`,
    compare: ofList((by: string, elements, { pointer }, { report, work }) => {
      const values = elements.map((element) => pointed(element, by).value);
      const at = values.findIndex((value) => value === undefined || keyOf(value, work) !== keyOf(values[0], work));
      if (at >= 0) report(`${pointerTo(pointer, at)}${by}`, `${excerpt(values[0])}, as in element 0`, values[at]);
    }),
  },
  $sameSet: {
    fault: (operand) =>
      Array.isArray(operand) || hasOnly(operand, { by: isPointer, of: (of) => Array.isArray(of) || isUnfilled(of) })
        ? undefined
        : 'needs a list of values, or {by: /pointer, of: [values]}',
    words: (operand: readonly unknown[] | SetOf) => {
      const { by, of } = setOf(operand);
      return `a list with exactly the values ${excerpt(of)}${placeWords(by)}, in any order`;
    },
    compare: ofList((operand: readonly unknown[] | SetOf, elements, { pointer }, { report, work }) => {
      const { by, of } = setOf(operand);
      const wanted = new Map(of.map((value) => [keyOf(value, work), value]));
      const missing = new Map(wanted);
      for (const [index, element] of elements.entries()) {
        const { value } = pointed(element, by);
        const key = keyOf(value, work);
        missing.delete(key);
        if (!wanted.has(key)) report(`${pointerTo(pointer, index)}${by}`, 'nothing else', value);
      }
      for (const value of missing.values())
        report(pointer, `an element with ${excerpt(value)}${placeWords(by)}`, elements);
    }),
  },
  $sum: {
    fault: sumFault,
    words: ({ by, is }: Sum, say) => `a list whose sum${placeWords(by)} is ${say(is)}`,
    compare: ofList(({ by, is }: Sum, elements, { pointer, depth }, { report, fits, say }) => {
      const values = elements.map((element) => countIn(pointed(element, by).value));
      const at = values.findIndex((value) => typeof value !== 'number');
      if (at >= 0) report(`${pointerTo(pointer, at)}${by}`, 'a number', values[at]);
      const total = values.reduce<number>((sofar, value) => sofar + Number(value), 0);
      if (at < 0 && !fits(is, total, depth + 1)) report(pointer, `a sum${placeWords(by)} of ${say(is)}`, total);
    }),
  },
  /** `{$flat: {by: /replies, is: pattern}}`: each element, then those of its list at `by`, at any depth. */
  $flat: {
    fault: sumFault,
    words: ({ by, is }: Sum, say) => `a list that is, with the elements at ${by} at any depth, ${say(is)}`,
    compare: ofList(({ by, is }: Sum, elements, { pointer, depth }, comparison) => {
      const places: string[] = [];
      const found: unknown[] = [];
      const add = (list: readonly unknown[], at: string, level: number) => {
        checkDepth(level);
        spend(comparison.work, list.length);
        for (const [index, element] of list.entries()) {
          const place = pointerTo(at, index);
          places.push(place);
          found.push(element);
          const { value } = pointed(element, by);
          if (Array.isArray(value)) add(value, `${place}${by}`, level + 1);
        }
      };
      add(elements, pointer, depth);
      const placeOf = (at: string) => {
        const [, index = '', ...rest] = at.slice(pointer.length).split('/');
        return index === '' ? at : [places[Number(index)], ...rest].join('/');
      };
      comparison.relocated(placeOf).compare(is, found, pointer, depth + 1);
    }),
  },
  $count: {
    fault: countFault,
    words: ({ of, is }: Count, say) => `a list in which the number of elements like ${say(of)} is ${say(is)}`,
    compare: ofList(({ of, is }: Count, elements, { pointer, depth }, { report, fits, say }) => {
      const found = elements.filter((element) => fits(of, element, depth + 1)).length;
      if (!fits(is, found, depth + 1))
        report(pointer, `${say(is)} elements like ${say(of)}`, `${found} of ${elements.length}`);
    }),
  },
  /** Some elements of a list: those that match `of`, as a list, match `is`. */
  $where: {
    fault: countFault,
    words: ({ of, is }: Count, say) => `a list whose elements like ${say(of)} are ${say(is)}`,
    compare: ofList(({ of, is }: Count, elements, { pointer, depth }, { fits, compare }) => {
      const chosen = elements.filter((element) => fits(of, element, depth + 1));
      compare(is, chosen, pointer, depth + 1);
    }),
  },
  $eachLike: eachLike,
};
