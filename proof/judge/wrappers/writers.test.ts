/** proof/judge/quirks/transport tests: the bytes that each quirk of the layer sends. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../../base/result.ts';
import type { Handler } from '../../../wire/message.ts';
import { transportQuirks } from '../quirks/transport.ts';

const BODY = '{"question":"雨 🌧 ü?"}';
const handle: Handler = () => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'x-next-cursor': 'MQ==' },
  body: BODY,
});

async function serverOf(id: string, answer = handle) {
  const server = await transportQuirks.find((known) => known.id === id)?.transport?.(answer, '1');
  invariant(server !== undefined, `${id} has a transport`);
  return server;
}

/** Everything that the server of a quirk sends until it closes the connection, one character for each byte. */
async function sentBy(id: string, encoding: string, requests = 40): Promise<readonly string[]> {
  const server = await serverOf(id);
  const request = (last: string): string =>
    `GET /markets HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n${last}\r\n`;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
  socket.write(request('').repeat(requests - 1) + request('Connection: close\r\n'));
  const pieces = (await socket.toArray()) as string[];
  await server.close();
  return pieces;
}

describe('transport quirks', () => {
  it.each([
    ['http-1-0', /^HTTP\/1\.0 200 OK\r\n(?!.*content-length).*connection: close\r\n\r\n\{.*\}$/s],
    ['until-close', /^HTTP\/1\.1 200 OK\r\n(?!.*content-length)(?!.*chunked).*connection: close\r\n\r\n\{.*\}$/s],
    ['chunks', /transfer-encoding: chunked\r\n.*\r\n[0-9a-f]+\r\n[\x80-\xbf]/is],
    ['gzip', /content-encoding: gzip\r\n.*\r\n\r\n.\x8b/s],
    ['brotli', /content-encoding: br\r\n/],
    ['header-case', /\r\n(?:Content-Type|CONTENT-TYPE): application\/json\r\n/],
    ['no-keep-alive', /^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*\}$/s],
    ['random-close', /^(?:HTTP\/1\.1 200 OK[^}]*\}){2,39}$/],
    ['early-hints', /^HTTP\/1\.1 103 Early Hints\r\n.*\r\nHTTP\/1\.1 200 OK\r\n/s],
    ['continue', /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/],
    ['trailers', /\r\n0\r\nserver-timing: total;dur=1\r\n\r\n/],
    ['gateways', /(?:set-cookie: [^\r]*\r\n){2}/i],
  ])('%s', async (id, bytes) => {
    expect((await sentBy(id, 'gzip, br')).join('')).toMatch(bytes);
  });

  it('slow comes in pieces', async () => {
    expect((await sentBy('slow', 'identity', 1)).length).toBeGreaterThan(1);
  });

  it('slow sends whole bodies while the process is busy', async () => {
    const busy: Handler = (request) => {
      const end = performance.now() + 1;
      while (performance.now() < end);
      return handle(request);
    };
    const server = await serverOf('slow', busy);
    const signal = AbortSignal.timeout(4_000);
    const read = async (): Promise<string> => (await fetch(`${server.url}/markets`, { signal })).text();
    const bodies = await Promise.all(Array.from({ length: 200 }, read)).finally(() => server.close());
    expect(new Set(bodies)).toEqual(new Set([BODY]));
  });

  it('order-delayed answers an order after its delay', async () => {
    const server = await serverOf('order-delayed');
    const start = performance.now();
    await (await fetch(`${server.url}/order`, { method: 'POST' })).text();
    await server.close();
    expect(performance.now() - start).toBeGreaterThanOrEqual(15);
  });

  it('are all of them above', () => {
    expect(transportQuirks).toHaveLength(14);
  });

  it.each(['gzip', 'brotli'])('%s is not sent to a client that does not accept it', async (id) => {
    const sent = (await sentBy(id, 'identity')).join('');
    expect(sent).not.toMatch(/content-encoding/i);
    expect(Buffer.from(sent, 'latin1').toString()).toContain(BODY);
  });
});
