/** sim/commands/world-command.test: commands to a running world, and orders without bodies. */
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, withJson } from '../../wire/message.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { WorldError } from '../world/world-error.ts';
import type { WorldCommand } from './command-words.ts';

const { newFolder } = testFolder('world-command');

const WORLD = {
  markets: { rain: {}, snow: {} },
  wallets: { ada: { cash: 100, tokens: { rain: 50 } }, ben: { cash: 100 }, cat: {} },
};

function start(options: SimulatorOptions = {}): Simulator {
  return createSimulator({ world: WORLD, limits: 'off', ...options });
}

const BID = { wallet: 'ben', market: 'rain', side: 'BUY', price: 0.4, size: 10 } as const;

function bid(simulator: Simulator, terms: Partial<typeof BID> = {}): string {
  const { status, body } = simulator.order({ ...BID, ...terms });
  expect(status).toBe(200);
  return (body as { orderID: string }).orderID;
}

/** The kinds and fields of the events that `act` causes. */
function eventsOf(simulator: Simulator, act: () => void): readonly object[] {
  const from = simulator.eventCount;
  act();
  return simulator.log.slice(from);
}

function marketOf(simulator: Simulator): Record<string, unknown> {
  const { conditionId = '' } = simulator.named.markets['rain'] ?? {};
  return JSON.parse(simulator.handle(get(`/markets/${conditionId}`)).body);
}

describe('a command', () => {
  it.each<[string, WorldCommand, object]>([
    ['pauses', { pause: 'rain' }, { kind: 'market-state', market: 0, state: 'paused' }],
    ['closes', { close: 'rain' }, { kind: 'market-state', market: 0, state: 'closed' }],
    ['resolves', { resolve: { market: 'rain', pays: 'no' } }, { kind: 'market-resolved', payout: [0, 1_000_000] }],
    ['voids', { void: 'rain' }, { kind: 'market-resolved', payout: [500_000, 500_000] }],
    ['changes the tick of', { tick: { market: 'rain', to: 0.001 } }, { market: 0, tick: 10 }],
  ])('%s a market by name, condition id and slug', (_, command, event) => {
    const { conditionId = '', slug = '' } = start().named.markets['rain'] ?? {};
    for (const name of ['rain', conditionId, slug]) {
      const simulator = start();
      const named = JSON.parse(JSON.stringify(command).replace('"rain"', JSON.stringify(name)));
      expect(eventsOf(simulator, () => simulator.command(named))).toContainEqual(expect.objectContaining(event));
    }
  });

  it('shows in the responses of the service', () => {
    const simulator = start();
    expect(marketOf(simulator)).toMatchObject({ closed: false });
    simulator.command({ pause: 'rain' });
    expect(simulator.order(BID)).toMatchObject({ status: 409 });
    simulator.command({ resume: 'rain' });
    bid(simulator);
    // The order still rests.
    const events = eventsOf(simulator, () => simulator.command({ resolve: { market: 'rain', pays: 'yes' } }));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'order-closed', reason: 'market-closed' }));
    expect(marketOf(simulator)).toMatchObject({ closed: true });
  });

  it('deposits cash by address', () => {
    const simulator = start();
    const { address = '' } = simulator.named.wallets['cat'] ?? {};
    expect(simulator.order({ ...BID, wallet: 'cat' }).status).toBe(400);
    simulator.command({ deposit: { wallet: address, cash: 4 } });
    bid(simulator, { wallet: 'cat' as 'ben' });
  });

  it.each([1, 'id'])('fails the settlement of a trade (%s)', (trade) => {
    const simulator = start();
    simulator.fill(bid(simulator));
    const id = trade === 'id' ? (simulator.ids.trade(0) ?? '') : trade;
    const fail = { settlement: { trade: id, outcome: 'fail' } } as const;
    simulator.command(fail);
    simulator.advance(3_600_000);
    const events = simulator.log.slice(-20);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'trade-status', trade: 0, status: 'FAILED' }));
  });

  it.each<[string, unknown, string]>([
    [
      'an unknown market',
      { pause: 'rian' },
      'pause: no market "rian": did you mean "rain"? there are rain, snow; or pass a condition id or a slug',
    ],
    [
      'an unknown wallet',
      { deposit: { wallet: 'zzzzzzzz', cash: 1 } },
      'deposit.wallet: no wallet "zzzzzzzz": there are ada, ben, cat; or pass an address',
    ],
    [
      'an unknown trade',
      { settlement: { trade: 'x', outcome: 'fail' } },
      'settlement.trade: no trade "x": there are 0, counted from 1',
    ],
    ['an unknown order', { fill: { order: 'x' } }, 'fill.order: no order "x": pass the orderID of a response'],
    [
      'a refused payout',
      { resolve: { market: 'rain', pays: [1, 1] } },
      'resolve: the payouts of both outcomes add up to 1',
    ],
  ])('with %s is one line and changes nothing', (_, command, message) => {
    const simulator = start();
    const before = simulator.hash();
    expect(() => simulator.command(command as WorldCommand)).toThrow(new WorldError(message));
    const response = controlResponse(simulator, withJson('POST', '/_touchstone/command', command));
    expect([response.status, JSON.parse(response.body)]).toEqual([400, { error: message }]);
    expect(simulator.hash()).toBe(before);
  });

  it('survives a restart and repeats after a reset', () => {
    const directory = newFolder();
    const act = (simulator: Simulator): string => {
      simulator.fill(bid(simulator), 6);
      simulator.command({ settlement: { trade: 1, outcome: 'fail' } });
      simulator.command({ deposit: { wallet: 'cat', cash: 4 } });
      simulator.command({ void: 'snow' });
      return simulator.hash();
    };
    const first = start({ journal: { directory } });
    const hash = act(first);
    expect(act(start())).toBe(hash);
    first.reset();
    expect(act(first)).toBe(hash);
    first.close();
    const second = start({ journal: { directory } });
    expect(second.hash()).toBe(hash);
    second.close();
  });
});

