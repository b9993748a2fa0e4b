import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Control, get, type Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { createRedactor } from '../evidence/redact.ts';
import { canaryWallet, countingControl, fakeTarget, json, trouble } from '../fixtures/fake-target.ts';
import { createBudget } from './budget.ts';
import { createSentOrders } from './clean-up.ts';
import { createRunClock } from './clock.ts';
import { inParallel } from './in-parallel.ts';
import { RunClient } from './run-client.ts';
import { createStop } from './stop.ts';

function clientWith(target: Target, maxRequests?: number): { client: RunClient; serviceSeconds: () => number } {
  const parts = { budget: createBudget({ share: 1 }), redactor: createRedactor([]), sentOrders: createSentOrders() };
  const [stop, cleaning] = [createStop(undefined), createStop(undefined)];
  const client = new RunClient({ target, ...parts, maxRequests, stop, cleaning });
  return { client, serviceSeconds: client.clock.serviceSeconds };
}

const books = { method: 'POST', path: '/books', query: '', headers: {}, body: '[]' };
const patient = { route: matchRoute(books), as: undefined, isPatient: true } as const;
const markets = { ...patient, route: matchRoute(get('/markets')) };

/** Virtual time that passes as soon as nothing else happens, until the end of the test. */
function jump(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.setTimerTickMode('nextTimerAsync');
  onTestFinished(() => void vi.useRealTimers());
}

function many<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return inParallel([...Array(count).keys()], () => 8, work);
}

