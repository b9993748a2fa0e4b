/** model/draw-order: draws the next order of a run: price, type, expiration, salt, size. */
import { MICRO, PRICE_ONE } from '../base/units.ts';
import type { OutcomeIndex, PlaceOrder } from '../spec/venue/command.ts';
import { SIZE_LIMIT } from '../spec/venue/rules.ts';
import { below, draw, oneIn, pick, type Stream } from './draws.ts';
import type { Habits, PriceHabit, SizeHabit } from './habits.ts';
import type { RegisteredMarket, Registry } from './registry.ts';

type Place = { readonly wallet: number; readonly market: number; readonly now: number };

const UNKNOWN: RegisteredMarket = { tick: 100, state: 'open', middle: PRICE_ONE / 2, group: undefined };

export function drawOrder(habits: Habits, registry: Registry, stream: Stream, place: Place): PlaceOrder {
  const market = registry.markets[place.market] ?? UNKNOWN;
  const bits = draw(stream);
  const outcome: OutcomeIndex = (bits & 1) === 0 ? 0 : 1;
  const isBid = (bits & 2) === 0;
  const takes = ((bits >> 2) & 255) < habits.marketable;
  const isWrong = ((bits >> 10) & 255) < habits.wrong;
  // One rule of form is violated at a time, so that each one is refused.
  const isPriceWrong = isWrong && (bits & (1 << 26)) === 0;
  const bookPrice = drawPrice(habits.prices, market, stream, isBid, takes);
  const type = pick(stream, habits.types);
  const price = outcome === 0 ? bookPrice : PRICE_ONE - bookPrice;
  const order = {
    kind: 'place' as const,
    wallet: place.wallet,
    key: pick(stream, habits.keys),
    market: place.market,
    outcome,
    side: isBid === (outcome === 0) ? ('BUY' as const) : ('SELL' as const),
    type,
    price: isPriceWrong ? wrongPrice(stream, price) : price,
    size: drawSize(habits.sizes, stream),
    postOnly: ((bits >> 18) & 255) < habits.postOnly,
    salt: drawSalt(habits, registry, stream),
  };
  const expires = (type === 'GTD') !== (isWrong && !isPriceWrong);
  return expires ? { ...order, expiresAt: drawExpiry(habits, stream, place.now) } : order;
}

/** In first-outcome terms, on the tick and in range. A crossing order goes past the middle. */
function drawPrice(
  habit: PriceHabit,
  market: RegisteredMarket,
  stream: Stream,
  isBid: boolean,
  takes: boolean,
): number {
  const { tick } = market;
  const steps = PRICE_ONE / tick - 1;
  if (habit === 'walk' && oneIn(stream, 4)) {
    market.middle += (below(stream, 3) - 1) * tick;
    if (market.middle < tick || market.middle > PRICE_ONE - tick) market.middle = PRICE_ONE / 2;
  }
  const reach = habit === 'wide' ? 1 + (steps >> 2) : habit === 'tight' ? 2 : 6;
  const off = below(stream, reach) * (isBid === takes ? 1 : -1);
  const middle = habit === 'edges' ? ((draw(stream) & 1) === 0 ? 1 : steps) : Math.round(market.middle / tick);
  return Math.min(steps, Math.max(1, middle + off)) * tick;
}

function wrongPrice(stream: Stream, price: number): number {
  const roll = draw(stream) & 3;
  if (roll === 0) return 0;
  return roll === 1 ? PRICE_ONE : price + (roll === 2 ? 1 : -1);
}

/** Around the nearest valid moment; half of them in whole seconds. */
function drawExpiry({ rules }: Habits, stream: Stream, now: number): number {
  const nearest = now + rules.minimumLifeMs;
  const roll = draw(stream) & 15;
  if (roll === 0) return nearest;
  if (roll < 5) return nearest + 1;
  const later = nearest + 1 + below(stream, 20_000);
  return roll < 12 ? later - (later % 1_000) + 1_000 : later;
}

/** Mostly new; numbers in half of the runs, and sometimes a text that looks like a number. */
function drawSalt({ salts }: Habits, registry: Registry, stream: Stream): string {
  const isOld = oneIn(stream, 128);
  if (!isOld) registry.salts += 1;
  const number = isOld ? below(stream, registry.salts + 1) : registry.salts;
  if (salts === 'texts') return `s${number}`;
  if (!oneIn(stream, 32)) return `${number}`;
  const texts = [`0${number}`, `${number}.0`, ` ${number}`, `-${number}`, `${2 ** 53}${number}`] as const;
  return pick(stream, [...texts, '', '\u{1f9c2}']);
}

/** Micro shares: fractions that round, whole shares, up to the limit. */
export function drawSize(habit: SizeHabit, stream: Stream): number {
  if (oneIn(stream, 128)) return wrongSize(stream);
  switch (habit) {
    case 'dust':
      return 1 + below(stream, oneIn(stream, 2) ? 60 : 100_000);
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
