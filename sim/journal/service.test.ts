/** sim/journal/service.test: a service with a journal continues after a restart as if it had never ended, and stops if it cannot record. */
import fs, { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invariant } from '../../spec/result.ts';
import { get, type Request } from '../../wire/message.ts';
import { createVenue } from '../core/venue.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { type Calls, fullAfter, UNCUT, UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { EMPTY, FIRST, openRun } from './fixtures/small-run.ts';
import { createTrader } from './fixtures/trader.ts';
import type { JournalOptions } from './journal.ts';
import { openJournal } from './journal.ts';

const newFolder = testFolders();
const seconds = (simulator: Simulator): number => Math.floor(simulator.now() / 1_000);

function serve(directory: string, journal: JournalOptions = {}, options: SimulatorOptions = {}): Simulator {
  return createSimulator({ limits: 'off', ...options, journal: { directory, sync: 'never', ...journal } });
}

function traderOf(simulator: Simulator, index = 0) {
  const [conditionId = ''] = simulator.credentials.markets ?? [];
  const market = JSON.parse(simulator.handle(get(`/clob-markets/${conditionId}`)).body) as { t: { t: string }[] };
  const tokenId = market.t[0]?.t ?? '';
  return createTrader(simulator.credentials, index, { conditionId, tokenId });
}

const bodyOf = (simulator: Simulator, request: Request): Record<string, unknown> => {
  const { status, body } = simulator.handle(request);
  invariant(status === 200, `${request.path} answers ${status}: ${body}`);
  return JSON.parse(body) as Record<string, unknown>;
};

/** Orders, a cancellation, heartbeats on both routes, time. Returns the ids of the resting order and of the last heartbeat. */
function work(simulator: Simulator, name: string): { order: string; heartbeat: string } {
  const trader = traderOf(simulator);
  const first = bodyOf(simulator, trader.buy(`${name}-1`, seconds(simulator)))['orderID'];
  const second = String(bodyOf(simulator, trader.buy(`${name}-2`, seconds(simulator)))['orderID']);
  simulator.advance(1_500);
  bodyOf(simulator, trader.cancel(String(first), seconds(simulator)));
  bodyOf(simulator, trader.beat(null, seconds(simulator)));
  bodyOf(simulator, trader.plainBeat(seconds(simulator)));
  simulator.advance(2_000);
  const { heartbeat_id } = bodyOf(simulator, trader.beat(null, seconds(simulator)));
  return { order: second, heartbeat: String(heartbeat_id) };
}

/** Everything that the service shows. */
function shown(simulator: Simulator): unknown {
  const trader = traderOf(simulator);
  const user = simulator.credentials.wallets[0]?.address ?? '';
  const requests = [
    trader.live(seconds(simulator)),
    get('/positions', { user }),
    get('/activity', { user }),
    get('/markets', { limit: '20' }),
  ];
  return { now: simulator.now(), hash: simulator.hash(), bodies: requests.map((request) => simulator.handle(request)) };
}