describe('sending', () => {
  it('sends again what was throttled, after the time the target asks for, by moving its clock', async () => {
    let refusals = 2;
    const control = countingControl();
    const target = {
      ...fakeTarget(() => (refusals-- > 0 ? json({ error: 'slow down' }, 429, { 'retry-after': '3' }) : undefined)),
      control,
    };
    const { client } = clientWith(target);
    expect(await client.send(books, patient)).toMatchObject({ kind: 'exchange', exchange: { status: 200 } });
    expect(control.advanced).toEqual([3_000, 3_000]);
    expect([client.transmitted(), client.requestsOf(undefined)]).toEqual([3, 1]);
  });

  it('gives up after a minute without a success: being put off is not a response to the request', async () => {
    const control = countingControl();
    const { client } = clientWith({ ...fakeTarget(() => json({}, 429)), control });
    await expect(client.send(books, patient)).rejects.toMatchObject({
      why: 'blocked',
      message: 'throttled: status 429',
    });
    const waited = control.advanced.reduce((sum, milliseconds) => sum + milliseconds);
    expect(waited).toBeGreaterThanOrEqual(60_000);
    expect(waited).toBeLessThan(70_000);
    expect(client.gone()).toBe('the target throttles: no request succeeded in a minute (status 429)');
  });

  it('waits for as long as others succeed, and blocks a route that alone is throttled', async () => {
    let refusals = 50;
    const target = fakeTarget(({ method }) => {
      if (method === 'GET') return undefined;
      refusals -= 1;
      return refusals % 10 === 0 ? undefined : json({}, 429);
    });
    const { client } = clientWith({ ...target, control: countingControl() });
    await client.send(get('/markets'), markets);
    for (let turn = 0; turn < 4; turn += 1)
      expect(await client.send(books, patient)).toMatchObject({ kind: 'exchange' });
    refusals = Number.NEGATIVE_INFINITY;
    for (let turn = 0; turn < 6; turn += 1) await expect(client.send(books, patient)).rejects.toThrow('throttled');
    expect(client.gone()).toBeUndefined();
    expect(await client.send(get('/markets'), markets)).toMatchObject({ kind: 'exchange' });
  });

  it('learns the pace of a target that allows less than the interface states', async () => {
    jump();
    const moments: number[] = [];
    let refused = 0;
    const target = fakeTarget(() => {
      const now = performance.now();
      if (moments.filter((moment) => moment > now - 1_000).length < 20) return void moments.push(now);
      refused += 1;
      return json({ error: 'slow down' }, 429);
    });
    const { client } = clientWith(target);
    const start = performance.now();
    const some = ['/markets', '/events', '/simplified-markets'].map((path) => get(path));
    const answers = await many(600, (index) => {
      const request = some[index % some.length] ?? books;
      return client.send(request, { ...patient, route: matchRoute(request) });
    });
    expect(answers.every((answered) => answered.kind === 'exchange' && answered.exchange.status === 200)).toBe(true);
    expect(performance.now() - start).toBeLessThan(60_000);
    expect(refused).toBeLessThan(150);
  });

  it('returns to a quick pace when a neighbour has ended that used up the limit', async () => {
    jump();
    const start = performance.now();
    let [latest, refused] = [Number.NEGATIVE_INFINITY, 0];
    const isShared = (now: number): boolean => now - start < 60_000;
    const target = fakeTarget(() => {
      const now = performance.now();
      if (isShared(now) && now - latest < 3_000) {
        refused += 1;
        return json({ error: 'slow down' }, 429);
      }
      latest = now;
      return undefined;
    });
    const { client } = clientWith(target);
    const sendAll = (count: number) => many(count, () => client.send(get('/markets'), markets));
    while (isShared(performance.now())) await sendAll(4);
    // A limit of one request in three seconds is not tried much more often than it allows.
    expect(refused).toBeLessThan(40);
    const alone = performance.now();
    await sendAll(300);
    expect(performance.now() - alone).toBeLessThan(30_000);
  });

  it('does not wait for an hour, and takes a target that puts everything off for gone', async () => {
    const control = countingControl();
    const hourly = fakeTarget(() => json({ error: 'later' }, 503, { 'retry-after': '3600' }));
    const { client } = clientWith({ ...hourly, control });
    for (let turn = 0; turn < 5; turn += 1)
      await expect(client.send(books, patient)).rejects.toThrow('Retry-After 3600');
    expect(control.advanced).toEqual([]);
    expect(client.gone()).toBe(
      'the target throttles: 5 requests in a row were throttled (status 503, Retry-After 3600)',
    );
  });

  it('returns a refusal at once to a check of the limits', async () => {
    const { client } = clientWith(fakeTarget(() => json({}, 429)));
    expect(await client.send(books, { ...patient, isPatient: false })).toMatchObject({ exchange: { status: 429 } });
    expect(client.transmitted()).toBe(1);
  });

  it('moves the clock once for everyone who waits for a full window', async () => {
    const control = countingControl();
    const { client } = clientWith({ ...fakeTarget(), control });
    await Promise.all(Array.from({ length: 90 }, () => client.send(books, patient)));
    expect(control.advanced).toEqual([10_001]);
  });

  it('signs at the service clock, and follows it when it is moved', async () => {
    const stamps: (string | undefined)[] = [];
    const target = fakeTarget(({ headers }) => {
      stamps.push(headers['svc_timestamp']);
      return json([], 200, { date: 'Sat, 01 Jan 2028 00:00:00 GMT' });
    });
    const { client, serviceSeconds } = clientWith(target);
    await client.send(get('/markets'), { ...patient, route: undefined });
    await client.send(get('/data/orders'), { ...patient, as: canaryWallet() });
    expect(stamps[1]).toBe(String(Date.UTC(2028, 0, 1) / 1_000));
    expect(serviceSeconds()).toBe(Date.UTC(2028, 0, 1) / 1_000);
  });

  it('takes the moved time into account before the next response shows it', async () => {
    const control = countingControl();
    const clock = createRunClock(control);
    clock.observe({ date: 'Sat, 01 Jan 2028 00:00:00 GMT' });
    await clock.control?.advance(90_500);
    expect(clock.serviceSeconds()).toBe(Date.UTC(2028, 0, 1) / 1_000 + 90);
    clock.observe({ date: 'Sat, 01 Jan 2028 00:01:31 GMT' });
    expect(clock.serviceSeconds()).toBe(Date.UTC(2028, 0, 1) / 1_000 + 91);
  });

  it('stops at --max-requests', async () => {
    const { client } = clientWith(fakeTarget(), 2);
    await client.send(books, patient);
    await client.send(books, patient);
    await expect(client.send(books, patient)).rejects.toThrow('the budget of 2 requests is used up');
  });

  it('opens the breaker after five silences in a row, not after five in all', async () => {
    let count = 0;
    const target = fakeTarget(() => {
      count += 1;
      return count % 5 === 0 && count < 20 ? undefined : trouble('timeout', 'no response in 10 s');
    });
    const { client } = clientWith(target);
    for (let sent = 0; sent < 20; sent += 1) {
      expect(client.gone()).toBeUndefined();
      await client.send(books, patient);
    }
    expect(client.gone()).toContain('no response in 10 s');
    await expect(client.send(books, patient)).rejects.toThrow('the target is gone');
  });
});

