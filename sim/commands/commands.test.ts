/** sim/commands tests: a world that moves during service, in process; values as in docs/simulator.md. */
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { WorldDescription } from '../world/written/description.ts';
import type { WorldCommand } from './command-words.ts';

const WORLD: WorldDescription = {
  markets: { rain: {}, wind: { tick: 0.001 } },
  wallets: { ada: { cash: 100, tokens: { rain: 50 } }, ben: { cash: 100 } },
};
const simulator = (more: object = {}): Simulator => createSimulator({ world: WORLD, limits: 'off', ...more });
const read = ({ handle }: Simulator, path: string, query = {}) => JSON.parse(handle(get(path, query)).body);
const idOf = ({ named }: Simulator, market: string): string => named.markets[market]?.conditionId ?? '';
const stateOf = (own: Simulator, market: string): string => read(own, `/markets/${idOf(own, market)}`).status;
const ordered = (own: Simulator, more: object = {}): { status: string; orderID: string } =>
  own.order({ wallet: 'ada', market: 'rain', price: 0.4, size: 10, ...more }).body as never;
const addressOf = ({ named }: Simulator, wallet: string): string => named.wallets[wallet]?.address ?? '';

describe('a command', () => {
  it('pauses, resumes, closes and resolves a market on every route', () => {
    const own = simulator();
    expect(ordered(own).status).toBe('live');
    own.command({ pause: 'rain' });
    expect(stateOf(own, 'rain')).toBe('paused');
    expect(own.order({ market: 'rain', price: 0.4, size: 10 }).status).not.toBe(200);
    own.command({ resume: idOf(own, 'rain') });
    expect(stateOf(own, 'rain')).toBe('active');
    own.command({ resolve: { market: 'rain', pays: 'yes' } });
    expect(stateOf(own, 'rain')).toBe('resolved');
    // The order that rested has ended, as by the rules.
    expect(own.log.filter(({ kind }) => kind === 'order-closed')).toMatchObject([{ reason: 'market-closed' }]);
    const { slug = '' } = own.named.markets['wind'] ?? {};
    own.command({ void: slug });
    expect(read(own, `/markets/${idOf(own, 'wind')}`)).toMatchObject({ is_50_50_outcome: true, closed: true });
    own.command({ redeem: { wallet: 'ada', market: 'rain' } });
  });

  it('changes a tick, deposits and transfers', () => {
    const own = simulator();
    own.command({ tick: { market: 'rain', to: 0.001 } });
    expect(own.named.markets['rain']?.tick).toBe(0.001);
    own.command({ deposit: { wallet: 'ben', cash: 3 } });
    own.command({ transfer: { wallet: 'ada', to: addressOf(own, 'ben'), cash: 20.5 } });
    own.command({ transfer: { wallet: 'ada', to: 'ben', market: 'rain', outcome: 'no', size: 7 } });
    expect(own.log.slice(-3)).toMatchObject([
      { kind: 'deposited', wallet: 1, amount: 3_000_000 },
      { kind: 'transferred', wallet: 0, to: 1, amount: 20_500_000 },
      { kind: 'transferred', wallet: 0, to: 1, amount: 7_000_000, market: 0, outcome: 1 },
    ]);
    expect(read(own, '/positions', { user: addressOf(own, 'ben') })).toMatchObject([{ size: 7, outcome: 'No' }]);
    // The interface lists no such type of activity.
    expect(read(own, '/activity', { user: addressOf(own, 'ben') })).toEqual([]);
  });

  it('holds and releases the settlement of a trade', () => {
    const own = simulator();
    const { orderID } = ordered(own);
    expect(own.fill(orderID, 6)).toBe(6);
    const status = () => read(own, '/builder/trades')[0].status;
    own.command({ settlement: { trade: 'last', outcome: 'hold' } });
    own.advance(3_600_000);
    expect(status()).toBe('MATCHED');
    own.command({ settlement: { trade: own.ids.trade(0) ?? '', outcome: 'release' } });
    own.advance(60_000);
    expect(status()).toBe('CONFIRMED');
    expect(() => own.command({ settlement: { trade: 1, outcome: 'fail' } })).toThrow(
      'settlement: trade-settled: it is CONFIRMED',
    );
  });

  it('opens a market that all routes serve and that takes orders', () => {
    const own = simulator();
    read(own, '/markets');
    const { market } = own.command({ open: { market: 'snow', question: 'Snow?', tick: 0.001, ends: 3_600 } });
    expect(market).toEqual(own.named.markets['snow']);
    const [listed] = read(own, '/markets', { conditionId: market?.conditionId });
    expect(listed).toMatchObject({ question: 'Snow?', endDate: new Date(own.now() + 3_600_000).toISOString() });
    expect(read(own, '/markets')).toHaveLength(3);
    expect(read(own, `/markets/slug/${market?.slug}`)).toMatchObject({ question: 'Snow?' });
    expect(read(own, `/events/slug/${market?.eventSlug}`).id).toBe(market?.eventId);
    expect(ordered(own, { market: 'snow', price: 0.401 }).status).toBe('live');
    const [book] = JSON.parse(own.handle(withJson('POST', '/books', [{ token_id: market?.yes }])).body);
    expect(book.bids).toMatchObject([{ price: '0.401' }]);
    expect(() => own.command({ open: { market: 'rain' } })).toThrow('open.market: there is a market "rain" already');
    expect(() => own.command({ open: { market: 'sleet', tick: 0.03 } })).toThrow('open.tick: a tick divides');
  });

  it('publishes a comment and a reply', () => {
    const own = simulator();
    const { comment = '' } = own.command({ comment: { wallet: 'ada', market: 'rain', text: 'wet' } });
    const { comment: reply = '' } = own.command({
      comment: { wallet: 'ben', market: 'rain', text: 'dry', reply: comment },
    });
    own.command({ comment: { wallet: 'ada', market: 'rain', text: 'no', reply } });
    const createdAt = new Date(own.now()).toISOString();
    // The route shows the replies of a comment.
    expect(read(own, `/comments/${comment}`)).toMatchObject([
      { id: reply, body: 'dry', createdAt, parentCommentID: comment, replyCount: 1, replies: [{ body: 'no' }] },
    ]);
  });

  it('keeps the heartbeat session of a client when a counterparty joins', () => {
    const own = simulator();
    const beat = (id: object) => own.handle(signedBeat(own, id));
    const { heartbeat_id: first } = JSON.parse(beat({}).body);
    own.fill(ordered(own).orderID);
    expect(beat({ heartbeat_id: first }).status).toBe(200);
  });
});

