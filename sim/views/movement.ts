/**
 * sim/views/movement: the effect of an event on the tokens of wallets. Positions, activity and holders are folds over
 * movements only, so they cannot disagree. A split is a purchase of both outcomes at half a dollar, a merge a sale of
 * both at half a dollar, a redemption a sale at the payout. A conversion treats every member of the group as equally
 * likely to win: with m members a first outcome is bought at 1/m, a second one sold at 1 - 1/m, so that the dollars of
 * all its movements add up to the cash paid. A transfer is a sale and a purchase at half a dollar. A reversed trade is
 * the opposite trade at the same prices.
 */
import { MICRO, mulDivFloor, mulDivHalfUp } from '../../base/units.ts';
import type { OutcomeIndex, Side } from '../../spec/venue/command.ts';
import type { Event, MakerLeg, Trade } from '../../spec/venue/event.ts';
import { MICRO_PER_PRICE_UNIT, OUTCOMES } from './token-price.ts';

type MovementType = 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM' | 'CONVERSION' | 'TRANSFER';

/** A wallet received (BUY) or gave up (SELL) tokens of one outcome. */
export type Movement = Readonly<{
  type: MovementType;
  /** Service clock, milliseconds. */
  at: number;
  wallet: number;
  market: number;
  outcome: OutcomeIndex;
  side: Side;
  /** Micro shares. */
  size: number;
  /** Micro dollars, without fees. */
  cash: number;
  /** Micro dollars a share. */
  price: number;
  /** Trade number of a TRADE, made or reversed, else the position of the event in the log. */
  source: number;
}>;

/** The movements of the event at this position of the log, in a fixed order; most events have none. */
export function movementsOf(event: Event, position: number): readonly Movement[] {
  switch (event.kind) {
    case 'trade':
      return tradeMovements(event);
    case 'trade-reversed':
      return tradeMovements(event).map((movement) => ({ ...movement, side: movement.side === 'BUY' ? 'SELL' : 'BUY' }));
    case 'split':
      return pairMovements('SPLIT', 'BUY', event, position);
    case 'merged':
      return pairMovements('MERGE', 'SELL', event, position);
    case 'redeemed':
      return redemptionMovements(event, position);
    case 'converted':
      return conversionMovements(event, position);
    case 'transferred':
      return transferMovements(event, position);
    default:
      return NONE;
  }
}

const NONE: readonly Movement[] = [];

/** One for each price of the taker's fills, then one for each maker's leg. */
function tradeMovements(event: Trade): readonly Movement[] {
  const { at, market, trade: source, side, outcome, takerWallet } = event;
  const common = { type: 'TRADE', at, market, source } as const;
  const takers: Movement[] = [];
  for (const { takerPrice, takerCash, size } of event.makers) {
    const price = takerPrice * MICRO_PER_PRICE_UNIT;
    const last = takers.at(-1);
    if (last?.price === price) {
      takers[takers.length - 1] = { ...last, size: last.size + size, cash: last.cash + takerCash };
    } else {
      takers.push({ ...common, wallet: takerWallet, outcome, side, size, cash: takerCash, price });
    }
  }
  return [...takers, ...event.makers.map((leg) => makerMovement(common, leg))];
}

function makerMovement(
  common: Pick<Movement, 'type' | 'at' | 'market' | 'source'>,
  { wallet, outcome, side, size, cash, price }: MakerLeg,
): Movement {
  return { ...common, wallet, outcome, side, size, cash, price: price * MICRO_PER_PRICE_UNIT };
}

function pairMovements(
  type: 'SPLIT' | 'MERGE',
  side: Side,
  { at, wallet, market, size }: Readonly<{ at: number; wallet: number; market: number; size: number }>,
  source: number,
): readonly Movement[] {
  const half = Math.floor(size / 2);
  return OUTCOMES.map((outcome) => {
    const cash = outcome === 0 ? half : size - half;
    return { type, at, wallet, market, outcome, side, size, cash, price: MICRO / 2, source };
  });
}

function transferMovements(
  { at, wallet, to, amount: size, market, outcome }: Event & { readonly kind: 'transferred' },
  source: number,
): readonly Movement[] {
  if (market === undefined || outcome === undefined) return NONE;
  const common = { type: 'TRANSFER', at, market, outcome, size, price: MICRO / 2, source } as const;
  const half = Math.floor(size / 2);
  return [
    { ...common, wallet, side: 'SELL', cash: half },
    { ...common, wallet: to, side: 'BUY', cash: half },
  ];
}

function redemptionMovements(
  { at, wallet, market, sizes, paid }: Event & { readonly kind: 'redeemed' },
  source: number,
): readonly Movement[] {
  return OUTCOMES.filter((outcome) => sizes[outcome] > 0).map((outcome) => ({
    type: 'REDEEM',
    at,
    wallet,
    market,
    outcome,
    side: 'SELL',
    size: sizes[outcome],
    cash: paid[outcome],
    price: mulDivHalfUp(paid[outcome], MICRO, sizes[outcome]),
    source,
  }));
}

/** One for each of m members, each with a nearly equal part of a dollar: parts add up to the dollar and the size. */
function conversionMovements(
  { at, wallet, markets, others, size }: Event & { readonly kind: 'converted' },
  source: number,
): readonly Movement[] {
  const givenUp = new Set(markets);
  const members = [...markets, ...others].sort((a, b) => a - b);
  const before = members.map((_, index) => mulDivFloor(MICRO, index, members.length));
  return members.map((market, index) => {
    const [from = 0, to = MICRO] = before.slice(index);
    const part = mulDivFloor(size, to, MICRO) - mulDivFloor(size, from, MICRO);
    const common = { type: 'CONVERSION', at, wallet, market, size, source } as const;
    return givenUp.has(market)
      ? { ...common, outcome: 1, side: 'SELL', cash: size - part, price: MICRO - (to - from) }
      : { ...common, outcome: 0, side: 'BUY', cash: part, price: to - from };
  });
}
