/**
 * sim/journal/service.test: a service with a journal continues after a restart as if it had never ended, and stops if
 * it cannot record.
 */
import fs, { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invariant } from '../../base/result.ts';
import { get, type Request } from '../../wire/message.ts';
import { createVenue } from '../core/venue.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { fullAfter, UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { EMPTY, FIRST, openRun } from './fixtures/small-run.ts';
import { createTrader } from './fixtures/trader.ts';
import { type JournalOptions, openJournal } from './journal.ts';

const newFolder = testFolders();
afterEach(() => vi.useRealTimers());

function serve(directory: string, journal: JournalOptions = {}, options: SimulatorOptions = {}): Simulator {
  return createSimulator({ limits: 'off', ...options, journal: { directory, sync: 'never', ...journal } });
}

/** Requests of the first wallet, at the time of the service clock. */
function traderOf(simulator: Simulator) {
  const [conditionId = ''] = simulator.credentials.markets ?? [];
  const market = JSON.parse(simulator.handle(get(`/clob-markets/${conditionId}`)).body) as { t: { t: string }[] };
  const trader = createTrader(simulator.credentials, 0, { conditionId, tokenId: market.t[0]?.t ?? '' });
  const atNow =
    <Terms extends unknown[]>(make: (...terms: [...Terms, number]) => Request) =>
    (...terms: Terms): Request =>
      make(...terms, Math.floor(simulator.now() / 1_000));
  const { buy, cancel, beat, plainBeat, live } = trader;
  return { buy: atNow(buy), cancel: atNow(cancel), beat: atNow(beat), plainBeat: atNow(plainBeat), live: atNow(live) };
}

function bodyOf(simulator: Simulator, request: Request): Record<string, unknown> {
  const { status, body } = simulator.handle(request);
  invariant(status === 200, `${request.path} answers ${status}: ${body}`);
  return JSON.parse(body) as Record<string, unknown>;
}

/** Orders, a cancellation, heartbeats on both routes, time: 8 records. Returns the id of the last heartbeat. */
function work(simulator: Simulator, name: string): string {
  const trader = traderOf(simulator);
  const { orderID } = bodyOf(simulator, trader.buy(`${name}-1`));
  bodyOf(simulator, trader.buy(`${name}-2`));
  simulator.advance(1_500);
  bodyOf(simulator, trader.cancel(String(orderID)));
  bodyOf(simulator, trader.beat(null));
  bodyOf(simulator, trader.plainBeat());
  simulator.advance(2_000);
  return String(bodyOf(simulator, trader.beat(null))['heartbeat_id']);
}

/** Everything that the service shows. */
function shown(simulator: Simulator): unknown {
  const user = simulator.credentials.wallets[0]?.address ?? '';
  const lists = [get('/positions', { user }), get('/activity', { user }), get('/markets', { limit: '20' })];
  const bodies = [traderOf(simulator).live(), ...lists].map((request) => simulator.handle(request));
  return { now: simulator.now(), hash: simulator.hash(), bodies };
}

