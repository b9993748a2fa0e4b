/**
 * sim/journal/service.test: a service with a journal continues after a restart as if it had never ended, also with a
 * tape, and stops if it cannot record.
 */
import fs, { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { invariant } from '../../base/result.ts';
import { contentsOf, testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, type Request, withJson } from '../../wire/message.ts';
import { controlResponse } from '../http/control.ts';
import type { Simulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import { clientOf, tapedService, tapeOrder } from '../tape/fixtures/taped-service.ts';
import { commandTape } from '../tape/tape.ts';
import { START_MS } from '../world/world.ts';
import { compareRuns } from './bisect.ts';
import { fullAfter, UNSYNCED, withCalls } from './fixtures/failing-disk.ts';
import { FIRST } from './fixtures/small-run.ts';
import type { JournalOptions } from './run-file.ts';

const { newFolder } = testFolder('service');
afterEach(() => vi.useRealTimers());

function serve(directory: string, journal: JournalOptions = {}, options: SimulatorOptions = {}): Simulator {
  return tapedService({ ...options, journal: { directory, sync: 'never', ...journal } });
}

/** An order that rests. Returns its id, or the status of the refusal. */
function buy(simulator: Simulator, salt: string): string | number {
  const { status, body } = clientOf(simulator).buy(salt);
  return status === 200 ? String(Object(body).orderID) : status;
}

function bodyOf(simulator: Simulator, request: Request): Record<string, unknown> {
  const { status, body } = clientOf(simulator).send(request);
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
  clientOf(simulator).beat();
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
    const [folder, whole] = [newFolder(), tapedService({})];
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
    expect(shown(first)).toEqual(shown(tapedService({})));
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

const commands = Array.from({ length: 40 }, (_, index) =>
  tapeOrder(index * 250, 1 + (index % 2), index % 3 === 0 ? 'SELL' : 'BUY', 1 + (index % 4)),
);
// A deposit would be repeated by a tape that began again.
commands.splice(1, 0, { at: START_MS + 100, command: { kind: 'deposit', wallet: 1, amount: 5 } });
const tape = commandTape(commands);

function serveTaped(directory: string, own = tape): Simulator {
  return serve(directory, { snapshotEvery: 3 }, { tape: own });
}

describe('a service with a tape and a journal', () => {
  it.each([true, false])('goes on as one that never ended, with a snapshot: %s', (hasSnapshot) => {
    const [folder, whole] = [newFolder(), tapedService({ tape })];
    const first = serveTaped(folder);
    work(first, 'a');
    first.close();
    if (!hasSnapshot) rmSync(join(folder, 'g0001.snapshot'));
    const second = serveTaped(folder);
    work(whole, 'a');
    expect(second.journal?.notices).toEqual([]);
    expect([second.now(), second.hash()]).toEqual([whole.now(), whole.hash()]);
    for (const simulator of [second, whole]) {
      work(simulator, 'b');
      simulator.advance(30_000);
    }
    expect(second.hash()).toBe(whole.hash());
    second.reset();
    work(second, 'a');
    expect(second.hash()).toBe(first.hash());
    second.close();
  });

  it('writes its own commands and the checksum of the tape, and is continued and compared only with that', () => {
    const [one, other, plain] = [newFolder(), newFolder(), newFolder()];
    for (const folder of [one, other]) {
      const simulator = serveTaped(folder);
      work(simulator, 'a');
      if (folder === other) work(simulator, 'b');
      simulator.close();
    }
    serve(plain).close();
    const placed = [...readFileSync(join(one, FIRST), 'utf8').matchAll(/"kind":"place","wallet":(\d)/g)];
    expect(placed.map(([, wallet]) => wallet)).toEqual(['0', '0']);
    const longer = commandTape(commands.slice(1));
    const begin = `${one} is the journal of another run: its tape is "${tape.checksum}", not`;
    expect(() => serveTaped(one, longer)).toThrow(`${begin} "${longer.checksum}"; name another directory`);
    expect(() => serveTaped(plain)).toThrow(`its tape is "none", not "${tape.checksum}"`);
    expect(compareRuns(one, other)).toMatchObject({ verdict: 'prefix', shorter: 'a' });
    const fields = [{ field: 'tape', a: tape.checksum, b: 'none' }, { field: 'state' }];
    const late = serveTaped(newFolder());
    work(late, 'c');
    late.close();
    const departs = { record: null, reason: expect.stringMatching(/^a run with the tape \w+ cannot be replayed/) };
    const side = { events: [], departs };
    const diverged = { verdict: 'diverged', a: side, b: side, fields: [] };
    expect(compareRuns(one, late.journal?.directory ?? '')).toMatchObject(diverged);
    expect(compareRuns(one, plain)).toMatchObject({ verdict: 'other-start', fields });
  });
});
