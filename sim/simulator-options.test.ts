/** sim/simulator-options.test: an invalid option is named in one line, and valid ones pass. */
import { describe, expect, it } from 'vitest';
import { invariant } from '../base/result.ts';
import { MICRO } from '../base/units.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { loadProfile, type Profile } from '../spec/profile.ts';
import type { LiveOrder } from '../spec/resources/order.ts';
import { bare, get, type Request, withJson } from '../wire/message.ts';
import { signed } from '../wire/signer.ts';
import { type OrderFields, orderBody } from './fixtures/order-bodies.ts';
import { createTradingService, perform } from './fixtures/trading-world.ts';
import { createSimulator, runService } from './simulator.ts';
import type { SimulatorOptions } from './simulator-options.ts';

const { newFolder } = testFolder('simulator-options');

/** Untyped callers can pass any value. */
const create = (options: unknown): unknown => createSimulator(options as SimulatorOptions);

describe('options of createSimulator', () => {
  it.each([
    [{ seed: Number.NaN }, 'seed must be a finite number or a text, not NaN'],
    [{ seed: {} }, 'seed must be a finite number or a text, not {}'],
    [{ world: null }, 'world must be a name, a path or a description, not null'],
    [{ limits: 'on' }, 'limits must be "enforce" or "off", not "on"'],
    [{ allowlist: 'x' }, 'allowlist must be an array of addresses, such as ["127.0.0.1"], not "x"'],
    [{ allowlist: ['127.0.0.1', 4] }, 'allowlist[1] must be an address, not 4'],
    [{ onBug: 'print' }, 'onBug must be a function, not "print"'],
    [{ journal: 'folder' }, 'journal must be an object with a `directory`, not "folder"'],
    [{ journal: { directory: '' } }, 'journal.directory must be the path of a directory, not ""'],
    [
      { journal: { directory: 'x', snapshotEvery: -1 } },
      'journal.snapshotEvery must be a whole number, 0 for no snapshots, not -1',
    ],
    [{ tape: [] }, 'tape must be a tape, such as commandTape makes of commands, not []'],
    [null, 'the options must be an object, not null'],
  ])('%j is refused', (options, message) => {
    expect(() => create(options)).toThrow(new Error(`createSimulator: ${message}`));
  });

  it('a profile is rejected with its first invalid field', () => {
    const whole = loadProfile('document');
    const bad = { ...whole, order: { ...whole.order, selfTrade: 'never' } };
    expect(() => create({ profile: bad })).toThrow(
      /^createSimulator: profile\.order\.selfTrade must be a valid value .* \(.*"cancel-newest".*\), not "never"$/,
    );
    expect(() => create({ profile: 5 })).toThrow(
      /: profile must be the name of a profile, or a whole one \(.*\), not 5$/,
    );
  });

  it('a later change of the profile has no effect', () => {
    const profile = structuredClone(loadProfile('document')) as { statuses: { notFound: number } };
    const simulator = createSimulator({ profile: profile as Profile });
    const before = simulator.profile.statuses.notFound;
    profile.statuses.notFound = 410;
    expect(simulator.profile.statuses.notFound).toBe(before);
  });

  it('the clock of the command line is rejected with the valid ones in process', () => {
    expect(() => create({ clock: 'real' })).toThrow(
      'clock must be "virtual" or a function that returns milliseconds since the epoch, such as Date.now, not "real"',
    );
  });

  it('unknown names are rejected with the nearest known one', () => {
    expect(() => create({ sead: 1 })).toThrow('there is no option "sead"; did you mean "seed"? All: seed, world,');
    expect(() => create({ journal: { directory: 'x', synk: 'always' } })).toThrow(
      'there is no option "journal.synk"; did you mean "journal.sync"? All: directory, sync, snapshotEvery',
    );
    expect(() => create({ zzz: 1 })).toThrow('there is no option "zzz"; All: seed, world,');
  });

  it('a journal without snapshots is wanted in process as on the command line', () => {
    const directory = newFolder();
    createSimulator({ journal: { directory, snapshotEvery: 0 } }).close();
  });

  it('an undefined option is absent', () => {
    const names = ['seed', 'world', 'profile', 'clock', 'limits', 'allowlist', 'onBug', 'onProgress', 'journal'];
    const simulator = createSimulator(Object.fromEntries(names.map((name) => [name, undefined])));
    expect(simulator.hash()).toBe(createSimulator().hash());
  });

  it('a profile and its name are equivalent', () => {
    expect(createSimulator({ profile: loadProfile('document') }).profile.name).toBe('document');
  });
});