describe('a target whose control routes fail', () => {
  const controlled = (target: Target, parts: Partial<Control>): Target => ({
    ...target,
    control: { ...countingControl(), ...parts },
  });
  const fill = async (client: RunClient): Promise<void> => {
    await client.send(get('/markets'), markets);
    for (let sent = 0; sent < 80; sent += 1) await client.send(books, patient);
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };

  it('is not waited for: a check that needs its clock moved is blocked', async () => {
    const { client } = clientWith(controlled(fakeTarget(), { advance: async () => false }));
    await fill(client);
    const took = await timed(() =>
      expect(client.send(books, patient)).rejects.toMatchObject({
        why: 'blocked',
        message: 'the target did not move its clock by 10001 ms when it was asked to',
      }),
    );
    expect(took).toBeLessThan(5_000);
    await expect(client.wait(600_000)).rejects.toMatchObject({ why: 'blocked' });
    expect(await client.send(get('/markets'), markets)).toMatchObject({ kind: 'exchange' });
    expect(client.gone()).toBeUndefined();
  });

  it('is gone if it does not answer what it answered before either', async () => {
    let isAlive = true;
    const target = fakeTarget(() => (isAlive ? undefined : trouble('unreachable', 'connection refused')));
    const { client } = clientWith(controlled(target, { advance: async () => isAlive }));
    await fill(client);
    isAlive = false;
    const gone = 'the target is gone: neither its control routes nor other routes respond';
    await expect(client.wait(600_000)).rejects.toMatchObject({ why: 'not-run', message: gone });
    await expect(client.wait(600_000)).rejects.toMatchObject({ why: 'not-run', message: gone });
    await expect(client.clock.control?.faults('none')).rejects.toMatchObject({ why: 'not-run' });
    await expect(client.clock.control?.reset()).rejects.toMatchObject({ why: 'not-run' });
  });

  it('is not requested again after three failures that took long', async () => {
    let requests = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + requests * 1_050);
    onTestFinished(() => void vi.restoreAllMocks());
    const advance = async (): Promise<boolean> => {
      requests += 1;
      return false;
    };
    const { client } = clientWith(controlled(fakeTarget(), { advance }));
    await client.send(get('/markets'), markets);
    for (let turn = 0; turn < 6; turn += 1) await expect(client.wait(1_000)).rejects.toMatchObject({ why: 'blocked' });
    expect(requests).toBe(3);
  });

  it('has a deadline for control requests and others that never have an outcome', async () => {
    const hanging = (): Promise<never> => new Promise(() => undefined);
    const silent = { ...fakeTarget(), send: hanging, timeoutMs: -2_950 };
    const { client } = clientWith(controlled(silent, { advance: hanging, reset: hanging }));
    await expect(client.wait(600_000)).rejects.toMatchObject({ why: 'blocked' });
    expect(await client.clock.control?.reset()).toBe(false);
    expect(await client.send(get('/markets'), markets)).toMatchObject({
      trouble: 'timeout',
      detail: 'no response in 50 ms',
    });
  });
});

