/**
 * conformance/saving/comparable: what the simulator's answers say of a target with other data. They are no measure of lists and prices
 * that were there before; they are one of what a story itself has brought about, as long as both have answered alike until then.
 */

import { patternOf } from '../../scenarios/recording/patterns.ts';
import { referencesIn } from '../../scenarios/recording/references.ts';
import type { Vocabulary } from '../../scenarios/recording/vocabulary.ts';
import { pointed } from '../../spec/json-pointer.ts';
import { type Request, requestTarget } from '../../wire/message.ts';
import { match } from '../../wire/pattern/match.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { isReading } from '../session/session.ts';
import { jsonOf } from './answers.ts';
import type { Row } from './comparing.ts';
import type { Difference } from './differences.ts';
import type { Material } from './material.ts';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The places of an answer that should be alike whatever data a target has; undefined where none is. All that was written before was
 * answered alike; now the request writes, or asks for what was made by then, or asks again, and the place was alike before.
 */
export function comparablePlaces(
  rows: readonly Row[],
  index: number,
  { pool }: Material,
  vocabulary: Vocabulary,
): ((place: Difference) => boolean) | undefined {
  const asked = rows.slice(0, index).map((row) => ({ row, request: pool[row.place]?.request }));
  const request = pool[rows[index]?.place ?? -1]?.request;
  const writes = asked.filter(({ request: earlier }) => earlier !== undefined && !isRead(earlier));
  // Before anything was written nobody knows what is the target's own: its prices, its steps, its limits.
  if (request === undefined || writes.length === 0 || !writes.every(({ row }) => isAlike(row, '', vocabulary)))
    return undefined;
  const names = referencesIn(request).map(({ text }) => text);
  const isAboutMade = writes.some(({ row }) => names.some((text) => row.got.body.includes(text)));
  if (!isRead(request) || isAboutMade) return () => true;
  const before = asked.find(
    ({ request: earlier }) => earlier !== undefined && questionOf(earlier) === questionOf(request),
  );
  return before && (({ pointer }) => isAlike(before.row, pointer, vocabulary));
}

/** True where two places are the same row of one list, whose pages start at different rows, and the same field of it. */
export function isSameRow(one: Request, pointer: string, other: Request, otherPointer: string): boolean {
  const [mine, yours] = [rowOf(one, pointer), rowOf(other, otherPointer)];
  return mine !== undefined && mine === yours;
}

/** The list, the row counted from its beginning, and the field, as one text. */
function rowOf(request: Request, pointer: string): string | undefined {
  const [, row, field] = /^\/(\d+)(\/.*)$/.exec(pointer) ?? [];
  const query = new URLSearchParams(request.query);
  const offset = Number(query.get('offset') ?? 0);
  if (row === undefined || query.has('next_cursor') || !Number.isSafeInteger(offset)) return undefined;
  query.delete('offset');
  query.delete('limit');
  query.sort();
  return `${request.path}?${query} ${Number(row) + offset} ${field}`;
}

function isRead(request: Request): boolean {
  return isReading(request, matchRoute(request));
}

function questionOf(request: Request): string {
  return `${request.method} ${requestTarget(request)} ${String(request.body)}`;
}

/** The same at this place, apart from moments, ids and hashes; lists and objects as far as that many things are in them. */
function isAlike({ got, wanted }: Row, pointer: string, vocabulary: Vocabulary): boolean {
  if (wanted === undefined || got.status !== wanted.status) return false;
  const [mine, sound] = [pointed(jsonOf(got), pointer), pointed(jsonOf(wanted), pointer)];
  if (Array.isArray(mine.value) && Array.isArray(sound.value) && pointer !== '')
    return mine.value.length === sound.value.length;
  return (
    mine.found === sound.found && match(patternOf(sound.value, { vocabulary, asked: NOTHING }), mine.value).length === 0
  );
}