describe('arguments of a simulator', () => {
  const simulator = createSimulator();

  it('advance names its valid values', () => {
    expect(() => simulator.advance(-1)).toThrow(new Error('advance takes whole milliseconds, 0 or more, not -1'));
  });

  it('fault names the known faults', () => {
    expect(() => simulator.fault('x' as 'none')).toThrow(
      new Error('fault takes none, internal-error, not-allowlisted, not x'),
    );
  });
});

type SelfTrade = Profile['order']['selfTrade'];

const DOCUMENT = loadProfile('document');

/** Wallet 0 on a service with the document profile and another mode of self-trade prevention. */
function venueWith(selfTrade: SelfTrade) {
  const profile = { ...DOCUMENT, order: { ...DOCUMENT.order, selfTrade } };
  const service = createTradingService(undefined, profile);
  perform(service, { kind: 'split', wallet: 0, market: 0, size: 100 * MICRO });
  const simulator = runService(() => service);
  const { key, address } = service.world.accounts[0] ?? {};
  invariant(key !== undefined && address !== undefined, 'wallet 0 has a key');
  const send = (request: Request): { readonly status: number; readonly body: unknown } => {
    const response = simulator.handle(signed({ address, ...key }, request, Math.floor(simulator.now() / 1_000)));
    return { status: response.status, body: JSON.parse(response.body) };
  };
  return {
    place: (fields: OrderFields) => send(withJson('POST', '/order', orderBody({ size: 10 * MICRO, ...fields }))),
    /** Side, original size and matched size of each live order. */
    live: () =>
      (send(get('/data/orders')).body as { data: LiveOrder[] }).data.map(({ side, originalSize, sizeMatched }) =>
        [side, originalSize, sizeMatched].join(' '),
      ),
    traded: () => (send(get('/builder/trades')).body as unknown[]).length,
  };
}

describe('order.selfTrade of the profile: an order that crosses one of the same wallet', () => {
  const larger: OrderFields = { side: 'SELL', size: 15 * MICRO };

  it('cancel-newest: is refused, the older one stays', () => {
    const { place, live } = venueWith('cancel-newest');
    place({ side: 'BUY' });
    expect(place(larger)).toEqual({
      status: 400,
      body: { error: 'the order would trade with another order of the same wallet' },
    });
    expect(live()).toEqual(['BUY 10 0']);
  });

  it('cancel-oldest: replaces the older one', () => {
    const { place, live } = venueWith('cancel-oldest');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live', makingAmount: '' } });
    expect(live()).toEqual(['SELL 15 0']);
  });

  it('cancel-oldest: a FAK that crossed only the older one is unmatched', () => {
    const { place, live } = venueWith('cancel-oldest');
    place({ side: 'BUY' });
    expect(place({ ...larger, orderType: 'FAK' })).toMatchObject({ status: 200, body: { status: 'unmatched' } });
    expect(live()).toEqual([]);
  });

  it('cancel-both: ends with the older one', () => {
    const { place, live } = venueWith('cancel-both');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'unmatched', makingAmount: '' } });
    expect(live()).toEqual([]);
    // The reply names no resting order.
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live' } });
  });

  it('decrement: reduces both orders, and the remainder shows as the original size', () => {
    const { place, live, traded } = venueWith('decrement');
    place({ side: 'BUY' });
    expect(place(larger)).toMatchObject({ status: 200, body: { status: 'live', makingAmount: '' } });
    expect(live()).toEqual(['SELL 5 0']);
    place({ side: 'BUY', size: 2 * MICRO });
    expect(live()).toEqual(['SELL 3 0']);
    expect(place({ side: 'BUY', size: 3 * MICRO })).toMatchObject({ status: 200, body: { status: 'unmatched' } });
    expect(live()).toEqual([]);
    expect(traded()).toBe(0);
  });

  it('is cancel-newest in the document profile', () => {
    expect(DOCUMENT.order.selfTrade).toBe('cancel-newest');
  });
});

describe('heartbeat.timeoutMs of the profile', () => {
  it('is the longest wait between heartbeats', () => {
    const simulator = createSimulator({ profile: { ...DOCUMENT, heartbeat: { timeoutMs: 3_000 } } });
    const [wallet] = simulator.credentials.wallets;
    invariant(wallet !== undefined, 'the world has credentials');
    simulator.handle(signed(wallet, bare('POST', '/heartbeats'), Math.floor(simulator.now() / 1_000)));
    const lost = (): boolean => simulator.log.some(({ kind }) => kind === 'heartbeat-lost');
    simulator.advance(2_999);
    expect(lost()).toBe(false);
    simulator.advance(1);
    expect(lost()).toBe(true);
  });
});