function signedBeat(own: Simulator, body: object) {
  const wallet = own.named.wallets['ada'];
  if (wallet === undefined) throw new Error('there is ada');
  return signed(wallet, withJson('POST', '/v1/heartbeats', body), Math.floor(own.now() / 1_000));
}

describe('a command that cannot be performed', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [
      { close: 'rian' },
      'close: no market "rian": did you mean "rain"? there are rain, wind; or pass a condition id or a slug',
    ],
    [{ resolve: { market: 'rain', pays: 'maybe' } }, 'resolve.pays: yes, no, or dollars for each outcome'],
    [{ resolve: { market: 'rain', pays: [0.5, 0.6] } }, 'resolve: the payouts of both outcomes add up to 1'],
    [
      { deposit: { wallet: 'eve', cash: 1 } },
      'deposit.wallet: no wallet "eve": there are ada, ben; or pass an address',
    ],
    [{ transfer: { wallet: 'ada', to: 'ben', cash: 101 } }, 'transfer: insufficient-cash: needs 101, has 100'],
    [{ transfer: { wallet: 'ada', to: 'ada', cash: 1 } }, 'transfer: a transfer goes to another wallet'],
    [{ transfer: { wallet: 'ada', to: 'ben' } }, 'transfer: takes cash, or market, outcome and size'],
    [{ deposit: { wallet: 'ada', cash: 0 } }, 'deposit.cash: it must be more than 0'],
    [
      { settlement: { trade: 'last', outcome: 'hold' } },
      'settlement.trade: no trade "last": there are 0, counted from 1',
    ],
    [{ settlement: { trade: 3, outcome: 'hold' } }, 'settlement: unknown-trade'],
    [{ fill: { order: 'x' } }, 'fill.order: no order "x": pass the orderID of a response'],
    [{ comment: { wallet: 'ada', market: 'rain', text: 'a', reply: '999' } }, 'comment.reply: no comment "999"'],
    [{ jump: 1 }, 'not one command: pause, resume, close, resolve, void, tick,'],
    [{ pause: 'rain', close: 'rain' }, 'not one command: '],
    [{ pause: 1 }, 'pause: Invalid input: expected string, received number'],
    [null, 'not one command: '],
  ];
  it.each(cases)('%j throws one line and changes nothing', (words, message) => {
    const own = simulator();
    const before = own.hash();
    let text = '';
    try {
      own.command(words as WorldCommand);
    } catch (error) {
      text = String((error as Error).message);
    }
    expect(text.slice(0, message.length)).toBe(message);
    expect(text).not.toContain('\n');
    expect(own.hash()).toBe(before);
  });
});