describe('a service that is started again', () => {
  it('continues like one that never ended', () => {
    const [folder, whole] = [newFolder(), createSimulator({ limits: 'off' })];
    const first = serve(folder);
    expect(first.journal).toMatchObject({ generation: 1, recovered: 0, notices: [] });
    const [heartbeat] = [work(first, 'a'), work(whole, 'a')];
    first.close();
    const second = serve(folder);
    expect(second.journal).toMatchObject({ generation: 1, recovered: 8 });
    expect(shown(second)).toEqual(shown(whole));
    // The chain of heartbeat ids continues.
    const [own, other] = [whole, second].map((one) => bodyOf(one, traderOf(one).beat(heartbeat)));
    expect(own).toEqual(other);
    for (const simulator of [whole, second]) {
      work(simulator, 'b');
      simulator.advance(10_000);
    }
    expect(shown(second)).toEqual(shown(whole));
    expect(second.log.slice(-3).map(({ kind }) => kind)).toContain('heartbeat-lost');
    second.close();
  });

  it('begins with the state of its last reset, and keeps the files of the earlier run', () => {
    const folder = newFolder();
    const first = serve(folder);
    work(first, 'a');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const before = readFileSync(join(folder, FIRST));
    first.reset();
    expect(shown(first)).toEqual(shown(createSimulator({ limits: 'off' })));
    work(first, 'c');
    const state = shown(first);
    first.close();
    const second = serve(folder);
    expect(second.journal).toMatchObject({ generation: 2, recovered: 8 });
    expect([shown(second), readFileSync(join(folder, FIRST))]).toEqual([state, before]);
    expect(readFileSync(join(folder, 'g0002.journal'), 'utf8')).toContain('"generation":2');
    second.close();
  });

  it('on a real clock continues in real time, or from its last moment if the machine is behind that', () => {
    const folder = newFolder();
    const noon = Date.parse('2026-06-01T12:00:00.000Z');
    let clock = noon;
    const started = (at: number): Simulator => {
      clock = at;
      return serve(folder, {}, { clock: () => clock });
    };
    const first = started(noon);
    bodyOf(first, traderOf(first).plainBeat());
    first.advance(3_000);
    clock += 1_000;
    expect(first.now()).toBe(noon + 4_000);
    first.close();
    const second = started(noon + 61_000);
    expect([second.now(), second.log.at(-1)?.kind]).toEqual([noon + 64_000, 'heartbeat-lost']);
    second.close();
    const third = started(noon - 500_000);
    expect(third.now()).toBe(noon + 64_000);
    clock += 10;
    expect(third.now()).toBe(noon + 64_010);
    third.close();
  });
});

describe('a journal that cannot be written', () => {
  it('stops the service; a restart has the acknowledged orders', () => {
    const folder = newFolder();
    const failures: string[] = [];
    const simulator = serve(folder, { onFailure: ({ message }) => failures.push(message) });
    const trader = traderOf(simulator);
    const acknowledged: unknown[] = [];
    withCalls(fullAfter(1_500), () => {
      for (let n = 0; n < 20; n += 1) {
        const { status, body } = simulator.handle(trader.buy(`s-${n}`));
        if (status === 200) acknowledged.push(JSON.parse(body).orderID);
        else expect([status, body]).toEqual([500, expect.stringContaining('the journal can no longer be written')]);
      }
    });
    expect([acknowledged.length > 1, acknowledged.length < 10]).toEqual([true, true]);
    expect(failures).toEqual([`${join(folder, FIRST)} cannot be written (ENOSPC): see to the disk and start again`]);
    expect([simulator.journal?.failure?.message, simulator.bugs]).toEqual([failures[0], []]);
    for (const request of [trader.live(), get('/markets')]) expect(simulator.handle(request).status).toBe(500);
    const advance = { ...get('/_touchstone/advance'), method: 'POST', body: '{"ms":5}' };
    for (const request of [get('/_touchstone/hash'), get('/_touchstone/now'), advance]) {
      const { status, body } = controlResponse(simulator, request);
      expect([status, body]).toEqual([500, expect.stringContaining('ENOSPC')]);
    }
    simulator.close();
    const again = serve(folder);
    const { data } = bodyOf(again, traderOf(again).live()) as { data: { id: string }[] };
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(acknowledged));
    expect(again.journal?.notices).toEqual([]);
    again.close();
  });

  it('stops the service and its clock when time passes', () => {
    let clock = Date.parse('2026-06-01T12:00:00.000Z');
    const simulator = serve(newFolder(), {}, { clock: () => clock });
    withCalls(fullAfter(0), () => expect(() => simulator.advance(5)).toThrow(/ENOSPC/));
    const stopped = simulator.now();
    clock += 5_000;
    expect([simulator.now(), simulator.handle(get('/markets')).status]).toEqual([stopped, 500]);
    simulator.close();
  });

  it('stops the service if a reset cannot begin the next run, and a restart continues the run before', () => {
    const folder = newFolder();
    const simulator = serve(folder);
    simulator.advance(5);
    const hash = simulator.hash();
    const reset = () => expect(() => simulator.reset()).toThrow(/g0002\.journal cannot be written \(ENOSPC\)/);
    withCalls(fullAfter(100), reset);
    expect(simulator.handle(get('/markets')).status).toBe(500);
    expect(() => simulator.advance(5)).toThrow(/the journal is closed/);
    simulator.close();
    const again = serve(folder);
    expect([again.journal?.generation, again.journal?.recovered, again.hash()]).toEqual([1, 1, hash]);
    again.close();
  });

  it.each(['always', 'interval', 'never'] as const)(
    'because another process writes in it stops the service (%s)',
    (sync) => {
      vi.useFakeTimers();
      const folder = newFolder();
      const simulator = serve(folder, { sync });
      const trader = traderOf(simulator);
      const path = join(folder, FIRST);
      expect(simulator.handle(trader.buy('a')).status).toBe(200);
      appendFileSync(path, 'a line of another\n');
      if (sync !== 'always') expect(simulator.handle(trader.buy('b')).status).toBe(200);
      vi.advanceTimersByTime(1_000);
      const before = readFileSync(path, 'utf8');
      expect([simulator.handle(trader.buy('c')).status, readFileSync(path, 'utf8')]).toEqual([500, before]);
      expect(simulator.journal?.failure?.message).toMatch(
        / has \d+ bytes, not the \d+ written here: end the other process$/,
      );
      simulator.close();
    },
  );

  it('at the start is an error that leaves no file', () => {
    const folder = newFolder();
    withCalls(fullAfter(200), () => expect(() => serve(folder)).toThrow(/cannot be written \(ENOSPC\)/));
    expect(contentsOf(folder)).toEqual({});
  });

  it('because it is closed is an internal error, and a reset leaves the files to the next process', () => {
    const folder = newFolder();
    const ended = serve(folder);
    ended.close();
    expect(ended.handle(get('/markets')).status).toBe(500);
    const other = serve(folder);
    other.advance(5_000);
    const before = contentsOf(folder);
    expect(() => ended.reset()).toThrow(/: the journal is closed$/);
    expect(contentsOf(folder)).toEqual(before);
    other.close();
  });

  it('because the venue throws ends before that action', () => {
    const folder = newFolder();
    const venue = createVenue(EMPTY.rules);
    const run = openJournal(folder, EMPTY, { sync: 'never' })(venue);
    run.venue.step({ kind: 'open-wallet' }, 1);
    venue.step = () => {
      throw new Error('a defect');
    };
    expect(() => run.venue.step({ kind: 'open-wallet' }, 2)).toThrow('a defect');
    expect(() => run.venue.step({ kind: 'open-wallet' }, 3)).toThrow(/broke off in the middle of a command/);
    expect(() => run.venue.advanceTo(4)).toThrow(/broke off/);
    run.close();
    const again = openRun(folder);
    expect([again.recovered, again.venue.eventCount]).toEqual([1, 1]);
    again.close();
  });
});

