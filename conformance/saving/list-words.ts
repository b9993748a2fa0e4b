/**
 * conformance/saving/list-words: what checks say of lists, as patterns: how long they are, in what order, that something stands in
 * them once, that all rows are of one kind.
 */
import type { Expectation } from '../../wire/pattern/expectation.ts';
import type { Sighting } from '../execution/history.ts';

/** Ways to say it of the list that the finding is about, or is in. */
export function listWords({ deviation, clause, trail, cited }: Sighting): readonly Expectation[] {
  const { expected, pointer = '' } = deviation;
  const query = trail[cited]?.request.query ?? '';
  const [, list, row] = /^(.*)\/\d+(\/[^/]+)?$/.exec(pointer) ?? [];
  return [
    ...uniqueWords(list ?? pointer, row, expected, clause),
    ...lengthWords(pointer, expected),
    ...orderWords(pointer, list, row, expected),
    ...flagWords(list ?? pointer, query),
  ];
}

/** A list of those rows alone that have the flags which were asked for. */
function flagWords(list: string, query: string): readonly Expectation[] {
  const flags = [...new URLSearchParams(query)].filter(([, value]) => value === 'true' || value === 'false');
  return flags.map(([name, value]) => ({ at: { [list]: { $each: { [name]: value === 'true' } } } }));
}

function uniqueWords(list: string, row: string | undefined, expected: string, clause: string): readonly Expectation[] {
  const named = /\/(\w+)\.unique$/.exec(clause)?.[1];
  const isUnique = /\bonce\b|\bone (?:row|group) for\b/.test(expected);
  const fields = [...(isUnique && row !== undefined ? [row] : []), ...(named === undefined ? [] : [`/${named}`])];
  return fields.map((field) => ({ at: { [list]: { $unique: field } } }));
}

function lengthWords(pointer: string, expected: string): readonly Expectation[] {
  const most = /^(?:a page of )?at most (\d+) items$/.exec(expected)?.[1];
  const length = { $length: { $lte: Number(most) } };
  const isEmpty = /^(?:an empty list|no market|no rows?)$/.test(expected);
  return [
    // Holders are limited for each market of a group.
    ...(most === undefined
      ? []
      : [{ at: { [pointer]: length } }, { at: { [pointer]: { $each: { holders: length } } } }]),
    ...(isEmpty ? [{ body: [] }] : []),
  ];
}

/** Words of checks about order. */
const RISING = /\b(?:ascending|oldest|smallest|not before|not earlier)\b/;
const FALLING = /\b(?:descending|newest|largest|not later|not after)\b/;

function orderWords(
  pointer: string,
  list: string | undefined,
  row: string | undefined,
  expected: string,
): readonly Expectation[] {
  const order = RISING.test(expected) ? 'asc' : FALLING.test(expected) ? 'desc' : undefined;
  if (order === undefined) return [];
  const by = /^(\w+) (?:ascending|descending)$/.exec(expected)?.[1];
  const [at, field] = by === undefined ? [list, row] : [pointer, `/${by}`];
  if (at === undefined || field === undefined) return [];
  return [{ at: { [at]: { $sorted: { by: field, order } } } }];
}
