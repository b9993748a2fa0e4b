/** sim/dispatcher.test: undici's fetch and request against a handler, without a socket. */
import { Readable } from 'node:stream';
import { Client, FormData, fetch, type HeadersInit, request } from 'undici';
import { fetch as fetch6 } from 'undici-6';
import { fetch as fetch7 } from 'undici-7';
import { describe, expect, it, vi } from 'vitest';
import type { Request } from '../wire/message.ts';
import { simulatorDispatcher } from './dispatcher.ts';
import { createSimulator } from './simulator.ts';

function serve(response = '{"ok":true}', status = 200) {
  const seen: Request[] = [];
  const dispatcher = simulatorDispatcher({
    handle: (request) => {
      seen.push(request);
      return { status, headers: { 'content-type': 'application/json', 'x-next-cursor': 'LTE=' }, body: response };
    },
  });
  return { seen, dispatcher };
}

const URL_ANYWHERE = 'https://simulator.invalid/markets?limit=5';

describe('fetch', () => {
  it('gets a response from any origin', async () => {
    const { seen, dispatcher } = serve();
    const response = await fetch(URL_ANYWHERE, { dispatcher, headers: { SVC_Address: '0x1' } });
    expect([response.status, response.headers.get('x-next-cursor')]).toEqual([200, 'LTE=']);
    expect(await response.json()).toEqual({ ok: true });
    expect(seen).toMatchObject([
      { method: 'GET', path: '/markets', query: 'limit=5', headers: { svc_address: '0x1' } },
    ]);
    expect(seen[0]).not.toHaveProperty('body');
  });

  it.each<[string, string | Uint8Array | ReadableStream]>([
    ['text', '{"é":1}'],
    ['bytes', Buffer.from('{"é":1}')],
    ['a stream', Readable.toWeb(Readable.from([Buffer.from('{"'), Buffer.from('é":1}')])) as ReadableStream],
  ])('posts a body that is %s', async (_name, body) => {
    const { seen, dispatcher } = serve();
    await fetch('http://x.invalid/order', { dispatcher, method: 'POST', body, duplex: 'half' });
    expect(seen).toMatchObject([{ method: 'POST', path: '/order', query: '', body: '{"é":1}' }]);
  });

  it('sees errors of the service as responses', async () => {
    const { dispatcher } = serve('{"error":"no such route"}', 404);
    const response = await fetch(URL_ANYWHERE, { dispatcher });
    expect([response.status, response.ok, await response.json()]).toEqual([404, false, { error: 'no such route' }]);
  });

  it('gets no text for HEAD and an empty body', async () => {
    expect(await (await fetch(URL_ANYWHERE, { dispatcher: serve().dispatcher, method: 'HEAD' })).text()).toBe('');
    expect(await (await fetch(URL_ANYWHERE, { dispatcher: serve('').dispatcher })).text()).toBe('');
  });

  it('can be aborted before the response', async () => {
    const { seen, dispatcher } = serve();
    const abort = new AbortController();
    const pending = fetch(URL_ANYWHERE, { dispatcher, signal: abort.signal });
    abort.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(0);
  });

  it('runs many requests at once, each with its own response', async () => {
    const dispatcher = simulatorDispatcher({
      handle: ({ query }) => ({ status: 200, headers: {}, body: query }),
    });
    const texts = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, index) => await (await fetch(`http://x.invalid/?${index}`, { dispatcher })).text(),
      ),
    );
    expect(texts).toEqual(Array.from({ length: 200 }, (_, index) => String(index)));
  });
});

