/** sim/http/streams/hostile.test: malformed, oversized and slow clients are closed with a reason. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { watchOf } from '../../watch.ts';
import { streamServices } from './fixtures/stream-services.ts';

const start = streamServices();

/** A socket after the handshake, with the response to it. */
async function raw(port: number, path = '/ws/market', extra = ''): Promise<{ socket: Socket; head: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n${extra}\r\n`,
  );
  const [head] = await once(socket, 'data');
  return { socket, head: String(head) };
}

/** A frame of a client; a mask of zeros leaves the payload as it is. */
function frame(opcode: number, payload: Buffer, { isFinal = true, isMasked = true, rsv1 = false } = {}): Buffer {
  const first = opcode | (isFinal ? 0x80 : 0) | (rsv1 ? 0x40 : 0);
  const length = payload.length < 126 ? Buffer.from([payload.length]) : Buffer.alloc(3, 126);
  if (payload.length >= 126) length.writeUInt16BE(payload.length, 1);
  length[0] = (length[0] ?? 0) | (isMasked ? 0x80 : 0);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(isMasked ? 4 : 0), payload]);
}

const TEXT = 1;
const CONTINUED = 0;

/** The code and reason of the close frame that ends these bytes. */
async function closeOf(socket: Socket): Promise<readonly [number, string]> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  const bytes = Buffer.concat(parts);
  const at = bytes.indexOf(0x88);
  return [bytes.readUInt16BE(at + 2), bytes.subarray(at + 4).toString()];
}

const SHAPE = 'send {"type": "market", "assets_ids": [...]} or {"operation": "subscribe", "assets_ids": [...]}';

describe('a message that is no subscription', () => {
  it.each<[string, string | Buffer, number, string]>([
    ['binary', Buffer.from('{}'), 1003, 'send text frames only'],
    ['not JSON', '{"type":', 1008, SHAPE],
    ['null', 'null', 1008, SHAPE],
    ['of another channel', '{"type":"user","assets_ids":[]}', 1008, SHAPE],
    ['an unknown operation', '{"operation":"drop","assets_ids":[]}', 1008, SHAPE],
    ['with numbers for tokens', '{"type":"market","assets_ids":[1]}', 1008, SHAPE],
    ['with a prototype', '{"type":"market","assets_ids":{"__proto__":[],"length":1}}', 1008, SHAPE],
    ['of nested arrays', `${'['.repeat(30_000)}`, 1008, SHAPE],
    ['of a megabyte', 'x'.repeat(1 << 20), 1009, ''],
    [
      'of 10,000 tokens',
      JSON.stringify({ type: 'market', assets_ids: Array.from({ length: 10_000 }, String) }),
      1009,
      '',
    ],
    [
      'of 501 tokens',
      JSON.stringify({ type: 'market', assets_ids: Array.from({ length: 501 }, (_, index) => `${index}`) }),
      1008,
      'at most 500 tokens for each connection',
    ],
  ])('%s closes the connection with a reason', async (_, message, code, reason) => {
    const { connect: open, market, order } = await start();
    const other = await market();
    const client = await open('market');
    client.socket.send(message);
    expect(await client.closed).toEqual([code, reason]);
    order();
    expect(await other.settled(), 'another client').toHaveLength(2);
  });

  it('counts the tokens of a connection, not those of a message', async () => {
    const { connect: open } = await start();
    const client = await open('market');
    const tokens = (from: number) => Array.from({ length: 250 }, (_, index) => `${from + index}`);
    for (const from of [0, 250, 0]) client.send({ operation: 'subscribe', assets_ids: tokens(from) });
    await client.settled();
    client.send({ operation: 'unsubscribe', assets_ids: tokens(0) });
    client.send({ operation: 'subscribe', assets_ids: tokens(1_000) });
    await client.settled();
    client.send({ operation: 'subscribe', assets_ids: ['one more'] });
    expect((await client.closed)[0]).toBe(1008);
  });

  it('ends the connection at once: nothing behind it counts', async () => {
    const { connect: open, simulator } = await start();
    const client = await open('user');
    const read = vi.spyOn(watchOf(simulator), 'service');
    client.socket.send('{}');
    client.send({ type: 'user', auth: simulator.named.wallets['ada'] });
    expect((await client.closed)[0]).toBe(1008);
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    ['{"operation":"subscribe","markets":[]}', 'the API key, secret or passphrase is wrong'],
    ['{"type":"user"}', expect.stringContaining('send {"type": "user", "auth"')],
  ])('%s needs a key on the user stream', async (message, reason) => {
    const { connect: open } = await start();
    const client = await open('user');
    client.send(message);
    expect(await client.closed).toEqual([1008, reason]);
  });
});

const repeated = (bytes: Buffer, times: number): Buffer => Buffer.alloc(bytes.length * times, bytes);

describe('raw bytes', () => {
  const half = Buffer.alloc(40_000, 'x');
  it.each<[string, Buffer[], number]>([
    ['without a mask', [frame(TEXT, Buffer.from('PING'), { isMasked: false })], 1002],
    [
      'that are compressed',
      [frame(TEXT, deflateRawSync(Buffer.alloc(1 << 24)).subarray(0, 16_000), { rsv1: true })],
      1002,
    ],
    ['in fragments above the limit', [frame(TEXT, half, { isFinal: false }), frame(CONTINUED, half)], 1009],
    [
      'in ten thousand fragments',
      [
        frame(TEXT, Buffer.from('x'), { isFinal: false }),
        repeated(frame(CONTINUED, Buffer.from('x'), { isFinal: false }), 10_000),
      ],
      1008,
    ],
    ['that are no UTF-8', [frame(TEXT, Buffer.from([0xc3, 0x28]))], 1007],
    ['with an unknown opcode', [frame(5, Buffer.from('x'))], 1002],
  ])('%s close the connection', async (_, frames, code) => {
    const { server } = await start();
    const { socket, head } = await raw(server.port, '/ws/market', 'sec-websocket-extensions: permessage-deflate\r\n');
    expect(head, 'compression is not agreed on').not.toContain('deflate');
    const closed = closeOf(socket);
    socket.write(Buffer.concat(frames));
    expect((await closed)[0]).toBe(code);
  });

  it('in fragments below the limit are one message', async () => {
    const { server } = await start();
    const { socket } = await raw(server.port);
    socket.write(
      Buffer.concat([frame(TEXT, Buffer.from('PI'), { isFinal: false }), frame(CONTINUED, Buffer.from('NG'))]),
    );
    const [reply] = await once(socket, 'data');
    expect(String(reply.subarray(2))).toBe('PONG');
    socket.destroy();
  });

  it.each([
    ['/ws/nowhere', 404],
    ['/ws/market/', 404],
    ['/markets', 404],
  ])('GET %s is refused with %i', async (path, status) => {
    const { server } = await start();
    const { head, socket } = await raw(server.port, path);
    expect(head).toContain(`HTTP/1.1 ${status}`);
    socket.destroy();
  });
});

describe('limits', () => {
  it('a client that does not read is disconnected, the others get everything', async () => {
    const { server, yes, no, order, simulator, market, streams } = await start({}, { queueBytesMax: 64 * 1024 });
    const reader = await market();
    const { socket } = await raw(server.port);
    socket.pause();
    socket.write(frame(TEXT, Buffer.from(JSON.stringify({ type: 'market', assets_ids: [yes, no] }))));
    await reader.settled();
    let changes = 0;
    // The kernel buffers some megabytes before the queue grows.
    while (streams.connections === 2 && changes < 40_000) {
      for (let index = 0; index < 500; index += 1) simulator.cancel(order(), 'ada');
      changes += 1_000;
      await reader.settled();
    }
    expect(streams.connections).toBe(1);
    expect(await reader.settled()).toHaveLength(1 + changes);
    socket.destroy();
  });

  it('pings without end fill no queue', async () => {
    const { server, streams } = await start({}, { queueBytesMax: 16 * 1024 });
    const { socket } = await raw(server.port);
    socket.pause();
    const pings = repeated(frame(9, Buffer.alloc(120)), 20_000);
    for (let round = 0; round < 10 && streams.connections === 1; round += 1) {
      socket.write(pings);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expect.poll(() => streams.connections, { timeout: 4_000 }).toBe(0);
    socket.destroy();
  });

  it('a connection without a subscription is closed after a time, one with a subscription is not', async () => {
    const { connect: open, market } = await start({}, { idleMs: 30 });
    const [client, subscribed] = await Promise.all([open('user'), market()]);
    expect(await client.closed).toEqual([1008, 'no subscription within 30 ms']);
    await subscribed.settled();
  });

  it('connections are limited', async () => {
    const { connect: open, server } = await start({}, { connectionsMax: 1 });
    await open('market');
    const { head, socket } = await raw(server.port);
    expect(head).toContain('503');
    socket.destroy();
  });
});