describe('the control route', () => {
  it('performs a command, and is missing from a service without commands', () => {
    const simulator = start();
    const request = withJson('POST', '/_touchstone/command', { close: 'rain' });
    const response = controlResponse(simulator, request);
    expect([response.status, JSON.parse(response.body)]).toEqual([
      200,
      { now: simulator.now(), hash: simulator.hash() },
    ]);
    expect(marketOf(simulator)).toMatchObject({ closed: true });
    const { command: _, ...without } = simulator;
    expect(controlResponse(without, request).status).toBe(404);
    const bad = controlResponse(simulator, { ...request, body: '{' });
    expect([bad.status, bad.body]).toEqual([400, expect.stringContaining('not one command: pause, resume')]);
  });
});

describe('orders without bodies', () => {
  it('are placed and cancelled', () => {
    const simulator = start();
    const id = bid(simulator);
    bid(simulator);
    expect(simulator.cancel(id, 'ben')).toMatchObject({ status: 200, body: { canceled: [id] } });
    expect(() => simulator.cancel(id, 'bem')).toThrow('cancel.wallet: no wallet "bem": did you mean "ben"?');
    expect(() => simulator.order({ ...BID, market: 'rainy' })).toThrow(
      'order.market: no market "rainy": did you mean "rain"?',
    );
  });

  it('are filled in part, then whole, behind better orders', () => {
    const simulator = start();
    const id = bid(simulator);
    bid(simulator, { price: 0.5 as 0.4, size: 20 as 10 });
    const filledBy = (act: () => void) =>
      eventsOf(simulator, act).flatMap((event) =>
        'makers' in event ? (event as { makers: { size: number }[] }).makers.map(({ size }) => size) : [],
      );
    expect(filledBy(() => simulator.fill(id, 6))).toEqual([20_000_000, 6_000_000]);
    expect(() => simulator.fill(id, 5)).toThrow('fill.size: 4 shares of the order are open');
    expect(() => simulator.fill(id)).toThrow('fill.size: size-too-small: at least 5');
  });

  it('are filled for a seller too', () => {
    const simulator = start();
    const { body } = simulator.order({ ...BID, wallet: 'ada', side: 'SELL' });
    const { orderID } = body as { orderID: string };
    simulator.fill(orderID);
    expect(() => simulator.fill(orderID)).toThrow('fill.order: the order does not rest: it is matched');
  });
});
