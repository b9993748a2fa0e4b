/**
 * conformance/saving/comparing: everything that a check asked, asked again: of the target, and of the faithful simulator, whose answers
 * are what the target's should have been.
 */
import type { Response } from '../../wire/message.ts';
import { type Bench, loadedStory } from './bench.ts';
import type { Material } from './material.ts';
import { isSent } from './story.ts';

/** One request with what came and what should have come; undefined where that is not known. */
export type Row = {
  readonly place: number;
  readonly got: Response;
  readonly wanted: Response | undefined;
  /** False for what discovery read and nobody asked again: there both are what was read. */
  readonly isPlayed: boolean;
};

export type Compared = {
  /** All that was sent, in order. */
  readonly rows: readonly Row[];
  /** Some answer to what was asked again differs from the simulator's. */
  readonly isRepeated: boolean;
};

/**
 * Asks the target and the simulator what the check has asked; where they agree in all of it, also what discovery has. What the
 * target does not come to any more stays as it was recorded.
 */
export async function compare(material: Material, bench: Bench): Promise<Compared> {
  const first = await playedFrom(material.began, material, bench);
  return first.isRepeated || !bench.isSameWorld ? first : playedFrom(0, material, bench);
}

async function playedFrom(from: number, { pool, supply }: Material, bench: Bench): Promise<Compared> {
  const { places, isOwn } = supply(pool.flatMap((_, place) => (place >= from ? [place] : [])));
  const exchanges = places.flatMap((place) => pool[place] ?? []);
  const loaded = loadedStory({ exchanges, expect: undefined, kept: [] }, bench);
  const { answers } = await bench.target(loaded);
  const sound = bench.isSameWorld || isOwn ? (await bench.sound(loaded)).answers : [];
  const order = new Map(exchanges.filter(isSent).map((exchange, index) => [exchange, index]));
  const rows = pool.flatMap((exchange, place): readonly Row[] => {
    const { response } = exchange;
    const index = order.get(exchange);
    if (index !== undefined) return [{ place, got: answers[index] ?? response, wanted: sound[index], isPlayed: true }];
    // What another deployment would have told discovery is not known.
    if (!bench.isSameWorld || !isSent(exchange)) return [];
    return [{ place, got: response, wanted: response, isPlayed: false }];
  });
  return { rows, isRepeated: rows.some(isOther) };
}

function isOther({ got, wanted }: Row): boolean {
  return got.body !== wanted?.body || got.status !== wanted.status || headersOf(got) !== headersOf(wanted);
}

/** Which headers there are; what they say may be another each time. */
function headersOf({ headers }: Response): string {
  return Object.keys(headers).sort().join(' ');
}
