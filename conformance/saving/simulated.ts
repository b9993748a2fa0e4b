/**
 * conformance/saving/simulated: expectations that a faithful simulator shows, for findings that no pattern describes: the check's
 * requests are repeated on the target and on the simulator, and the responses should not differ.
 */
import { patternOf } from '../../scenarios/recording/patterns.ts';
import { isIdShaped } from '../../scenarios/recording/references.ts';
import { createVocabulary } from '../../scenarios/recording/vocabulary.ts';
import { parseJson } from '../../spec/json.ts';
import { pointed } from '../../spec/json-pointer.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { match } from '../../wire/pattern/match.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import type { Material } from './material.ts';
import { readText } from './player.ts';
import { type SavingOptions, textOf } from './scenario-text.ts';
import { isSent } from './story.ts';

/** An expectation, and the place of the exchange whose response does not meet it. */
export type Shown = { readonly judged: number; readonly expect: Expectation };

const SHOWN_MAX = 6;

/** The exchange that the finding cites or, if that is right, another wrong one: later exchanges first, then the nearest. */
export async function simulatedExpectations(
  sighting: Sighting,
  material: Material,
  bench: Bench,
  options: SavingOptions,
): Promise<readonly Shown[]> {
  const { pool, began, cited, supply } = material;
  const { pointer = '' } = sighting.deviation;
  const { places } = supply(pool.flatMap((_, place) => (place >= began ? [place] : [])));
  const exchanges = places.flatMap((place) => pool[place] ?? []);
  const loaded = readText(textOf({ exchanges, expect: undefined, kept: [] }, sighting, bench, options));
  if (!loaded.ok) return [];
  const [got, wanted] = [(await bench.target(loaded.value)).responses, (await bench.sound(loaded.value)).responses];
  const sent = places.filter((place) => pool[place] !== undefined && isSent(pool[place]));
  const others = sent.filter((place) => place !== cited);
  const order = [
    cited,
    ...others.filter((place) => place > cited),
    ...others.filter((place) => place < cited).reverse(),
  ];
  for (const judged of order) {
    const index = sent.indexOf(judged);
    const [mine, sound] = [got[index], wanted[index]];
    if (mine === undefined || sound === undefined) continue;
    const shown = expectationsOf(mine, sound, judged === cited ? pointer : '');
    if (shown.length > 0) return shown.slice(0, SHOWN_MAX).map((expect) => ({ judged, expect }));
  }
  return [];
}

function expectationsOf(got: Response, wanted: Response, pointer: string): readonly Expectation[] {
  if (got.status !== wanted.status) {
    if (isSuccess(got)) return isSuccess(wanted) ? [{ status: wanted.status }] : [{ error: true }];
    return isSuccess(wanted) ? [{ status: '2xx' }] : [{ status: wanted.status }];
  }
  const [mine, sound] = [parseJson(got.body), parseJson(wanted.body)];
  if (sound === undefined) return [];
  const key = keyOf(pointer);
  const places = match({ $exact: sound }, mine).map((difference) => difference.pointer);
  const nearest = new Set([
    ...places.filter((place) => place.startsWith(pointer)),
    ...places.filter((place) => keyOf(place) === key),
    ...places,
  ]);
  return [...nearest].flatMap((place) => {
    const pattern = patternAt(pointed(mine, place).value, pointed(sound, place).value, keyOf(place));
    return pattern === undefined ? [] : [{ at: { [place]: pattern } }];
  });
}

/** The name of a field; of an element of a list, that of the list. */
function keyOf(pointer: string): string {
  return /([^/]*)(?:\/\d+)*$/.exec(pointer)?.[1] ?? '';
}

const KNOWLEDGE = { vocabulary: createVocabulary({ lasting: [], passing: new Set() }), asked: new Set<string>() };

/** The pattern of a value that is the same in every run; undefined for moments and hashes that only differ in their value. */
function patternAt(got: unknown, wanted: unknown, key: string): unknown {
  if (wanted === undefined) return { $absent: true };
  if (Array.isArray(wanted)) return Array.isArray(got) ? { $length: wanted.length } : undefined;
  if (typeof wanted === 'string' && isIdShaped(wanted)) return wanted;
  const pattern = patternOf(wanted, KNOWLEDGE, key);
  return match(pattern, got).length === 0 ? undefined : pattern;
}
