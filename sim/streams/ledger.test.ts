/** sim/streams/ledger.test: the trades of the user channel alone explain every balance. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../../base/result.ts';
import { MICRO, notionalFloor, PRICE_ONE, parseUnits } from '../../base/units.ts';
import type { Command, OutcomeIndex, Side } from '../../spec/venue/command.ts';
import { createTradingService, perform } from '../fixtures/trading-world.ts';
import type { Service } from '../service.ts';
import { createFrames } from './frames.ts';

type Leg = { owner: string; asset_id: string; side: Side; price: string; matched_amount: string };
type TradeMessage = {
  status: string;
  owner: string;
  asset_id: string;
  side: Side;
  trader_side: 'TAKER' | 'MAKER';
  maker_orders: Leg[];
};

/** Dollars, and shares by token id, micro. */
type Ledger = { cash: number; readonly tokens: Map<string, number> };

function units(text: string, digits: number): number {
  const value = parseUnits(text, digits);
  invariant(value !== undefined, `${text} is a decimal`);
  return value;
}

/** The gain of a wallet by a trade: as a taker by every leg, as a maker by its own ones. */
function apply(ledger: Ledger, message: TradeMessage, sign: 1 | -1): void {
  for (const leg of message.maker_orders) {
    const isTaker = message.trader_side === 'TAKER';
    if (!isTaker && leg.owner !== message.owner) continue;
    const own = units(leg.price, 4);
    const price = !isTaker || leg.asset_id === message.asset_id ? own : PRICE_ONE - own;
    const { side, asset_id: token } = isTaker ? message : leg;
    const size = units(leg.matched_amount, 6);
    const bought = side === 'BUY' ? sign : -sign;
    ledger.cash -= bought * notionalFloor(price, size);
    ledger.tokens.set(token, (ledger.tokens.get(token) ?? 0) + bought * size);
  }
}

function balance({ world, views }: Service, wallet: number): Ledger {
  const { venue } = world;
  const total = ({ free, reserved }: { free: number; reserved: number }): number => free + reserved;
  const tokens = [0, 1].flatMap((market) =>
    ([0, 1] as const).map((outcome) => {
      const held = total(venue.tokens(wallet, market, outcome));
      return [views.tokens.card(market, outcome).tokenId, held] as const;
    }),
  );
  return { cash: total(venue.cash(wallet)), tokens: new Map(tokens) };
}

let salt = 0;
function order(wallet: number, side: Side, outcome: OutcomeIndex, cents: number, shares: number, market = 0): Command {
  salt += 1;
  const terms = { side, outcome, price: cents * 100, size: shares * MICRO, type: 'GTC', postOnly: false } as const;
  return { kind: 'place', wallet, key: wallet, market, salt: String(salt), ...terms };
}

/** Transfers, a mint by two buyers, a merge by two sellers, several makers, and a trade that fails. */
const COMMANDS: readonly Command[] = [
  order(0, 'BUY', 0, 40, 30),
  order(1, 'BUY', 1, 60, 20),
  order(2, 'BUY', 1, 65, 10),
  order(1, 'BUY', 0, 55, 12),
  order(0, 'SELL', 0, 50, 5),
  order(1, 'SELL', 1, 70, 4),
  order(2, 'SELL', 0, 30, 4),
  order(2, 'SELL', 1, 35, 6),
  order(0, 'BUY', 0, 33, 7, 1),
  order(1, 'BUY', 1, 67, 9, 1),
  order(2, 'BUY', 0, 90, 2, 1),
];

describe('a ledger', () => {
  it('that is kept from trades alone equals the balances, after a failed trade too', () => {
    const service = createTradingService();
    for (const wallet of [0, 1, 2]) perform(service, { kind: 'split', wallet, market: 0, size: 20 * MICRO });
    const frames = createFrames(() => service);
    const ledgers = [0, 1, 2].map((wallet) => balance(service, wallet));
    const statuses = new Set<string>();
    const read = (): void => {
      frames.catchUp(({ channel, event, text, ...frame }) => {
        if (channel !== 'user' || event !== 'trade' || !('wallet' in frame)) return;
        const message: TradeMessage = JSON.parse(text());
        const ledger = ledgers[frame.wallet];
        statuses.add(`${message.status} ${message.trader_side}`);
        if (ledger !== undefined && message.status === 'MATCHED') apply(ledger, message, 1);
        if (ledger !== undefined && message.status === 'FAILED') apply(ledger, message, -1);
      });
      for (const wallet of [0, 1, 2]) expect(ledgers[wallet]).toEqual(balance(service, wallet));
    };
    for (const command of COMMANDS) {
      expect(perform(service, command)).toBe(true);
      read();
    }
    expect(service.world.venue.tradeCount).toBeGreaterThan(4);
    expect(perform(service, { kind: 'disturb-settlement', trade: 1, outcome: 'fail' })).toBe(true);
    read();
    expect(perform(service, { kind: 'disturb-settlement', trade: 2, outcome: 'hold' })).toBe(true);
    read();
    service.world.venue.advanceTo(service.world.venue.now + 60_000);
    read();
    expect([...statuses].filter((status) => status.endsWith('MAKER')).sort()).toEqual([
      'CONFIRMED MAKER',
      'FAILED MAKER',
      'MATCHED MAKER',
      'MINED MAKER',
    ]);
  });
});