describe("Node's own fetch", () => {
  const nodeFetch = (url: string, init: object) => globalThis.fetch(url, init);

  it('gets responses, large ones and errors included', async () => {
    const text = JSON.stringify({ long: 'é'.repeat(1_000_000) });
    const { seen, dispatcher } = serve(text, 404);
    const response = await nodeFetch(URL_ANYWHERE, { dispatcher, method: 'POST', body: '{"é":1}' });
    expect([response.status, response.headers.get('x-next-cursor'), await response.text()]).toEqual([
      404,
      'LTE=',
      text,
    ]);
    expect(seen).toMatchObject([{ method: 'POST', path: '/markets', query: 'limit=5', body: '{"é":1}' }]);
  });

  it('fails when aborted, after close, and when the handler throws', async () => {
    const { dispatcher } = serve();
    await expect(nodeFetch(URL_ANYWHERE, { dispatcher, signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
    const throwing = simulatorDispatcher({
      handle: () => {
        throw new Error('planted');
      },
    });
    await expect(nodeFetch(URL_ANYWHERE, { dispatcher: throwing })).rejects.toThrow(/fetch failed/);
    await dispatcher.close();
    await expect(nodeFetch(URL_ANYWHERE, { dispatcher })).rejects.toThrow(/fetch failed/);
  });
});

describe('request', () => {
  it('gets status, headers, and a large body piece by piece', async () => {
    const text = JSON.stringify({ long: 'é'.repeat(1_000_000) });
    const { dispatcher } = serve(text);
    const { statusCode, headers, body } = await request(URL_ANYWHERE, { dispatcher });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'x-next-cursor': 'LTE=', 'content-length': String(Buffer.byteLength(text)) });
    expect(await body.text()).toBe(text);
  });

  it.each<[string, HeadersInit | string[] | Iterable<[string, string]>]>([
    ['a record', { 'X-A': '1' }],
    ['a flat list', ['X-A', '1']],
    ['pairs', new Map([['X-A', '1']])],
  ])('takes headers as %s', async (_name, headers) => {
    const { seen, dispatcher } = serve();
    await request(URL_ANYWHERE, { dispatcher, headers: headers as Record<string, string> });
    expect(seen[0]?.headers['x-a']).toBe('1');
  });

  it('joins repeated headers and takes the query apart from the path', async () => {
    const { seen, dispatcher } = serve();
    await request(URL_ANYWHERE, { dispatcher, query: { a: 1, b: ['x', 'y'] }, headers: ['h', '1', 'H', '2'] } as never);
    expect(seen[0]).toMatchObject({ path: '/markets', headers: { h: '1, 2' } });
    expect(seen[0]?.query).toMatch(/a=1&b=x&b=y$/);
  });

  it('refuses form data and passes on the error of a broken stream', async () => {
    const { dispatcher } = serve();
    const form = new FormData();
    form.set('a', 'b');
    await expect(request(URL_ANYWHERE, { dispatcher, method: 'POST', body: form })).rejects.toThrow(/text, bytes/);
    const broken = new Readable({
      read() {
        this.destroy(new Error('cable cut'));
      },
    });
    await expect(request(URL_ANYWHERE, { dispatcher, method: 'POST', body: broken })).rejects.toThrow('cable cut');
  });

  it('fails with the error of a handler that throws', async () => {
    const dispatcher = simulatorDispatcher({
      handle: () => {
        throw new Error('planted');
      },
    });
    await expect(request(URL_ANYWHERE, { dispatcher })).rejects.toThrow('planted');
  });

  it.each(['close', 'destroy'] as const)('fails after %s', async (end) => {
    const { dispatcher } = serve();
    await dispatcher[end]();
    await new Promise<void>((resolve) => dispatcher[end](resolve));
    const reference = new Client('http://x.invalid');
    await reference[end]();
    const codeOf = async (attempt: Promise<unknown>) =>
      await attempt.then(String, (error: { code: string }) => error.code);
    expect(await codeOf(request(URL_ANYWHERE, { dispatcher }))).toBe(
      await codeOf(request(URL_ANYWHERE, { dispatcher: reference })),
    );
  });
});

describe('faults of the simulator', () => {
  const faulty = (kind: 'response-lost' | 'reset' | 'latency', ms?: number) =>
    createSimulator({ faults: [{ route: 'GET /markets', nth: 1, kind, ...(ms !== undefined && { ms }) }] });

  it.each(['response-lost', 'reset'] as const)('%s ends fetch and request with a reset connection', async (kind) => {
    const simulator = faulty(kind);
    const dispatcher = simulatorDispatcher(simulator);
    const body = async () => (await fetch(URL_ANYWHERE, { dispatcher })).text();
    await expect(body()).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    expect(JSON.parse(await body())).toHaveLength(5);
    simulator.reset();
    const wire = async () => (await request(URL_ANYWHERE, { dispatcher })).body.text();
    await expect(wire()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(JSON.parse(await wire())).toHaveLength(5);
  });

  it('latency delays the response, and an abort leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const simulator = faulty('latency', 60_000);
      const dispatcher = simulatorDispatcher(simulator);
      const due = () => vi.waitUntil(() => vi.getTimerCount() === 1, { interval: 1 });
      const late = fetch(URL_ANYWHERE, { dispatcher });
      await due();
      vi.advanceTimersByTime(60_000);
      expect((await late).status).toBe(200);
      simulator.reset();
      const abort = new AbortController();
      const pending = fetch(URL_ANYWHERE, { dispatcher, signal: abort.signal });
      await due();
      abort.abort();
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the releases of undici and the fetch of Node take the dispatcher', () => {
  const simulator = createSimulator({ world: 'small' });
  const dispatcher = simulatorDispatcher(simulator);
  const url = 'http://venue.test/markets?limit=1';
  const clients = {
    'undici 6': () => fetch6(url, { dispatcher }),
    'undici 7': () => fetch7(url, { dispatcher }),
    'undici 8': () => fetch(url, { dispatcher }),
    'Node itself': () => globalThis.fetch(url, { dispatcher }),
  };

  it.each(Object.entries(clients))('%s', async (_, send) => {
    const response = await send();
    expect([response.status, await response.json()]).toEqual([200, [expect.anything()]]);
  });

  it.each(Object.entries(clients))('%s fails when the connection ends within the body', async (_, send) => {
    simulator.faults([{ route: 'GET /markets', nth: 1, kind: 'reset' }]);
    const body = async () => await (await send()).text();
    await expect(body()).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    expect(JSON.parse(await body())).toHaveLength(1);
  });
});
