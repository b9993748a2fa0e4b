import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import type { Forwarded } from './forwarded.ts';
import { createForwarder } from './forwarder.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function portOf(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy before the server, and everything that it observed. */
async function proxied(upstream: Server | TcpServer | number, prefix = '') {
  const port = typeof upstream === 'number' ? upstream : await portOf(upstream);
  const observed: Forwarded[] = [];
  const forwarder = createForwarder(new URL(`http://127.0.0.1:${port}${prefix}`), (one) => void observed.push(one));
  const server = createServer(forwarder.serve);
  const url = `http://127.0.0.1:${await portOf(server)}`;
  closing.push(() => {
    server.closeAllConnections();
    return forwarder.close();
  });
  return { url, observed, port };
}

/** Sends bytes, and returns everything that comes back until the connection is closed. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

const answering = (listener: RequestListener): Server => createServer({ keepAlive: true }, listener);

it('forwards path, query, headers and body, and drops what is about one connection', async () => {
  let seen = '';
  const { url, observed, port } = await proxied(
    answering(async (incoming, outgoing) => {
      const pieces: Buffer[] = await incoming.toArray();
      seen = [incoming.method, incoming.url, ...incoming.rawHeaders, Buffer.concat(pieces).toString()].join(' | ');
      outgoing.sendDate = false;
      outgoing.writeHead(201, 'Made', [
        'X-Custom',
        'a',
        'Set-Cookie',
        'b',
        'Set-Cookie',
        'c',
        'Keep-Alive',
        'x=1',
        'Content-Length',
        '2',
      ]);
      outgoing.end('[]');
    }),
    '/api/',
  );
  const head =
    'POST /books?a=1&b=%2f HTTP/1.1\r\nHost: desk.example\r\nSVC_API_KEY: k\r\nX-Hop: 1\r\n' +
    'Connection: close, X-Hop\r\nTE: trailers\r\n';
  const answer = await raw(url, `${head}Content-Length: 4\r\n\r\n[{}]`);
  expect(seen).toMatch(
    new RegExp(`^POST \\| /api/books\\?a=1&b=%2f \\| .*host \\| 127\\.0\\.0\\.1:${port}.* \\| \\[\\{\\}\\]$`, 'i'),
  );
  expect(seen).toContain('SVC_API_KEY | k');
  expect(seen).not.toMatch(/x-hop|trailers|desk\.example/i);
  expect(answer).toBe(
    'HTTP/1.1 201 Made\r\nX-Custom: a\r\nSet-Cookie: b\r\nSet-Cookie: c\r\nContent-Length: 2\r\n' +
      'Connection: close\r\n\r\n[]',
  );
  expect(observed).toMatchObject([{ method: 'POST', target: '/books?a=1&b=%2f', status: 201 }]);
  expect(Buffer.from(observed[0]?.body ?? []).toString()).toBe('[{}]');
});

it('sends a packed body on as it is', async () => {
  const packed = gzipSync('[]');
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const { url, observed } = await proxied(answering((_, outgoing) => outgoing.writeHead(200, headers).end(packed)));
  expect(await (await fetch(`${url}/markets`)).json()).toEqual([]);
  expect(observed[0]?.responseBody).toEqual(new Uint8Array(packed));
  expect(observed[0]?.responseHeaders).toMatchObject(headers);
});

it('sends the first bytes of a slow response on before the last ones come', async () => {
  const release = Promise.withResolvers<void>();
  const { url } = await proxied(
    answering(async (_, outgoing) => {
      outgoing.write('[');
      await release.promise;
      outgoing.end(']');
    }),
  );
  const { body } = await fetch(`${url}/markets`);
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('[');
  release.resolve();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(']');
});

it.each([
  [
    'nothing',
    'unreachable',
    async () => {
      const server = createServer();
      const port = await portOf(server);
      server.close();
      return port;
    },
  ],
  [
    'no HTTP',
    'not-http',
    async () => createTcpServer((socket) => socket.on('error', () => undefined).end('garbage\r\n\r\n')),
  ],
  ['no response', 'unreachable', async () => createTcpServer((socket) => socket.once('data', () => socket.destroy()))],
])('answers 502 for a deployment that sends %s', async (_, trouble, upstream) => {
  const { url, observed } = await proxied(await upstream());
  const response = await fetch(`${url}/markets`);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(/^touchstone proxy: no response from http:\/\/127\.0\.0\.1:\d+ \(/),
  });
  expect(observed).toMatchObject([{ status: 0, trouble: { trouble } }]);
});

it('cuts a response off where the deployment does', async () => {
  const { url, observed } = await proxied(
    answering((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('[1,');
      setTimeout(() => outgoing.destroy(), 20);
    }),
  );
  await expect(fetch(`${url}/markets`).then((response) => response.text())).rejects.toThrow();
  await vi.waitFor(() => expect(observed).toMatchObject([{ status: 200, trouble: { trouble: 'truncated' } }]));
});

it('repeats a read for which a kept connection was closed', async () => {
  let requests = 0;
  const server = answering((incoming, outgoing) => {
    requests += 1;
    if (requests === 2) incoming.socket.destroy();
    else outgoing.end('[]');
  });
  const { url } = await proxied(server);
  const statuses = [await fetch(`${url}/markets`), await fetch(`${url}/markets`)].map(({ status }) => status);
  expect([statuses, requests]).toEqual([[200, 200], 3]);
});

it('drops the request of a client that leaves, and refuses a body that is too long', async () => {
  const gone = Promise.withResolvers<void>();
  const { url, observed } = await proxied(answering((_, outgoing) => void outgoing.on('close', gone.resolve)));
  const leaving = new AbortController();
  const left = fetch(`${url}/markets`, { signal: leaving.signal });
  await sleep(50);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await gone.promise;
  expect((await fetch(`${url}/order`, { method: 'POST', body: Buffer.alloc(17 * 1024 * 1024) })).status).toBe(413);
  expect(observed).toEqual([]);
});
