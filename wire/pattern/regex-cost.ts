/**
 * wire/pattern/regex-cost: how many ways a backtracking engine can try a regular expression, at most. Counts choices:
 * a branch or a bounded repetition multiplies by a constant, an unbounded one by the length of the text. An unbounded
 * repetition of something that has choices itself has no such measure and is refused, harmless or not.
 */

/** At most `ways * length ** degree` ways to continue from one place of the text. */
export type Cost = { readonly ways: number; readonly degree: number };

/** Thrown inside this file alone. */
class Refused extends Error {}

type Reading = { readonly source: string; at: number };

const CERTAIN: Cost = { ways: 1, degree: 0 };

/** The cost of a regular expression that is valid, or why it is unknown. */
export function regexCost(source: string): Cost | { readonly refused: string } {
  try {
    const reading = { source, at: 0 };
    const cost = readBranches(reading);
    // Without an anchor each place of the text is tried as the start.
    return source.startsWith('^') && !source.includes('|') ? cost : { ...cost, degree: cost.degree + 1 };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

function readBranches(reading: Reading): Cost {
  let sum = readSequence(reading);
  while (reading.source[reading.at] === '|') {
    reading.at += 1;
    const branch = readSequence(reading);
    sum = { ways: sum.ways + branch.ways, degree: Math.max(sum.degree, branch.degree) };
  }
  return sum;
}

function readSequence(reading: Reading): Cost {
  let product = CERTAIN;
  while (reading.at < reading.source.length && !'|)'.includes(reading.source[reading.at] ?? '')) {
    const piece = repeated(readPiece(reading), reading);
    product = { ways: product.ways * piece.ways, degree: product.degree + piece.degree };
  }
  return product;
}

function readPiece(reading: Reading): Cost {
  const { source } = reading;
  const sign = source[reading.at];
  if (sign === '(') return readGroup(reading);
  if (sign === '[') skip(reading, /\[(?:\\.|[^\]\\])*\]/sy);
  else if (sign === '\\') {
    if (/[1-9k]/.test(source[reading.at + 1] ?? '')) throw new Refused('it refers back to a group');
    reading.at += 2;
  } else reading.at += 1;
  return CERTAIN;
}

function readGroup(reading: Reading): Cost {
  skip(reading, /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y);
  const cost = readBranches(reading);
  reading.at += 1;
  return cost;
}

/** The cost of a piece with the repetition that follows it. */
function repeated(piece: Cost, reading: Reading): Cost {
  const found = skip(reading, /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
  if (found === undefined) return piece;
  const [, sign, least, comma, most] = found;
  if (sign === '?') return { ways: piece.ways + 1, degree: piece.degree };
  if (sign !== undefined || (comma !== undefined && most === '')) return unbounded(piece);
  const from = Number(least);
  const to = comma === undefined ? from : Number(most);
  return { ways: piece.ways ** to * (to - from + 1), degree: piece.degree * to };
}

function unbounded(piece: Cost): Cost {
  if (piece.ways === 1 && piece.degree === 0) return { ways: 1, degree: 1 };
  throw new Refused('it has an unbounded repetition of a part that repeats or branches');
}

function skip(reading: Reading, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.source) ?? undefined;
  if (found !== undefined) reading.at = pattern.lastIndex;
  return found;
}
