/** sim/clob/trading/own-trades: `GET /data/trades`: the trades of the caller's wallets on either side, newest first. */
import type { ParamValues } from '../../query.ts';
import type { RouteFunction } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import { ownerOf } from '../account/api-keys.ts';
import { pageOf } from './own-orders.ts';
import { tradeRecord } from './records.ts';

/** One page. Condition: bad-request. */
export const ownTrades: RouteFunction = (service, { params, caller }) => {
  const owner = ownerOf(service, caller?.index);
  const { views } = service;
  views.catchUp();
  const own = new Set(owner.wallets.flatMap(({ index }) => [...views.trades.ofWallet(index)]));
  const newestFirst = [...own].sort((a, b) => b - a).filter((trade) => matches(service, trade, params));
  return pageOf(service, params, newestFirst, service.profile.pages.trades, (trade) => {
    return tradeRecord(service, owner.account.index, views.trades.record(trade));
  });
};

function matches({ views }: Service, trade: number, params: ParamValues): boolean {
  const { id, maker_address: maker, market, asset_id: token, before, after } = params;
  const { event } = views.trades.record(trade);
  const outcomes = [event.outcome, ...event.makers.map(({ outcome }) => outcome)];
  const cards = outcomes.map((outcome) => views.tokens.card(event.market, outcome));
  const wallet = maker === undefined ? undefined : views.people.byAddress(String(maker))?.account.index;
  const wallets = [event.takerWallet, ...event.makers.map((leg) => leg.wallet)];
  return (
    (id === undefined || views.ids.trade.encode(trade) === id) &&
    (maker === undefined || wallets.some((index) => index === wallet)) &&
    (market === undefined || cards[0]?.conditionId === String(market).toLowerCase()) &&
    (token === undefined || cards.some((card) => card.tokenId === token)) &&
    (before === undefined || event.at < Number(before) * 1_000) &&
    (after === undefined || event.at > Number(after) * 1_000)
  );
}
