/**
 * sim/journal/service.test: a service with a journal continues after a restart as if it had never ended, and stops if
 * it cannot record.
 */
import fs, { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invariant } from '../../base/result.ts';
import { get, withJson } from '../../wire/message.ts';
import { signed } from '../../wire/signer.ts';
import { controlResponse } from '../http/control.ts';
import { createSimulator, type Simulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { fullAfter, UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { contentsOf, testFolders } from './fixtures/folder.ts';
import { FIRST } from './fixtures/small-run.ts';
import type { JournalOptions } from './run-file.ts';

const newFolder = testFolders();
afterEach(() => vi.useRealTimers());

function serve(directory: string, journal: JournalOptions = {}, options: SimulatorOptions = {}): Simulator {
  return createSimulator({ limits: 'off', ...options, journal: { directory, sync: 'never', ...journal } });
}

/** An order that rests. Returns its id, or the status of the refusal. */
function buy(simulator: Simulator, salt: string): string | number {
  const { status, body } = simulator.order({ price: 0.02, size: 10, salt });
  return status === 200 ? String(Object(body).orderID) : status;
}

function bodyOf(simulator: Simulator, request: Parameters<typeof signed>[1]): Record<string, unknown> {
  const [wallet] = simulator.credentials.wallets;
  invariant(wallet !== undefined, 'the world has wallets');
  const { status, body } = simulator.handle(signed(wallet, request, Math.floor(simulator.now() / 1_000)));
  invariant(status === 200, `${request.path} answers ${status}: ${body}`);
  return JSON.parse(body) as Record<string, unknown>;
}

function beat(simulator: Simulator, id: unknown = null): unknown {
  return bodyOf(simulator, withJson('POST', '/v1/heartbeats', { heartbeat_id: id }))['heartbeat_id'];
}

/** Orders, a cancellation, heartbeats on both routes, time: 8 records. Returns the id of the last heartbeat. */
function work(simulator: Simulator, name: string): unknown {
  const order = buy(simulator, `${name}-1`);
  buy(simulator, `${name}-2`);
  simulator.advance(1_500);
  expect(simulator.cancel(String(order)).status).toBe(200);
  beat(simulator);
  bodyOf(simulator, { ...get('/heartbeats'), method: 'POST' });
  simulator.advance(2_000);
  return beat(simulator);
}

function liveOrders(simulator: Simulator): unknown[] {
  return (bodyOf(simulator, get('/data/orders'))['data'] as { id: string }[]).map(({ id }) => id);
}

function shown(simulator: Simulator): unknown {
  const markets = simulator.handle(get('/markets', { limit: '20' }));
  return { now: simulator.now(), hash: simulator.hash(), orders: liveOrders(simulator), markets };
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
    expect(beat(second, heartbeat)).toEqual(beat(whole, heartbeat));
    for (const simulator of [whole, second]) simulator.advance(10_000);
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
    beat(first);
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
  it('stops the service and its clock; a restart has the acknowledged orders', () => {
    const folder = newFolder();
    const failures: string[] = [];
    let clock = Date.parse('2026-06-01T12:00:00.000Z');
    const onFailure = ({ message }: Error): unknown => failures.push(message);
    const simulator = serve(folder, { onFailure }, { clock: () => clock });
    const replies = withCalls(fullAfter(1_500), () =>
      Array.from({ length: 20 }, (_, salt) => buy(simulator, `${salt}`)),
    );
    const acknowledged = replies.filter((reply) => reply !== 500);
    expect(replies.indexOf(500)).toBeGreaterThan(1);
    expect(replies.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(failures).toEqual([`${join(folder, FIRST)} cannot be written (ENOSPC): see to the disk and start again`]);
    expect([simulator.journal?.failure?.message, simulator.bugs]).toEqual([failures[0], []]);
    const stopped = simulator.now();
    clock += 5_000;
    expect([simulator.now(), simulator.handle(get('/markets')).status]).toEqual([stopped, 500]);
    const advance = { ...get('/_touchstone/advance'), method: 'POST', body: '{"ms":5}' };
    for (const request of [get('/_touchstone/hash'), get('/_touchstone/now'), advance]) {
      const { status, body } = controlResponse(simulator, request);
      expect([status, body]).toEqual([500, expect.stringContaining('ENOSPC')]);
    }
    simulator.close();
    const again = serve(folder);
    expect(liveOrders(again)).toEqual(acknowledged);
    expect(again.journal?.notices).toEqual([]);
    again.close();
  });

  it('stops the service if a reset cannot begin the next run, and a restart continues the run before', () => {
    const folder = newFolder();
    const simulator = serve(folder);
    simulator.advance(5);
    const [hash, files] = [simulator.hash(), Object.keys(contentsOf(folder))];
    const reset = () => expect(() => simulator.reset()).toThrow(/g0002\.journal cannot be written \(ENOSPC\)/);
    withCalls(fullAfter(100), reset);
    expect([simulator.handle(get('/markets')).status, files]).toEqual([500, [FIRST, 'lock']]);
    expect(() => simulator.advance(5)).toThrow(/the journal is closed/);
    const again = serve(folder);
    expect([again.journal?.generation, again.journal?.recovered, again.hash()]).toEqual([1, 1, hash]);
    const before = contentsOf(folder);
    // The directory belongs to the next process now.
    expect(() => simulator.reset()).toThrow(/: the journal is closed$/);
    simulator.close();
    expect(contentsOf(folder)).toEqual(before);
    again.close();
  });
});

describe('records are brought to the disk', () => {
  /** Calls of fdatasync during an action. */
  function syncsIn(action: () => void): number {
    const fdatasyncSync = vi.fn(fs.fdatasyncSync);
    withCalls({ fdatasyncSync }, action);
    return fdatasyncSync.mock.calls.length;
  }

  it('always: before the response, or the service stops', () => {
    const folder = newFolder();
    const simulator = serve(folder, { sync: 'always' });
    expect(syncsIn(() => buy(simulator, 'a'))).toBe(1);
    expect(withCalls(UNSYNCED, () => buy(simulator, 'b'))).toBe(500);
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
    vi.advanceTimersByTime(5_000);
    const wait = (ms: number, salt?: string) => (): void => {
      if (salt !== undefined) buy(simulator, salt);
      vi.advanceTimersByTime(ms);
    };
    const steps = [wait(500, '1'), wait(499, '2'), wait(1), wait(9_000), wait(0, '3'), simulator.close];
    expect(steps.map(syncsIn)).toEqual(syncs);
  });
});
