/**
 * conformance/saving/simulated: expectations that a faithful simulator shows, for findings that no pattern describes: the check's
 * requests are repeated on the target and on the simulator, and the responses should not differ.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { patternOf } from '../../scenarios/recording/patterns.ts';
import { isIdShaped } from '../../scenarios/recording/references.ts';
import { createVocabulary } from '../../scenarios/recording/vocabulary.ts';
import { CONTROL_PREFIX } from '../../sim/http/control.ts';
import { parseJson } from '../../spec/json.ts';
import { pointed } from '../../spec/json-pointer.ts';
import { isSuccess, type Response } from '../../wire/message.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { match } from '../../wire/pattern/match.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { readText } from './player.ts';
import { type Step, type Trace, withDependencies } from './trace.ts';

/** An expectation of the response to an exchange, which does not meet it. */
export type Shown = { readonly judged: Exchange; readonly expect: Expectation };

const SHOWN_MAX = 6;

/** For the exchange that the finding cites or, if that is right, for another wrong one: later exchanges first, then the nearest. */
export async function simulatedExpectations(
  { exchanges, own, cited, stepsOf }: Trace,
  { deviation: { pointer = '' } }: Sighting,
  { target, sound }: Bench,
  write: (steps: readonly Step[]) => string,
): Promise<readonly Shown[]> {
  const needed = withDependencies(stepsOf(exchanges, undefined), own).map(({ exchange }) => exchange);
  const loaded = readText(write(stepsOf(needed, undefined)));
  if (!loaded.ok) return [];
  const [got, wanted] = [(await target(loaded.value)).responses, (await sound(loaded.value)).responses];
  const sent = needed.filter(({ request }) => !request.path.startsWith(CONTROL_PREFIX));
  const place = cited === undefined ? -1 : sent.indexOf(cited);
  const order = [...sent.slice(place), ...sent.slice(0, place).reverse()];
  for (const judged of order) {
    const index = sent.indexOf(judged);
    const [mine, right] = [got[index], wanted[index]];
    if (mine === undefined || right === undefined) continue;
    const shown = expectationsOf(mine, right, judged === cited ? pointer : '');
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
