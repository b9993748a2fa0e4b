/** proof/venue/oracle/reference-invariants: events refer to existing and open objects, so a log can be followed. */
import { type LogInvariant, onEvent, type Wrong } from './invariant.ts';

function follows(what: string, number: number, due: number): Wrong {
  return number === due ? undefined : `${what} ${number} should have number ${due}`;
}

export const REFERENCE_INVARIANTS = {
  numbersFollow: onEvent(
    ['market-listed', 'wallet-opened', 'markets-grouped', 'order-accepted', 'trade'],
    (facts, event) => {
      switch (event.kind) {
        case 'market-listed':
          return follows('market', event.market, facts.markets.length);
        case 'wallet-opened':
          return follows('wallet', event.wallet, facts.wallets.length);
        case 'markets-grouped':
          return follows('group', event.group, facts.groups.length);
        case 'order-accepted':
          return follows('order', event.order, facts.accepted);
        default:
          return follows('trade', event.trade, facts.traded);
      }
    },
  ),

  partiesKnown: onEvent(
    [
      'deposited',
      'split',
      'merged',
      'redeemed',
      'converted',
      'transferred',
      'order-accepted',
      'market-state',
      'market-resolved',
      'tick-changed',
    ],
    ({ wallets, markets }, event) => {
      if ('wallet' in event && wallets[event.wallet] === undefined) return `no wallet ${event.wallet}`;
      if ('to' in event && wallets[event.to] === undefined) return `no wallet ${event.to}`;
      const isOfMarket = 'market' in event && event.market !== undefined;
      return isOfMarket && markets[event.market] === undefined ? `no market ${event.market}` : undefined;
    },
  ),

  endedOnce: onEvent(['order-closed', 'order-released', 'order-reduced', 'trade'], (facts, event) => {
    const number = event.kind === 'trade' ? event.takerOrder : event.order;
    if (facts.present.order === undefined) return `order ${number} is not open`;
    if (event.kind !== 'trade') return undefined;
    const ended = event.makers.find((leg) => !facts.orders.has(leg.order));
    return ended === undefined ? undefined : `order ${ended.order} is not open`;
  }),

  /** Orders are accepted, released and traded only in an open market. */
  tradingOpen: onEvent(['order-accepted', 'order-released', 'trade'], (facts, event) => {
    const market = event.kind === 'order-released' ? facts.present.order?.market : facts.markets[event.market];
    return market?.state === 'open' ? undefined : `${event.kind} in a ${market?.state} market`;
  }),
} as const satisfies Readonly<Record<string, LogInvariant>>;
