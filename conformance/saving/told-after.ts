/**
 * conformance/saving/told-after: where a later answer tells what an earlier one should have told, as where a row is read first and then
 * the thing that it is about: the later answer is judged by the earlier one, which disagrees with it.
 */
import { pointed } from '../../spec/json-pointer.ts';
import { holderOf, isIdentity, isOfOneThing, jsonOf, placesOf } from './answers.ts';
import type { Row } from './comparing.ts';
import { differences } from './differences.ts';
import { nearestFirst, type Telling } from './telling.ts';

/** A telling of a later row than the one that the finding is about. */
export type Later = Telling & { readonly row: number };

/** Texts of this length are hardly the same by chance. */
const TELLING_LENGTH = 8;
const LATER_MAX = 4;

/** Later answers that are right, and that the answer at `at` should agree with. */
export function toldAfter(rows: readonly Row[], at: number, pointer: string): readonly Later[] {
  const { got, wanted, place } = rows[at] ?? {};
  if (got === undefined || wanted === undefined || place === undefined) return [];
  const found: Later[] = [];
  for (const missed of nearestFirst(differences(jsonOf(got), jsonOf(wanted)), pointer)) {
    const { wanted: value } = missed;
    if (typeof value !== 'string' || value.length < TELLING_LENGTH || typeof missed.got !== 'string') continue;
    for (const [row, later] of rows.entries()) {
      const isLater = row > at && later.isPlayed;
      const teller = isLater ? tellerIn(later, value, missed.key, holderOf(jsonOf(wanted), missed.pointer)) : undefined;
      if (teller === undefined) continue;
      const source = { pair: at, name: 'wanted', pointer: missed.pointer };
      found.push({ row, expect: { at: { [teller]: `\${wanted}` } }, sources: [source] });
      break;
    }
    if (found.length >= LATER_MAX) break;
  }
  return found;
}

/** Where the value stands in both answers to one request. */
function tellerIn({ got, wanted }: Row, value: string, key: string, within: unknown): string | undefined {
  if (wanted === undefined || !wanted.body.includes(value)) return undefined;
  const [mine, sound] = [jsonOf(got), jsonOf(wanted)];
  const isTold = ({ pointer }: { readonly pointer: string }): boolean =>
    pointed(mine, pointer).value === value &&
    (isIdentity(key, value) || isOfOneThing(within, holderOf(sound, pointer)));
  return placesOf(wanted, value).find(isTold)?.pointer;
}