describe('a service that is started again', () => {
  it('continues like one that never ended', () => {
    const [folder, whole] = [newFolder(), createSimulator({ limits: 'off' })];
    const first = serve(folder);
    expect(first.journal).toMatchObject({ generation: 1, recovered: 0, notices: [] });
    work(whole, 'a');
    const { order, heartbeat } = work(first, 'a');
    first.close();
    const second = serve(folder);
    expect(second.journal).toMatchObject({ generation: 1, recovered: 8 });
    expect(shown(second)).toEqual(shown(whole));
    const trader = traderOf(second);
    expect(bodyOf(second, trader.live(seconds(second)))).toMatchObject({ data: [{ id: order }] });
    // The chain of heartbeat ids continues.
    const next = [whole, second].map((simulator) => bodyOf(simulator, trader.beat(heartbeat, seconds(simulator))));
    expect(next[1]).toEqual(next[0]);
    work(whole, 'b');
    work(second, 'b');
    for (const simulator of [whole, second]) simulator.advance(10_000);
    expect(shown(second)).toEqual(shown(whole));
    expect(second.log.slice(-3).map(({ kind }) => kind)).toContain('heartbeat-lost');
    second.close();
  });

  it('begins with the state of its last reset, and keeps the files of the earlier run', () => {
    const folder = newFolder();
    const first = serve(folder);
    work(first, 'a');
    const before = readFileSync(join(folder, FIRST));
    first.reset();
    expect(shown(first)).toEqual(shown(createSimulator({ limits: 'off' })));
    work(first, 'c');
    const state = shown(first);
    first.close();
    const second = serve(folder);
    expect(second.journal).toMatchObject({ generation: 2, recovered: 8 });
    expect(shown(second)).toEqual(state);
    expect(readFileSync(join(folder, FIRST))).toEqual(before);
    second.close();
  });

  it.each<[string, SimulatorOptions, RegExp]>([
    ['seed', { seed: 2 }, /its seed is "1", not "2"/],
    ['world', { world: 'sim/world/recorded/fixture.jsonl' }, /its world is "small", not "\/.*fixture\.jsonl/],
  ])('with another %s is refused, and the lock is released', (_, options, reason) => {
    const folder = newFolder();
    serve(folder).close();
    expect(() => serve(folder, {}, options)).toThrow(reason);
    expect(Object.keys(contentsOf(folder))).toEqual([FIRST]);
  });

  it('on a real clock continues in real time, or from its last moment if the machine is behind that', () => {
    const folder = newFolder();
    const noon = Date.parse('2026-06-01T12:00:00.000Z');
    let clock = noon;
    const options = { clock: () => clock };
    const first = serve(folder, {}, options);
    bodyOf(first, traderOf(first).plainBeat(seconds(first)));
    first.advance(3_000);
    expect(first.now()).toBe(noon + 3_000);
    clock += 1_000;
    expect(first.now()).toBe(noon + 4_000);
    first.close();
    clock += 60_000;
    const second = serve(folder, {}, options);
    expect(second.now()).toBe(noon + 64_000);
    expect(second.log.at(-1)?.kind).toBe('heartbeat-lost');
    second.close();
    clock = noon - 500_000;
    const third = serve(folder, {}, options);
    expect(third.now()).toBe(noon + 64_000);
    clock += 10;
    expect(third.now()).toBe(noon + 64_010);
    third.close();
  });
});

describe('a journal that cannot be written', () => {
  afterEach(() => vi.useRealTimers());

  it.each<[string, Calls, number]>([
    ['is cut', {}, 0],
    ['stays', UNCUT, 1],
  ])(
    'stops the service; the order that failed is not there after a restart, also if half its line %s',
    (_, calls, notices) => {
      const folder = newFolder();
      const failures: string[] = [];
      const simulator = serve(folder, { onFailure: ({ message }) => failures.push(message) });
      const trader = traderOf(simulator);
      const acknowledged: string[] = [];
      withCalls({ ...fullAfter(1_500), ...calls }, () => {
        for (let n = 0; n < 20; n += 1) {
          const { status, body } = simulator.handle(trader.buy(`s-${n}`, seconds(simulator)));
          if (status === 200) acknowledged.push(String((JSON.parse(body) as { orderID: string }).orderID));
          else expect([status, body]).toEqual([500, expect.stringContaining('the journal can no longer be written')]);
        }
      });
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(acknowledged.length).toBeLessThan(10);
      expect(failures).toEqual([`${join(folder, FIRST)} cannot be written (ENOSPC): see to the disk and start again`]);
      expect(simulator.journal?.failure?.message).toBe(failures[0]);
      for (const request of [trader.live(seconds(simulator)), get('/markets')])
        expect(simulator.handle(request).status).toBe(500);
      expect(simulator.bugs).toEqual([]);
      const advance = { ...get('/_touchstone/advance'), method: 'POST', body: '{"ms":5}' };
      for (const request of [get('/_touchstone/hash'), get('/_touchstone/now'), advance])
        expect(controlResponse(simulator, request)).toMatchObject({
          status: 500,
          body: expect.stringContaining('ENOSPC'),
        });
      simulator.close();

      const again = serve(folder);
      expect(again.journal?.notices.length).toBe(notices);
      const { data } = bodyOf(again, traderOf(again).live(seconds(again))) as { data: { id: string }[] };
      expect(data.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
      again.close();
    },
  );

  it('stops the service when time passes, when it is reset, and stops its clock', () => {
    let clock = Date.parse('2026-06-01T12:00:00.000Z');
    const simulator = serve(newFolder(), {}, { clock: () => clock });
    withCalls(fullAfter(0), () => {
      expect(() => simulator.advance(5)).toThrow(/ENOSPC/);
      expect(() => simulator.reset()).toThrow(/ENOSPC/);
    });
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
    withCalls(fullAfter(100), () =>
      expect(() => simulator.reset()).toThrow(/g0002\.journal cannot be written \(ENOSPC\)/),
    );
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
      const failures: string[] = [];
      const simulator = serve(folder, { sync, onFailure: ({ message }) => failures.push(message) });
      const trader = traderOf(simulator);
      const handle = (salt: string): number => simulator.handle(trader.buy(salt, seconds(simulator))).status;
      expect(handle('a')).toBe(200);
      const path = join(folder, FIRST);
      appendFileSync(path, 'a line of another\n');
      if (sync !== 'always') expect(handle('b')).toBe(200);
      vi.advanceTimersByTime(1_000);
      const before = readFileSync(path, 'utf8');
      expect([handle('c'), readFileSync(path, 'utf8')]).toEqual([500, before]);
      expect(failures).toEqual([
        expect.stringMatching(/ has \d+ bytes, not the \d+ written here: end the other process$/),
      ]);
      expect(before).toContain('a line of another\n');
      simulator.close();
    },
  );

  it('at the start is an error that leaves no file', () => {
    const folder = newFolder();
    withCalls(fullAfter(200), () => expect(() => serve(folder)).toThrow(/cannot be written \(ENOSPC\)/));
    expect(contentsOf(folder)).toEqual({});
  });

  it('to the disk itself stops the service with the policy always', () => {
    const folder = newFolder();
    const simulator = serve(folder, { sync: 'always' });
    const order = traderOf(simulator).buy('x', seconds(simulator));
    expect(withCalls(UNSYNCED, () => simulator.handle(order).status)).toBe(500);
    expect(simulator.journal?.failure?.message).toContain('(EIO)');
    simulator.close();
    const again = serve(folder);
    expect(again.journal?.recovered).toBe(0);
    again.close();
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
    other.advance(5_000);
    const hash = other.hash();
    other.close();
    const again = serve(folder);
    expect([again.journal?.generation, again.journal?.recovered, again.hash()]).toEqual([1, 2, hash]);
    again.close();
  });
});

describe('a venue that throws', () => {
  it('ends the journal before that action', () => {
    const folder = newFolder();
    const venue = createVenue(EMPTY.rules);
    const run = openJournal(folder, EMPTY, { sync: 'never' })(venue);
    run.venue.step({ kind: 'open-wallet' }, 1);
    venue.step = () => {
      throw new Error('a defect');
    };
    expect(() => run.venue.step({ kind: 'open-wallet' }, 2)).toThrow('a defect');
    for (const now of [3, 4]) {
      expect(() => run.venue.step({ kind: 'open-wallet' }, now)).toThrow(/broke off in the middle of a command/);
      expect(() => run.venue.advanceTo(now)).toThrow(/broke off/);
    }
    run.close();
    const again = openRun(folder);
    expect([again.recovered, again.venue.eventCount]).toEqual([1, 1]);
    again.close();
  });
});

describe('records are brought to the disk', () => {
  afterEach(() => vi.useRealTimers());

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

  it('always: before the response', () => {
    const simulator = serve(newFolder(), { sync: 'always' });
    const order = traderOf(simulator).buy('a', seconds(simulator));
    expect(syncsIn(() => bodyOf(simulator, order))).toBe(1);
    simulator.close();
  });

  it('interval: within a second, and when the journal is closed', () => {
    vi.useFakeTimers();
    const simulator = serve(newFolder(), { sync: 'interval' });
    const trader = traderOf(simulator);
    vi.advanceTimersByTime(5_000);
    const buy = (salt: string, ms: number) => (): void => {
      bodyOf(simulator, trader.buy(salt, seconds(simulator)));
      vi.advanceTimersByTime(ms);
    };
    const syncs = [buy('1', 500), buy('2', 499), () => vi.advanceTimersByTime(1), () => vi.advanceTimersByTime(9_000)];
    expect([...syncs, buy('3', 0), simulator.close].map(syncsIn)).toEqual([0, 0, 1, 0, 0, 1]);
  });

  it('never: by the system alone', () => {
    const simulator = serve(newFolder(), { sync: 'never' });
    const work = (): void => {
      bodyOf(simulator, traderOf(simulator).buy('a', seconds(simulator)));
      simulator.close();
    };
    expect(syncsIn(work)).toBe(0);
  });
});
