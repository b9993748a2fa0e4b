/** model/draw-size: draws sizes in micro shares: fractions that round, whole shares, up to the limit. */
import { MICRO } from '../base/units.ts';
import { SIZE_LIMIT } from '../spec/venue/rules.ts';
import { below, chance, draw, type Stream } from './draws.ts';
import type { SizeHabit } from './habits.ts';

export function drawSize(habit: SizeHabit, stream: Stream): number {
  if (chance(stream, 1, 128)) return wrongSize(stream);
  switch (habit) {
    case 'dust':
      return 1 + below(stream, chance(stream, 1, 2) ? 60 : 100_000);
    case 'lots':
      return MICRO * (1 + below(stream, 9));
    case 'huge':
      return hugeSize(stream);
    case 'mixed':
      return mixedSize(stream);
  }
}

function mixedSize(stream: Stream): number {
  const roll = draw(stream) & 15;
  if (roll < 3) return 1 + below(stream, 60);
  if (roll < 6) return 1 + below(stream, 3_000_000);
  return roll === 6 ? hugeSize(stream) : MICRO * (1 + below(stream, 9));
}

/** The products of some of them with a price exceed 2^53. */
function hugeSize(stream: Stream): number {
  const roll = draw(stream) & 15;
  if (roll === 0) return SIZE_LIMIT;
  if (roll < 8) return 1 + below(stream, 1_000_000) * 1_000_000_007;
  return 1 + below(stream, 1_000_000) * 1_000_003;
}

function wrongSize(stream: Stream): number {
  const roll = draw(stream) & 3;
  if (roll === 0) return 0;
  return roll === 1 ? -1 : SIZE_LIMIT + roll - 1;
}