describe('records are brought to the disk', () => {
  /** Calls of fdatasync during an action. */
  function syncsIn(action: () => void): number {
    const { fdatasyncSync } = fs;
    let syncs = 0;
    const count = (descriptor: number): void => {
      fdatasyncSync(descriptor);
      syncs += 1;
    };
    withCalls({ fdatasyncSync: count }, action);
    return syncs;
  }

  it('always: before the response, or the service stops', () => {
    const folder = newFolder();
    const simulator = serve(folder, { sync: 'always' });
    const trader = traderOf(simulator);
    expect(syncsIn(() => bodyOf(simulator, trader.buy('a')))).toBe(1);
    expect(withCalls(UNSYNCED, () => simulator.handle(trader.buy('b')).status)).toBe(500);
    expect(simulator.journal?.failure?.message).toContain('(EIO)');
    simulator.close();
    const again = serve(folder);
    expect(again.journal?.recovered).toBe(1);
    again.close();
  });

  it.each([
    ['interval', 'within a second, and when the journal is closed', [0, 0, 1, 0, 0, 1]],
    ['never', 'by the system alone', [0, 0, 0, 0, 0, 0]],
  ] as const)('%s: %s', (sync, _, syncs) => {
    vi.useFakeTimers();
    const simulator = serve(newFolder(), { sync });
    const trader = traderOf(simulator);
    vi.advanceTimersByTime(5_000);
    const wait = (ms: number) => (): unknown => vi.advanceTimersByTime(ms);
    const buy = (salt: string, ms: number) => (): void => {
      bodyOf(simulator, trader.buy(salt));
      wait(ms)();
    };
    const steps = [buy('1', 500), buy('2', 499), wait(1), wait(9_000), buy('3', 0), simulator.close];
    expect(steps.map(syncsIn)).toEqual(syncs);
  });
});
