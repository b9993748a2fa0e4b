/** conformance/saving/moments: moments in steps as offsets from the moment of the play, with which salts begin, too. */
import { isObject } from '../../base/json.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';

/** A moment that is further away belongs to the data, not to the run. */
const NEAR_MS = 3_600_000;
/** Thirteen digits of milliseconds, then random ones. */
const SALT = /^(\d{13})(\d{6})$/;

/** The step without moments of the run; `at` is the moment of the step, in milliseconds of the service clock. */
export function relativeTo(step: Words, at: number): Words {
  const { expect, capture, sign, ...rest } = step;
  return {
    ...(mapLeaves(rest, '', (value, key) => relative(value, key, at)) as Words),
    ...(sign === undefined ? {} : { sign }),
    ...(expect === undefined ? {} : { expect }),
    ...(capture === undefined ? {} : { capture }),
  };
}

/** The value with `change` applied to every scalar and its key; elements of a list have the key of the list. */
function mapLeaves(value: unknown, key: string, change: (leaf: unknown, key: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, key, change));
  if (!isObject(value)) return change(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapLeaves(one, name, change)]));
}

function relative(value: unknown, key: string, at: number): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const number = /^\d{10,13}$/.test(String(value)) ? Number(value) : undefined;
  const isMillis = key === 'timestamp' && number !== undefined;
  if (isMillis && Math.abs(number - at) < NEAR_MS) return as(value, `now${offset(number - at)}`);
  const isSeconds = ['expiration', 'after', 'before'].includes(key) && number !== undefined;
  const off = isSeconds ? number - Math.floor(at / 1_000) : 0;
  return isSeconds && Math.abs(off) < NEAR_MS / 1_000 ? as(value, `seconds(now)${offset(off)}`) : value;
}

/** The expression as a value of the same type. */
function as(value: string | number, expression: string) {
  return typeof value === 'string' ? `\${text(${expression})}` : `\${${expression}}`;
}

function offset(difference: number): string {
  if (difference === 0) return '';
  return difference > 0 ? ` + ${difference}` : ` - ${-difference}`;
}

/** Steps whose salts begin with the moment of the play; a salt that occurs twice becomes a variable. */
export function withOwnSalts(steps: readonly Words[]): { readonly steps: readonly Words[]; readonly vars: Words } {
  const counts = new Map<string, number>();
  const count = (salt: string) => {
    counts.set(salt, (counts.get(salt) ?? 0) + 1);
    return salt;
  };
  withSalts(steps, count);
  const again = [...counts].filter(([, times]) => times > 1).map(([salt]) => salt);
  const nameOf = (salt: string) => (again.indexOf(salt) === 0 ? 'salt' : `salt${again.indexOf(salt) + 1}`);
  const fresh = (salt: string) => salt.replace(SALT, '$${now}$2');
  return {
    steps: withSalts(steps, (salt) => (again.includes(salt) ? `\${${nameOf(salt)}}` : fresh(salt))),
    vars: Object.fromEntries(again.map((salt) => [nameOf(salt), fresh(salt)])),
  };
}

function withSalts(steps: readonly Words[], change: (salt: string) => string): readonly Words[] {
  const isSalt = (value: unknown, key: string): value is string =>
    key === 'salt' && typeof value === 'string' && SALT.test(value);
  return mapLeaves(steps, '', (value, key) => (isSalt(value, key) ? change(value) : value)) as readonly Words[];
}
