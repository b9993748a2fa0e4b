/** proof/venue/oracle/book-facts: the book rebuilt from the log: levels, the best last, with queues of orders. */
import type { BookSide, Level, OrderFacts } from './facts.ts';

export function bestLevel({ levels }: BookSide): Level | undefined {
  // Reading index -1 is slow.
  return levels.length === 0 ? undefined : levels[levels.length - 1];
}

export function sizeAt(side: BookSide, price: number): number {
  const level = side.levels[placeOf(side, price)];
  return level === undefined || level.price !== price ? 0 : level.size;
}

export function bestOrder(side: BookSide): OrderFacts | undefined {
  const level = bestLevel(side);
  return level === undefined ? undefined : firstAt(level);
}

function firstAt(level: Level): OrderFacts | undefined {
  while (level.head < level.queue.length && level.queue[level.head]?.level !== level) level.head += 1;
  return level.queue[level.head];
}

export function join(side: BookSide, order: OrderFacts): void {
  const place = placeOf(side, order.bookPrice);
  let level = side.levels[place];
  if (level === undefined || level.price !== order.bookPrice) {
    level = { price: order.bookPrice, queue: [], head: 0, orders: 0, size: 0 };
    if (place === side.levels.length) side.levels.push(level);
    else side.levels.splice(place, 0, level);
  }
  level.queue.push(order);
  level.orders += 1;
  level.size += order.size - order.matched;
  order.level = level;
  side.orders += 1;
}

export function leave(side: BookSide, order: OrderFacts): void {
  const { level } = order;
  if (level === undefined) return;
  level.orders -= 1;
  level.size -= order.size - order.matched;
  order.level = undefined;
  side.orders -= 1;
  if (level.orders === 0) drop(side.levels, placeOf(side, level.price));
  else if (level.queue.length > 2 * level.orders + 16) compact(level);
}

export function* inPriority(side: BookSide): Generator<OrderFacts> {
  for (let at = side.levels.length - 1; at >= 0; at -= 1) {
    const level = side.levels[at];
    if (level === undefined) continue;
    for (let place = level.head; place < level.queue.length; place += 1) {
      const order: OrderFacts | undefined = level.queue[place];
      if (order?.level === level) yield order;
    }
  }
}

function drop(levels: Level[], place: number) {
  if (place === levels.length - 1) levels.pop();
  else levels.splice(place, 1);
}

function compact(level: Level) {
  level.queue = level.queue.filter((order) => order.level === level);
  level.head = 0;
}

/** The index of the level of this price, or the index at which it would be inserted. */
function placeOf({ isBid, levels }: BookSide, price: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = levels[middle]?.price ?? 0;
    if (isBid ? at < price : at > price) low = middle + 1;
    else high = middle;
  }
  return low;
}
