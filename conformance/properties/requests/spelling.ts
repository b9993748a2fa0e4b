/** conformance/properties/requests/spelling: another spelling: order, percent-encoding, spaces and escapes. */
import fc from 'fast-check';
import type { Request } from '../../../wire/message.ts';
import type { Pairs } from './kinds.ts';

/** How a request is written. Without an entry that is not empty it is written as usual. */
export type Spelling = Readonly<{
  /** The parameters come in reverse order. */
  isReversed: boolean;
  /** Places of letters and digits of the query that are percent-encoded. */
  query: readonly number[];
  /** The same for the last segment of the path. */
  path: readonly number[];
  /** Hexadecimal digits of percent-encoding in small letters, and spaces as `%20`. */
  isOtherCode: boolean;
  /** A JSON body has spaces, and its first letters are escaped. */
  isSpaced: boolean;
}>;

const places = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant<readonly number[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.nat(200), { minLength: 1, maxLength: 3 }) },
);
const rarely = fc.nat(3).map((value) => value === 3);

export const spellings: fc.Arbitrary<Spelling> = fc.record({
  isReversed: rarely,
  query: places,
  path: places,
  isOtherCode: rarely,
  isSpaced: rarely,
});

/** The query as usual. */
export function queryText(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
}

/** The request in another spelling; the same object if nothing changes. `segment`: the path parameter, encoded. */
export function respelled(plain: Request, pairs: Pairs, segment: string, spelling: Spelling): Request {
  const path = `${plain.path.slice(0, plain.path.length - segment.length)}${escapedAt(segment, spelling.path)}`;
  const query = escapedAt(recoded(queryText(reordered(pairs, spelling)), spelling), spelling.query);
  const body = typeof plain.body === 'string' && spelling.isSpaced ? spaced(plain.body) : plain.body;
  if (path === plain.path && query === plain.query && body === plain.body) return plain;
  return { ...plain, path, query, ...(body === undefined ? {} : { body }) };
}

/** Parameters of one name keep their order, because the first or the last may count. */
function reordered(pairs: Pairs, { isReversed }: Spelling): Pairs {
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  return isReversed && !isRepeated ? pairs.toReversed() : pairs;
}

function recoded(query: string, { isOtherCode }: Spelling): string {
  if (!isOtherCode) return query;
  return query.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** The text with the letters and digits at these places, counted among them, percent-encoded. */
function escapedAt(text: string, at: readonly number[]): string {
  const letters = [...text.matchAll(/%[0-9A-Fa-f]{2}|[A-Za-z0-9]/g)].filter(([found]) => found.length === 1);
  if (letters.length === 0) return text;
  const chosen = new Set(at.map((place) => letters[place % letters.length]?.index));
  return [...text].map((letter, index) => (chosen.has(index) ? percentEncoded(letter) : letter)).join('');
}

function percentEncoded(letter: string) {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** JSON with a space at each end and the first letter of each name escaped; a text that is no JSON as it is. */
function spaced(body: string): string {
  if (!/^[[{]/.test(body)) return body;
  const escaped = body.replace(/(?<=[{,]")[a-z](?=\w*":)/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  return ` ${escaped}\n`;
}
