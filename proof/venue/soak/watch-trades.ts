/** proof/venue/soak/watch-trades: marks of trades and their legs. */
import { MICRO, PRICE_ONE } from '../../../base/units.ts';
import type { FeeTerms } from '../../../spec/venue/command.ts';
import type { MakerLeg, TradeEvent } from '../../../spec/venue/event.ts';
import type { Marks } from './marks.ts';
import type { Watch } from './watch-state.ts';

const MAKERS = 8;

export function observeTrade(watch: Watch, trade: TradeEvent): void {
  const { marks, orders, markets } = watch;
  watch.trades[trade.trade] = { market: trade.market, taker: trade.takerOrder, status: 'MATCHED', wasRetried: false };
  watch.unsettled += 1;
  const { happenings } = marks;
  const market = markets[trade.market];
  const taker = orders[trade.takerOrder];
  let levels = 0;
  let lastPrice = -1;
  for (const leg of trade.makers) {
    observeLeg(marks, trade, leg);
    if (market !== undefined) observeFees(marks, market.fee, leg);
    if (leg.takerPrice !== lastPrice) levels += 1;
    lastPrice = leg.takerPrice;
    if (taker !== undefined && leg.takerPrice !== taker.accepted.price) {
      happenings['leg at a better price than the limit'] += 1;
    }
    const maker = orders[leg.order];
    if (maker === undefined) continue;
    maker.matched += leg.size;
    maker.left -= leg.size;
    if (maker.left > 0) happenings['leg leaves the maker a rest'] += 1;
  }
  if (trade.makers.length > 1) happenings['trade with several makers'] += 1;
  if (trade.makers.length > MAKERS) happenings['trade with more than eight makers'] += 1;
  if (levels > 1) happenings['trade over several levels'] += 1;
  if (taker !== undefined) {
    taker.matched += trade.size;
    taker.left -= trade.size;
    taker.trade = trade.trade;
  }
  if (market !== undefined) market.changes += 1;
}

function observeLeg({ happenings }: Marks, trade: TradeEvent, leg: MakerLeg) {
  if (leg.outcome === trade.outcome) happenings['leg transfers a token'] += 1;
  else if (leg.side === 'BUY') happenings['leg mints a set'] += 1;
  else happenings['leg merges a set'] += 1;
  if (leg.price * leg.size > Number.MAX_SAFE_INTEGER) happenings['leg worth more than 2^53 before division'] += 1;
  if ((leg.price * (leg.size % PRICE_ONE)) % PRICE_ONE !== 0) {
    if (leg.side === 'BUY') happenings['leg of a BUY rounded up'] += 1;
    else happenings['leg of a SELL rounded down'] += 1;
  }
}

function observeFees({ happenings }: Marks, terms: FeeTerms, leg: MakerLeg) {
  if (terms.rate === 0) return;
  if (leg.fee > 0) happenings['leg with a maker fee'] += 1;
  if (leg.takerFee === 0) happenings['leg whose fee rounds to nothing'] += 1;
  // The fee of a part of a share has more decimals than are kept.
  else if (leg.size % MICRO !== 0) happenings['fee rounded to its step'] += 1;
}