describe('fill', () => {
  it('lets orders ahead trade first, and fills a sale as well as a purchase', () => {
    const own = simulator();
    const first = ordered(own, { wallet: 'ben', price: 0.45 });
    const second = ordered(own, { wallet: 'ben' });
    const third = ordered(own);
    ordered(own, { wallet: 'ben' });
    expect(own.fill(third.orderID, 5)).toBe(5);
    const left = (id: string): string | undefined =>
      own.log.filter((event) => event.kind === 'order-closed' && own.ids.order(event.order) === id).length === 1
        ? 'ended'
        : 'open';
    expect([first, second, third].map(({ orderID }) => left(orderID))).toEqual(['ended', 'ended', 'open']);
    expect(() => own.fill(third.orderID, 6)).toThrow('fill.size: 5 shares of the order are open');
    const sale = ordered(own, { side: 'SELL', price: 0.7, outcome: 'no' });
    expect(own.fill(sale.orderID)).toBe(10);
    expect(() => own.fill(sale.orderID)).toThrow('fill.order: the order does not rest: it is matched');
  });

  it('works in a world with one wallet, and with fees', () => {
    const fee = { rate: 1, exponent: 0 as const, takerOnly: true };
    const own = createSimulator({ world: { markets: { rain: { fee } }, wallets: { ada: { cash: 10 } } } });
    const { orderID } = own.order({ market: 'rain', price: 0.9, size: 5 }).body as { orderID: string };
    expect(own.fill(orderID)).toBe(5);
  });
});

describe('order and cancel', () => {
  it('take the words of scenarios', () => {
    const own = simulator();
    const { status, body } = own.order({
      wallet: 'ben',
      market: 'wind',
      outcome: 'no',
      price: 0.123,
      size: 6,
      postOnly: true,
    });
    expect([status, body]).toMatchObject([200, { success: true, status: 'live' }]);
    const { orderID } = body as { orderID: string };
    expect(own.cancel(orderID, 'ben')).toMatchObject({ status: 200, body: { canceled: [orderID] } });
    expect(own.order({ market: 'rain', price: 0.4, size: 5, type: 'GTD', expires: '90s' }).status).toBe(200);
    const expiry = own.log.at(-1);
    expect(expiry).toMatchObject({ kind: 'order-accepted', expiresAt: own.now() + 90_000 });
    expect(own.order({ market: 'rain', price: 0.4, size: 5, over: { orderType: null } }).status).toBe(400);
    expect(() => own.order({ market: 'rian', price: 0.4, size: 5 })).toThrow('order.market: no market "rian": did you');
    expect(() => own.order({ market: 'rain', price: 0.4, size: 5, expires: 'soon' })).toThrow('order.expires: "soon"');
  });
});

describe('commands in a journal', () => {
  const { newFolder } = testFolder('commands');

  it.each([0, 3])('are restored by a restart, and gone after a reset (snapshot every %i)', (snapshotEvery) => {
    const journal = { directory: newFolder(), snapshotEvery };
    const first = simulator({ journal });
    first.command({ open: { market: 'snow' } });
    first.command({ transfer: { wallet: 'ada', to: 'ben', cash: 5 } });
    const { orderID } = ordered(first, { market: 'snow' });
    first.fill(orderID, 5);
    first.command({ settlement: { trade: 1, outcome: 'hold' } });
    const { comment = '' } = first.command({ comment: { wallet: 'ada', market: 'snow', text: 'white' } });
    first.command({ comment: { wallet: 'ben', market: 'snow', text: 'grey', reply: comment } });
    const shown = (own: Simulator) => [
      own.hash(),
      own.named.markets,
      read(own, '/markets'),
      read(own, `/comments/${comment}`),
      read(own, '/builder/trades'),
      read(own, '/holders', { market: idOf(own, 'snow') }),
    ];
    const before = shown(first);
    first.close();
    const second = simulator({ journal });
    expect(shown(second)).toEqual(before);
    second.command({ open: { market: 'hail' } });
    expect(ordered(second, { market: 'hail' }).status).toBe('live');
    second.reset();
    expect(Object.keys(second.named.markets)).toEqual(['rain', 'wind']);
    expect(second.hash()).toBe(simulator().hash());
    second.close();
  });

  it('are the same in two simulators', () => {
    const played = (): string => {
      const own = simulator();
      own.command({ open: { market: 'snow' } });
      own.fill(ordered(own, { market: 'snow' }).orderID);
      return own.hash();
    };
    expect(played()).toBe(played());
  });
});
