/** scenarios/running/draws: the values that a scenario draws from its seed. */

import type { Rng } from '../../base/rng.ts';
import { PRICE_ONE } from '../../base/units.ts';
import type { Draw } from '../language/step.ts';
import type { OpenStage } from '../stage.ts';
import { ScenarioError } from './play.ts';

/** One value, or a list with `count`. `draw` is already filled in. */
export function drawValue(draw: Draw, rng: Rng, stage: OpenStage): unknown {
  if ('int' in draw) return several(draw.count, () => rng.between(draw.int[0], draw.int[1]));
  if ('of' in draw) return several(draw.count, () => rng.pick(draw.of));
  if ('shuffle' in draw) {
    if (!Array.isArray(draw.shuffle)) throw new ScenarioError('shuffle needs a list');
    return rng.sample(draw.shuffle as readonly unknown[], draw.shuffle.length);
  }
  return drawOrders(draw, rng, stage);
}

function several(count: number | undefined, draw: () => unknown) {
  return count === undefined ? draw() : Array.from({ length: count }, draw);
}

/** Orders `{side, price, size}` on the tick. Unless they may cross, bids are below the middle of the prices. */
function drawOrders(
  { orders, market: name, crossing, price, size, side }: Extract<Draw, { orders: unknown }>,
  rng: Rng,
  stage: OpenStage,
): unknown {
  const market = Object.hasOwn(stage.markets, name) ? stage.markets[name] : undefined;
  if (market === undefined) throw new ScenarioError(`there is no market ${name} to draw orders for`);
  const tick = Math.round(market.tick * PRICE_ONE);
  const [low, high] = price.map((dollars) => Math.round((dollars * PRICE_ONE) / tick));
  const [least, most] = [Math.max(size[0], market.minSize), size[1]];
  if (low === undefined || high === undefined || low < 1 || high <= low || least > most)
    throw new ScenarioError(
      `orders of ${name} need a range of prices and sizes that contains a tick and the minimum size`,
    );
  const middle = Math.floor((low + high) / 2);
  return Array.from({ length: orders }, () => {
    const chosen = side === 'both' ? (rng.chance(0.5) ? 'BUY' : 'SELL') : side;
    const [from, to] = crossing ? [low, high] : chosen === 'BUY' ? [low, middle] : [middle + 1, high];
    return {
      side: chosen,
      price: (rng.between(from, to) * tick) / PRICE_ONE,
      size: rng.between(Math.ceil(least), Math.floor(most)),
    };
  });
}
