/** sim/journal/service.test: the whole service with a journal: it goes on as if it had never ended, and stops rather than forget. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invariant } from '../../spec/result.ts';
import { get, type Request } from '../../wire/message.ts';
import { createVenue } from '../core/venue.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../simulator.ts';
import { DISK, type Disk } from './disk.ts';
import { EMPTY, openRun } from './fixtures/deeds.ts';
import { UNSYNCED } from './fixtures/disks.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { createTrader } from './fixtures/trader.ts';
import { openJournal } from './journal.ts';
import type { JournalOptions } from './journaled-run.ts';

const newFolder = testFolders();
const FIRST = 'g0001-0000000001.journal';
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

/** A day at the desk: orders, a cancellation, heartbeats on both routes, time. Answers the ids of what is left. */
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

/** What the service shows of itself. */
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
  it('goes on as one that never ended', () => {
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
    // The chain of heartbeat ids goes on where it was.
    const next = [whole, second].map((simulator) => bodyOf(simulator, trader.beat(heartbeat, seconds(simulator))));
    expect(next[1]).toEqual(next[0]);
    work(whole, 'b');
    work(second, 'b');
    for (const simulator of [whole, second]) simulator.advance(10_000);
    expect(shown(second)).toEqual(shown(whole));
    expect(second.log.slice(-3).map(({ kind }) => kind)).toContain('heartbeat-lost');
    second.close();
  });

  it('begins where it was reset to, and keeps the run before', () => {
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
    ['world', { world: 'sim/world/recorded/fixture.jsonl' }, /its world is "small", not "\/.*fixture\.jsonl"/],
  ])('with another %s is refused, and the lock is given up', (_, options, reason) => {
    const folder = newFolder();
    serve(folder).close();
    expect(() => serve(folder, {}, options)).toThrow(reason);
    expect(Object.keys(contentsOf(folder))).toEqual([FIRST]);
  });

  it('on a real clock goes on in real time, from where it was left where the machine is behind that', () => {
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

/** A disk whose files take `room` bytes more and then fail, like one that is full. */
function smallDisk(room: number, canTruncate = true): Disk {
  return {
    open(path) {
      const file = DISK.open(path);
      return {
        ...file,
        append(bytes) {
          const part = bytes.subarray(0, Math.max(0, room));
          room -= bytes.length;
          file.append(part);
          if (part.length < bytes.length) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        },
        truncate(length) {
          if (!canTruncate) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
          file.truncate(length);
        },
      };
    },
  };
}

describe('a journal that cannot be written', () => {
  afterEach(() => vi.useRealTimers());

  it.each([true, false])(
    'stops the service, and what was not acknowledged is not there afterwards (%s)',
    (canTruncate) => {
      const folder = newFolder();
      const failures: string[] = [];
      const onFailure = ({ message }: Error): number => failures.push(message);
      const simulator = serve(folder, { disk: smallDisk(1_500, canTruncate), onFailure });
      const trader = traderOf(simulator);
      const answered: string[] = [];
      for (let n = 0; n < 20; n += 1) {
        const { status, body } = simulator.handle(trader.buy(`s-${n}`, seconds(simulator)));
        if (status === 200) answered.push(String((JSON.parse(body) as { orderID: string }).orderID));
        else expect([status, body]).toEqual([500, expect.stringContaining('can no longer keep what it does')]);
      }
      expect(answered.length).toBeGreaterThan(1);
      expect(answered.length).toBeLessThan(10);
      expect(failures).toEqual([`${join(folder, FIRST)} cannot be written (ENOSPC): see to the disk and start again`]);
      expect([
        simulator.handle(trader.live(seconds(simulator))).status,
        simulator.handle(get('/markets')).status,
      ]).toEqual([500, 500]);
      expect(simulator.bugs).toEqual([]);
      for (const path of ['/_touchstone/hash', '/_touchstone/now'])
        expect(controlResponse(simulator, get(path))).toMatchObject({ status: 500 });
      expect(simulator.journal?.failure?.message).toBe(failures[0]);
      const control = { method: 'POST', path: '/_touchstone/advance', query: '', headers: {}, body: '{"ms":5}' };
      expect(controlResponse(simulator, control)).toMatchObject({
        status: 500,
        body: expect.stringContaining('ENOSPC'),
      });
      simulator.close();

      const again = serve(folder);
      expect(again.journal?.notices.length).toBe(canTruncate ? 0 : 1);
      const { data } = bodyOf(again, traderOf(again).live(seconds(again))) as { data: { id: string }[] };
      expect(data.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
      again.close();
    },
  );

  it('stops it also where only time passes, and where it is reset', () => {
    const simulator = serve(newFolder(), { disk: smallDisk(700) });
    expect(() => simulator.advance(1)).not.toThrow();
    expect(() => {
      for (let n = 0; n < 9; n += 1) simulator.advance(1);
    }).toThrow(/ENOSPC/);
    expect(() => simulator.reset()).toThrow(/ENOSPC/);
    expect(simulator.handle(get('/markets')).status).toBe(500);
    simulator.close();
  });

  it('stops its clock', () => {
    let clock = Date.parse('2026-06-01T12:00:00.000Z');
    const simulator = serve(newFolder(), { disk: smallDisk(700) }, { clock: () => clock });
    expect(() => {
      for (let n = 0; n < 9; n += 1) simulator.advance(5);
    }).toThrow(/ENOSPC/);
    const stopped = simulator.now();
    clock += 5_000;
    expect([simulator.now(), simulator.handle(get('/markets')).status]).toEqual([stopped, 500]);
    simulator.close();
  });

  it('stops it where the next run cannot be begun, and the run before is the one that is gone on from', () => {
    const folder = newFolder();
    const simulator = serve(folder, { disk: smallDisk(700) });
    simulator.advance(5);
    const hash = simulator.hash();
    expect(() => simulator.reset()).toThrow(/g0002-0000000001\.journal cannot be written \(ENOSPC\)/);
    expect(simulator.handle(get('/markets')).status).toBe(500);
    expect(() => simulator.advance(5)).toThrow(/the journal is closed/);
    simulator.close();
    const again = serve(folder);
    expect([again.journal?.generation, again.journal?.recovered, again.hash()]).toEqual([1, 1, hash]);
    again.close();
  });

  it.each(['always', 'interval', 'never'] as const)('since another process writes in it stops (%s)', (sync) => {
    vi.useFakeTimers();
    const folder = newFolder();
    const failures: string[] = [];
    const simulator = serve(folder, { sync, onFailure: ({ message }: Error): number => failures.push(message) });
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
      expect.stringMatching(/ has \d+ bytes where \d+ were written: another process writes in it/),
    ]);
    expect(before).toContain('a line of another\n');
    simulator.close();
  });

  it('from the start on is an error', () => {
    const folder = newFolder();
    expect(() => serve(folder, { disk: smallDisk(50) })).toThrow(/cannot be written \(ENOSPC\)/);
    expect(contentsOf(folder)).toEqual({});
  });

  it('and cannot be brought to the disk stops it as well', () => {
    const folder = newFolder();
    serve(folder).close();
    const simulator = serve(folder, { disk: UNSYNCED, sync: 'always' });
    const { status } = simulator.handle(traderOf(simulator).buy('x', seconds(simulator)));
    expect([status, simulator.journal?.failure?.message]).toEqual([500, expect.stringContaining('(EIO)')]);
    simulator.close();
    const again = serve(folder);
    expect(again.journal?.recovered).toBe(0);
    again.close();
  });

  it('any more because it is closed is answered with an internal error', () => {
    const simulator = serve(newFolder());
    simulator.close();
    expect(simulator.handle(get('/markets')).status).toBe(500);
  });

  it('any more because it is closed is not reset either, and leaves what is written in the directory since alone', () => {
    const folder = newFolder();
    const ended = serve(folder);
    ended.close();
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

describe('a venue that breaks off', () => {
  it('ends the journal before what it was about to do', () => {
    const folder = newFolder();
    const venue = createVenue(EMPTY.rules);
    const run = openJournal(folder, EMPTY, { sync: 'never' }).recover(venue);
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

describe('the disk is told to hold what was written', () => {
  afterEach(() => vi.useRealTimers());

  /** A disk that counts, and whether everything written had been synced when last looked at. */
  function countingDisk() {
    const counts = { syncs: 0, dirty: false };
    const disk: Disk = {
      open(path) {
        const file = DISK.open(path);
        return {
          ...file,
          append(bytes) {
            file.append(bytes);
            counts.dirty = true;
          },
          sync() {
            file.sync();
            counts.syncs += 1;
            counts.dirty = false;
          },
        };
      },
    };
    return { counts, disk };
  }

  it('always: before the answer', () => {
    const { counts, disk } = countingDisk();
    const simulator = serve(newFolder(), { disk, sync: 'always' });
    for (let n = 0; n < 5; n += 1) {
      const before = counts.syncs;
      bodyOf(simulator, traderOf(simulator).buy(`a-${n}`, seconds(simulator)));
      expect(counts).toEqual({ syncs: before + 1, dirty: false });
    }
    simulator.close();
  });

  it('interval: a second later at most, and when it is closed', () => {
    vi.useFakeTimers();
    const { counts, disk } = countingDisk();
    const simulator = serve(newFolder(), { disk, sync: 'interval' });
    vi.advanceTimersByTime(5_000);
    const before = counts.syncs;
    bodyOf(simulator, traderOf(simulator).buy('a-1', seconds(simulator)));
    vi.advanceTimersByTime(500);
    bodyOf(simulator, traderOf(simulator).buy('a-2', seconds(simulator)));
    vi.advanceTimersByTime(499);
    expect(counts).toEqual({ syncs: before, dirty: true });
    vi.advanceTimersByTime(1);
    expect(counts).toEqual({ syncs: before + 1, dirty: false });
    vi.advanceTimersByTime(10_000);
    expect(counts.syncs).toBe(before + 1);
    bodyOf(simulator, traderOf(simulator).buy('a-3', seconds(simulator)));
    simulator.close();
    expect(counts).toEqual({ syncs: before + 2, dirty: false });
  });

  it('never: by the system alone', () => {
    const { counts, disk } = countingDisk();
    const simulator = serve(newFolder(), { disk, sync: 'never' });
    work(simulator, 'a');
    simulator.close();
    expect(counts.syncs).toBe(0);
  });
});
