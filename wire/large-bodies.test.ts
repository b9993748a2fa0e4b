import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpTarget } from './http-target.ts';
import { get } from './message.ts';

const MIB = 1024 * 1024;
const body = Buffer.alloc(3 * MIB, 'x');

it.each([
  ['plain', {}, body],
  ['packed', { 'content-encoding': 'gzip' }, gzipSync(body)],
])('large %s bodies that arrive together wait for each other, and all arrive', async (_, headers, sent) => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(sent)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = httpTarget(new URL(`http://127.0.0.1:${port}`), { timeoutMs: 50_000, bodyBytesMax: 4 * MIB });
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => target.send(get('/'))));
  await target.close();
  server.close();
  expect(outcomes.map((one) => (one.kind === 'response' ? one.response.body.length : one.detail))).toEqual(
    Array.from({ length: 4 }, () => body.length),
  );
});
