/** sim/clob/data/trades: `GET /trades`: a row for each price of a taker, and one for each maker unless unwanted. */
import { formatMicro, unitsToNumber } from '../../../base/units.ts';
import type { ParamValues } from '../../query.ts';
import { error, okJson, type RouteFunction } from '../../routes/call.ts';
import { type Movement, movementsOf } from '../../views/movement.ts';
import type { TradeFilter } from '../../views/trades.ts';
import type { Views } from '../../views/views.ts';
import { inChunks, type MarketSet, marketsOf, movementFilter, pageOf } from './filters.ts';

/** Conditions: bad-request. An unknown wallet has no trades. */
export const trades: RouteFunction = (service, { params }) => {
  const { views } = service;
  const { user, takerOnly, filterType, filterAmount } = params;
  if ((filterType === undefined) !== (filterAmount === undefined)) {
    return error('bad-request', 'filterType and filterAmount only together');
  }
  const markets = marketsOf(service, params);
  if (!markets.ok) return markets.refusal;
  views.catchUp();
  const wallet = user === undefined ? undefined : views.people.byAddress(String(user))?.account.index;
  if (user !== undefined && wallet === undefined) return okJson('[]');
  const passes = movementFilter(markets.value, params);
  const isLarge = amountFilter(params);
  const all = movementsOfTrades(views, wallet, takerOnly === true, markets.value);
  const page = pageOf(all, (movement) => passes(movement) && isLarge(movement), params);
  return okJson(`[${page.map((movement) => rowText(views, movement)).join(',')}]`);
};

function amountFilter({ filterType, filterAmount }: ParamValues): (movement: Movement) => boolean {
  if (filterType === undefined) return () => true;
  return ({ cash, size }) => unitsToNumber(filterType === 'CASH' ? cash : size, 6) >= Number(filterAmount);
}

/** Newest first. The trades of a maker are found in the feed of the wallet, all others in the list of trades. */
function* movementsOfTrades(
  views: Views,
  wallet: number | undefined,
  takerOnly: boolean,
  markets: MarketSet,
): Generator<Movement> {
  const hasFailed = (trade: number): boolean => views.trades.record(trade).status === 'FAILED';
  if (wallet !== undefined && !takerOnly) {
    for (const movement of inChunks((skip, limit) => views.activity.page(wallet, skip, limit))) {
      if (movement.type === 'TRADE' && !hasFailed(movement.source)) yield movement;
    }
    return;
  }
  const [market] = markets?.size === 1 ? markets : [];
  const filter: TradeFilter = { taker: wallet, market };
  for (const trade of inChunks((skip, limit) => views.trades.newestFirst(filter, skip, limit))) {
    if (hasFailed(trade)) continue;
    const { event } = views.trades.record(trade);
    const movements = movementsOf(event, 0);
    yield* takerOnly ? movements.slice(0, movements.length - event.makers.length) : movements;
  }
}

function rowText(views: Views, { wallet, market, outcome, side, size, price, at, source }: Movement): string {
  const { json } = views.tokens.card(market, outcome);
  const person = views.people.person(wallet);
  return (
    `{${person.wallet},"side":"${side}",${json.asset},"size":${formatMicro(size)},"price":${formatMicro(price)}` +
    `,"timestamp":${Math.floor(at / 1_000)},${json.market},${json.outcome},${person.names}` +
    `,"transactionHash":"${views.ids.tradeTransaction.encode(source)}"}`
  );
}
