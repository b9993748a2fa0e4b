/** bench/hostile/spoiled: copies of an honest JSON body in which the texts, numbers or objects are hostile. */

/** Returns the replacement of a text in the field `key`. */
type Replacement = (text: string, key: string) => string;

/** A copy of `value` with every text replaced. */
export function withTexts(value: unknown, replacement: Replacement, key = ''): unknown {
  if (typeof value === 'string') return replacement(value, key);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, replacement, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, replacement, name)]));
}

/** A copy of `value` in which the first text has `length` characters. */
export function withOneHugeText(value: unknown, length: number): unknown {
  let isDone = false;
  return withTexts(value, (text) => {
    if (isDone) return text;
    isDone = true;
    return 'x'.repeat(length);
  });
}

/** A copy of `value` in which every text is made by `of`, until they have `total` characters together. */
export function withLongTexts(value: unknown, total: number, of: Replacement): unknown {
  let left = total;
  return withTexts(value, (text, key) => {
    const replacement = of(text, key);
    if (replacement.length > left) return text;
    left -= replacement.length;
    return replacement;
  });
}

/** A text that nearly has the format of `text`, which makes a careless regular expression backtrack. */
export function nearMiss(text: string, length: number): string {
  const middle = Math.floor(length / 2);
  if (/^\d{4}-\d\d-\d\d/.test(text)) return `2026-01-01T00:00:00.${'0'.repeat(length)}!`;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return `${'0'.repeat(middle)}.${'0'.repeat(middle)}x`;
  if (text.startsWith('http')) return `http://${'a.'.repeat(middle)}/${'..'.repeat(100)}%`;
  if (/^0x[0-9a-f]+$/i.test(text)) return `0x${'f'.repeat(length)}g`;
  if (text.startsWith('[')) return `[${'"",'.repeat(Math.floor(length / 3))}`;
  if (text.endsWith('=')) return `${'TUE9'.repeat(Math.floor(length / 4))}!`;
  if (text.includes(':')) return `${'a:'.repeat(middle)}!`;
  return `${'a '.repeat(middle)}!`;
}

/** Moves cursors, rings bells, and turns the direction of writing. */
export const ESCAPES = '\u001b[2J\u001b]0;gone\u0007\u202e\u0000\r\n::error::\u009b31m';

/** JSON text in which every object has the keys with a meaning in JavaScript. */
export function withPrototypeKeys(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /\{(?!\})/g,
    '{"__proto__":{"length":1e9,"id":1},"constructor":{"prototype":{"id":[]}},"toString":1,"then":"x",',
  );
}

/** JSON text in which every key of every object occurs `times` times. */
export function withRepeatedKeys(value: unknown, times: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => withRepeatedKeys(item, times)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${withRepeatedKeys(inner, 1)}`);
  return `{${Array.from({ length: times }, () => fields.join(',')).join(',')}}`;
}

/** JSON text in which every number is unexpected. */
export function withHugeNumbers(value: unknown): string {
  const numbers = ['1e308', '1e400', '-1e308', '9'.repeat(400), `0.${'0'.repeat(100_000)}1`, '123456789012345678901'];
  let turn = 0;
  return JSON.stringify(value).replaceAll(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[,\]}])/g, () => {
    turn += 1;
    return numbers[turn % numbers.length] ?? '0';
  });
}
