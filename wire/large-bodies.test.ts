import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpTarget } from './http-target.ts';
import { get, type SendOutcome } from './message.ts';

const MIB = 1024 * 1024;
const body = Buffer.from(JSON.stringify(Array.from({ length: 30 }, () => 'x'.repeat(MIB / 10))));

/** The outcomes of `count` requests at a time to a server on the loopback interface. */
async function outcomes(
  answer: RequestListener,
  count: number,
  bodyBytesMax?: number,
): Promise<readonly SendOutcome[]> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const limits = bodyBytesMax === undefined ? {} : { bodyBytesMax };
  const target = httpTarget(new URL(`http://127.0.0.1:${port}`), { timeoutMs: 50_000, ...limits });
  const received = await Promise.all(Array.from({ length: count }, () => target.send(get('/'))));
  await target.close();
  server.closeAllConnections();
  server.close();
  return received;
}

it.each([
  ['plain', {}, body],
  ['packed', { 'content-encoding': 'gzip' }, gzipSync(body)],
])('large %s bodies that arrive together wait for each other, and all arrive', async (_, headers, sent) => {
  const received = await outcomes((_request, response) => response.writeHead(200, headers).end(sent), 4, 4 * MIB);
  expect(received.map((one) => (one.kind === 'response' ? one.response.body.length : one.detail))).toEqual(
    Array.from({ length: 4 }, () => body.length),
  );
});

it('receives a long body that does not start as JSON no further than 2 MiB', async () => {
  const received = await outcomes((_request, response) => response.writeHead(500).end('e'.repeat(3 * MIB)), 1);
  expect(received).toMatchObject([
    { kind: 'trouble', trouble: 'too-large', detail: 'the body is longer than 2097152 bytes, and not JSON' },
  ]);
});

it('ends a connection that sends the extension of a chunk without end', async () => {
  const received = await outcomes((_request, { socket }) => {
    const pour = (): void => {
      while (socket?.write('x'.repeat(50_000)) === true);
    };
    socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
    socket?.on('drain', pour).on('error', () => undefined);
    pour();
  }, 1);
  expect(received).toMatchObject([
    { kind: 'trouble', trouble: 'too-large', detail: 'the extensions of a chunk are too large' },
  ]);
});