describe('a target that times out', () => {
  it('is gone after one timeout if the probe after it times out for as long as one is waited for', async () => {
    let isAlive = true;
    const target = fakeTarget(() => (isAlive ? undefined : trouble('timeout', 'no complete response in 10 ms')));
    const { client } = clientWith(target);
    await client.send(get('/markets'), markets);
    isAlive = false;
    await client.send(books, patient);
    const gone = client.gone();
    expect(gone).toMatch(/^the target is gone: neither a request nor the probe after it got a response/);
    expect(gone).toContain('a response (no complete response in 10 ms), the first of them POST /books');
  });

  it('is there if the probe is answered late', async () => {
    let silences = 3;
    const target = fakeTarget(({ path }) => {
      if (path === '/books') return trouble('timeout');
      silences -= 1;
      return silences === 2 || silences < 0 ? undefined : trouble('timeout');
    });
    const { client } = clientWith(target);
    await client.send(get('/markets'), markets);
    await client.send(books, patient);
    expect(client.gone()).toBeUndefined();
  });
});

describe('a route that never answers', () => {
  const holders = get('/holders', { market: '0x1' });
  const options = { ...patient, route: matchRoute(holders) };
  const dead = (): ReturnType<typeof fakeTarget> =>
    fakeTarget(({ path }) => (path === '/holders' ? trouble('timeout', 'no response in 10 s') : undefined));

  it('is given up by name, and the target is not gone: a route that has responded is requested again', async () => {
    const target = dead();
    const { client } = clientWith(target);
    await client.send(get('/markets'), markets);
    for (let sent = 0; sent < 5; sent += 1) await client.send(holders, options);
    const silenceAndProbe = ['/holders', '/markets'];
    expect(target.received.map(({ path }) => path)).toEqual(['/markets', ...Array(5).fill(silenceAndProbe).flat()]);
    await expect(client.send(holders, options)).rejects.toMatchObject({
      why: 'blocked',
      message: expect.stringMatching(/^GET \/holders never answers: 5 requests in a row .*no response in 10 s/),
    });
    expect(target.received).toHaveLength(11);
    expect([...client.silent().keys()]).toEqual(['holders']);
    expect(client.gone()).toBeUndefined();
    expect(await client.send(books, patient)).toMatchObject({ kind: 'exchange' });
  });

  it('is given up also where others answer in between, and one that has answered never is', async () => {
    let isLate = false;
    const target = fakeTarget(({ path }) =>
      path === '/holders' || (isLate && path === '/books') ? trouble('timeout') : undefined,
    );
    const { client } = clientWith(target);
    await client.send(books, patient);
    isLate = true;
    for (let sent = 0; sent < 6; sent += 1) {
      await client.send(get('/markets'), markets);
      await client.send(books, patient);
      if (sent < 5) await client.send(holders, options);
    }
    expect([...client.silent().keys()]).toEqual(['holders']);
    expect(client.gone()).toBeUndefined();
  });

  it('is the whole target where nothing else answers either', async () => {
    const { client } = clientWith(fakeTarget(() => trouble('timeout')));
    for (let sent = 0; sent < 5; sent += 1) await client.send(holders, options);
    expect(client.gone()).toMatch(/^the target is gone: 5 requests in a row/);
  });
});

describe('a connection lost on the way', () => {
  const lostOnce = (): { target: Target; sent: () => number } => {
    let sent = 0;
    const target = fakeTarget(() => {
      sent += 1;
      return sent === 1 ? trouble('unreachable', 'closed') : undefined;
    });
    return { target, sent: () => sent };
  };

  it('is no trouble for a request that only reads', async () => {
    const { target } = lostOnce();
    expect(await clientWith(target).client.send(books, patient)).toMatchObject({ kind: 'exchange' });
  });

  it('never sends a write twice', async () => {
    const { target, sent } = lostOnce();
    const order = { ...books, path: '/order' };
    const answered = await clientWith(target).client.send(order, { ...patient, route: matchRoute(order) });
    expect(answered).toMatchObject({ kind: 'trouble' });
    expect(sent()).toBe(1);
  });
});
