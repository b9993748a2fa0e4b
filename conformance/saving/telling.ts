/**
 * conformance/saving/telling: what an answer should have been, told by the answer that a sound service gives to the same requests. What
 * another answer tells as well is told by its name there, what no two runs have in common by its form.
 */

import { isIdShaped } from '../../scenarios/recording/references.ts';
import type { Vocabulary } from '../../scenarios/recording/vocabulary.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { holderOf, jsonOf } from './answers.ts';
import { type Difference, differences } from './differences.ts';
import { formsOf } from './forms.ts';
import { type Pair, type Source, toldBefore } from './told-before.ts';

/** An expectation, and what it speaks of in earlier answers. */
export type Telling = { readonly expect: Expectation; readonly sources: readonly Source[] };

const TELLINGS_MAX = 12;

/** What a finding is about: a place, or two answers that should be the same; and which places count at all. */
type About = { readonly pointer: string; readonly isSame: boolean; readonly isMeant?: (place: Difference) => boolean };

/** Ways to say how the last pair differs, those nearest to `pointer` first. */
export function tellingsOf(
  pairs: readonly Pair[],
  { pointer, isSame, isMeant = () => true }: About,
  vocabulary: Vocabulary,
): readonly Telling[] {
  const last = pairs.at(-1);
  if (last === undefined) return [];
  if (last.got.status !== last.wanted.status) return statusTellings(last);
  const places = differences(jsonOf(last.got), jsonOf(last.wanted));
  const tellings: Telling[] = [];
  for (const place of nearestFirst(places.filter(isMeant), pointer)) {
    if (tellings.length >= TELLINGS_MAX) break;
    tellings.push(...tellingsOfPlace(place, pairs, isSame, vocabulary));
  }
  return tellings;
}

/** Below the place that the check speaks of, then what has the same name elsewhere, then all else. */
export function nearestFirst(places: readonly Difference[], pointer: string): Iterable<Difference> {
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  const below = places.filter((place) => place.pointer.startsWith(pointer));
  return new Set([...below, ...places.filter((place) => place.key === key), ...places]);
}

function statusTellings({ got, wanted }: Pair): readonly Telling[] {
  const status: Telling = { expect: { status: wanted.status }, sources: [] };
  if (isSuccess(wanted)) return [...(isSuccess(got) ? [] : [{ expect: { status: '2xx' }, sources: [] }]), status];
  return isSuccess(got) ? [{ expect: { error: true }, sources: [] }, status] : [status];
}

function tellingsOfPlace(
  { pointer, key, got, wanted }: Difference,
  pairs: readonly Pair[],
  isSame: boolean,
  vocabulary: Vocabulary,
): readonly Telling[] {
  const way = pointerWords(pointer, pairs, vocabulary);
  if (way === undefined) return [];
  const telling = (pattern: unknown, sources: readonly Source[] = []): Telling => ({
    expect: { at: { [way.at]: pattern } },
    sources: [...way.sources, ...sources],
  });
  if (wanted === undefined) return [telling({ $absent: true })];
  if (Array.isArray(wanted)) return Array.isArray(got) ? [telling({ $length: wanted.length })] : [];
  const { got: mine, wanted: sound } = pairs.at(-1) ?? {};
  const told = toldBefore({ value: wanted, key, got, within: within(sound, pointer), isSame }, pairs, 'wanted');
  const once = { value: got, key, got: wanted, within: within(mine, pointer), isSame: false };
  const again = toldBefore(once, pairs.map(swapped), 'before');
  return [
    ...(told === undefined ? [] : [telling(`\${${told.expression}}`, [told.source])]),
    ...formsOf(wanted, got, key, vocabulary).map((form) => telling(form)),
    ...(got === undefined ? [telling({ $present: true })] : []),
    ...(again === undefined ? [] : [telling({ $not: `\${${again.expression}}` }, [again.source])]),
    ...uniqueTellings(way.at).map((expect) => ({ expect, sources: way.sources })),
  ];
}

function within(response: Pair['got'] | undefined, pointer: string): unknown {
  return response === undefined ? undefined : holderOf(jsonOf(response), pointer);
}

/** What the target has, an earlier answer of it may have told already where it should not. */
function swapped({ got, wanted }: Pair): Pair {
  return { got: wanted, wanted: got };
}

/** Values that are all the same in a list where each should be of its own. */
function uniqueTellings(at: string): readonly Expectation[] {
  const [, list, field] = /^(.*)\/\d+(\/hash)$/.exec(at) ?? [];
  return list === undefined || field === undefined ? [] : [{ at: { [list]: { $unique: field } } }];
}

/** The pointer, with names for ids in it; undefined where an id has none. */
function pointerWords(
  pointer: string,
  pairs: readonly Pair[],
  vocabulary: Vocabulary,
): { readonly at: string; readonly sources: readonly Source[] } | undefined {
  const sources: Source[] = [];
  const parts: string[] = [];
  for (const part of pointer.split('/')) {
    if (!isIdShaped(part)) {
      parts.push(part.replaceAll('${', '$$${'));
      continue;
    }
    const known = vocabulary.expressionOf(part, '');
    const sought = { value: part, key: '', got: undefined, within: undefined, isSame: false };
    const told = known === undefined ? toldBefore(sought, pairs, `key${sources.length + 1}`) : undefined;
    if (known === undefined && told === undefined) return undefined;
    if (told !== undefined) sources.push(told.source);
    parts.push(`\${${known ?? told?.expression}}`);
  }
  return { at: parts.join('/'), sources };
}
