/** sim/world/generated/plan: the content of a generated world as a table of events and markets. */
import { assertNever } from '../../../base/result.ts';
import {
  type EventKind,
  type EventPlan,
  event,
  LOSES,
  largePlan,
  ordinaryMarket,
  SPECIAL,
  times,
} from './plan-parts.ts';

/** The names of generated worlds, the smallest first. */
export const WORLD_SIZES = ['small', 'medium', 'large'] as const;
export type WorldSize = (typeof WORLD_SIZES)[number];

/** Enough markets that a wallet with both outcomes of all of them has more positions than a default page. */
const SMALL: readonly EventPlan[] = [
  ...SPECIAL,
  event('race', ...times(8, { tick: 10 })),
  event('ladder', ...times(14)),
  event('ladder', ...times(4), { paysRewards: false }),
  event('single', {}),
];

function mediumPlan(): EventPlan[] {
  const plans: EventPlan[] = [...SPECIAL];
  for (let index = 0; index < 4; index += 1) {
    plans.push(event('race', { fate: 'first-wins' }, ...times(5 + index, LOSES)));
  }
  for (let index = 0; index < 32; index += 1) {
    const kind: EventKind = index % 4 === 3 ? 'single' : index % 2 === 0 ? 'race' : 'ladder';
    const size = kind === 'single' ? 1 : 8 + ((index * 5) % 9);
    const changes = Array.from({ length: size }, (_, serial) => ordinaryMarket(serial + index));
    plans.push(event(kind, ...changes));
  }
  return plans;
}

export function planOf(world: WorldSize): readonly EventPlan[] {
  switch (world) {
    case 'small':
      return SMALL;
    case 'medium':
      return mediumPlan();
    case 'large':
      return largePlan();
    default:
      return assertNever(world);
  }
}
