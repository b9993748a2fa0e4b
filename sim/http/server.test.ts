/** sim/http/server.test: the service on a socket, and its responses to hostile, broken and slow clients. */
import { connect } from 'node:net';
import { request as send } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { bare, type FaultSwitch, type Handler, type Request } from '../../wire/message.ts';
import { type Controllable, controlResponse } from './control.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function echo(seen: Request[] = []): Handler {
  return (request) => {
    seen.push(request);
    const { method, path, query, body } = request;
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method, path, query, body }),
    };
  };
}

async function serve(handle: Handler, options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer(handle, options);
  servers.push(server);
  return server;
}

/** Sends raw bytes in pieces and returns all bytes received until the other side closed. */
function raw(port: number, pieces: readonly (string | Buffer)[], pauseMs = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      response += text;
    });
    socket.on('error', (error) => (response === '' ? reject(error) : resolve(response)));
    socket.on('close', () => resolve(response));
    const next = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setTimeout(next, pauseMs, index + 1);
    };
    next(0);
  });
}

describe('a request', () => {
  it('arrives as a plain record', async () => {
    const seen: Request[] = [];
    const { url } = await serve(echo(seen));
    const response = await send(`${url}/a%2Fb/c?x=1&y=%20`, {
      method: 'POST',
      headers: { SVC_Address: 'A' },
      body: '{"é":1}',
    });
    expect(await response.body.json()).toEqual({
      method: 'POST',
      path: '/a%2Fb/c',
      query: 'x=1&y=%20',
      body: '{"é":1}',
    });
    expect(seen[0]?.headers).toMatchObject({ svc_address: 'A' });
    expect(seen[0]?.client).toBe('127.0.0.1');
  });

  it('gets a response with the length of its text in bytes', async () => {
    const { url } = await serve(() => ({ status: 418, headers: { date: 'then' }, body: '"é"' }));
    const response = await send(url);
    expect(response.statusCode).toBe(418);
    expect(response.headers).toMatchObject({ date: 'then', 'content-length': '4' });
    expect(await response.body.text()).toBe('"é"');
  });

  it('may be HEAD, in absolute form, or pipelined', async () => {
    const { port } = await serve(echo());
    const response = await raw(port, [
      'HEAD /a HTTP/1.1\r\nhost: x\r\n\r\nGET http://other/b?c HTTP/1.1\r\nhost: x\r\n\r\n',
      'GET http://other HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    ]);
    expect(response.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(response).not.toContain('"path":"/a"');
    expect(response).toContain('"path":"/b","query":"c"');
    expect(response).toContain('"path":"/"');
  });

  it('has repeated headers joined and no inherited names', async () => {
    const seen: Request[] = [];
    const { port } = await serve(echo(seen));
    const headers = 'svc_api_key: a\r\nsvc_api_key: b\r\n__proto__: c\r\nconstructor: d\r\nconnection: close\r\n';
    await raw(port, [`GET / HTTP/1.1\r\nhost: x\r\n${headers}\r\n`]);
    expect(seen[0]?.headers['svc_api_key']).toBe('a, b');
    expect(({} as Record<string, unknown>)['c']).toBeUndefined();
  });
});

describe('bodies', () => {
  it('in chunks and in pieces of a character are put together', async () => {
    const { port } = await serve(echo());
    const head = 'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n';
    const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
    const response = await raw(port, [head, '1\r\n', first, '\r\n1\r\n', second, '\r\n0\r\n\r\n'], 5);
    expect(Buffer.from(response, 'latin1').toString()).toContain('"body":"é"');
  });

  it('that are not UTF-8 or too long are unreadable, and the connection stays open', async () => {
    const { url, port } = await serve(echo(), { bodyBytesMax: 100 });
    const long = await send(url, { method: 'POST', body: 'x'.repeat(101) });
    expect(await long.body.json()).toMatchObject({ body: { unreadable: 'too-large' } });
    const exact = await send(url, { method: 'POST', body: 'x'.repeat(100) });
    expect(await exact.body.json()).toMatchObject({ body: 'x'.repeat(100) });
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n';
    const response = await raw(port, [`${head}\r\n`, Buffer.from([0xc3, 0x28]), `${head}connection: close\r\n\r\nok`]);
    expect(response).toContain('"unreadable":"not-utf8"');
    expect(response).toContain('"body":"ok"');
  });

  it('without end are cut off', async () => {
    const { url } = await serve(echo());
    const endless = (function* () {
      for (;;) yield Buffer.alloc(1 << 20);
    })();
    const outcome = await send(url, { method: 'POST', body: endless as never }).then(
      async (response) => await response.body.json(),
      (error: Error) => error.name,
    );
    expect([
      { method: 'POST', path: '/', query: '', body: { unreadable: 'too-large' } },
      'SocketError',
      'Error',
    ]).toContainEqual(outcome);
  });
});

describe('hostile clients', () => {
  it.each([
    ['not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    ['TLS', Buffer.from('160301020001000001fc0303', 'hex'), '400 Bad Request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      '400 Bad Request',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['a bad chunk', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', '400 Bad Request'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    ['bytes beyond ASCII in the request line', 'GET /märkte HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    ['an unknown method', 'FOO /markets HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(20_000)}\r\n`, '431 '],
    ['a path without end', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, '431 '],
  ])('%s: %#', async (_name, bytes, status) => {
    const { port } = await serve(echo());
    const response = await raw(port, [bytes]);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(response.toLowerCase()).toContain('connection: close');
  });

  it.each([
    ['headers', ['GET / HTTP/1.1\r\n', ...Array.from({ length: 200 }, () => 'x: y\r\n')]],
    [
      'a body',
      ['POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n', ...Array.from({ length: 200 }, () => 'x')],
    ],
  ])('that send %s slowly are timed out', async (_name, pieces) => {
    const { port } = await serve(echo(), { headersTimeoutMs: 200, requestTimeoutMs: 300 });
    const response = await raw(port, pieces, 20);
    expect(response).toContain('408 Request Timeout');
  });

  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(20_000)}\r\n`],
  ])('get the date of the service for %s, and none from a server that does not know it', async (_name, bytes) => {
    const dated = await serve(echo(), { clock: () => 86_400_999 });
    expect(await raw(dated.port, [bytes])).toContain('\r\ndate: Fri, 02 Jan 1970 00:00:00 GMT\r\n');
    expect(await raw((await serve(echo())).port, [bytes])).not.toMatch(/^date:/im);
  });

  it('with an unknown expectation get a response of the service', async () => {
    const { port } = await serve(echo());
    const response = await raw(port, ['GET /a HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n']);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('"path":"/a"');
  });

  it('that connect and send nothing are disconnected', async () => {
    const { port } = await serve(echo(), { headersTimeoutMs: 200, requestTimeoutMs: 300, idleTimeoutMs: 300 });
    await expect(raw(port, [])).resolves.not.toContain('200');
  });

  it('that disconnect in the middle of a request or response harm no other client', async () => {
    const { url, port } = await serve(() => ({ status: 200, headers: {}, body: 'x'.repeat(5_000_000) }));
    for (const bytes of [
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab',
      'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => socket.resetAndDestroy()));
      await new Promise((resolve) => socket.on('close', resolve));
    }
    expect((await (await send(url)).body.text()).length).toBe(5_000_000);
  });
});

describe('closing', () => {
  it('frees the port and ends idle and stuck connections', async () => {
    const server = await startServer(echo());
    const stuck = connect(server.port, '127.0.0.1', () =>
      stuck.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n'),
    );
    await new Promise((resolve) => stuck.on('connect', resolve));
    const closed = new Promise((resolve) => stuck.on('close', resolve).on('error', resolve));
    await Promise.all([server.close(), closed]);
    const again = await serve(echo(), { port: server.port });
    expect(again.port).toBe(server.port);
  });

  it('a port in use is a system error of its name', async () => {
    const { port } = await serve(echo());
    await expect(startServer(echo(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('control routes', () => {
  function controllable() {
    const state = { now: 1_000, fault: 'none' as FaultSwitch, resets: 0, due: [1_300, undefined] };
    const control: Controllable = {
      now: () => state.now,
      advance: (ms) => {
        state.now += ms;
      },
      nextDue: () => state.due.find((due) => due === undefined || due > state.now),
      reset: () => {
        state.now = 1_000;
        state.resets += 1;
      },
      hash: () => 'cafe',
      fault: (fault) => {
        state.fault = fault;
      },
    };
    return { state, control };
  }

  it('move time, reset, switch faults and return the hash', async () => {
    const { state, control } = controllable();
    const { url } = await serve(echo(), { control });
    const call = async (method: 'GET' | 'POST', name: string, body?: unknown) => {
      const response = await send(`${url}/_touchstone/${name}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
      });
      return [response.statusCode, await response.body.json()];
    };
    expect(await call('GET', 'now')).toEqual([200, { now: 1_000 }]);
    expect(await call('POST', 'advance', { ms: 250 })).toEqual([200, { now: 1_250 }]);
    expect(await call('GET', 'hash')).toEqual([200, { hash: 'cafe' }]);
    expect(await call('POST', 'faults', { fault: 'internal-error' })).toEqual([200, { fault: 'internal-error' }]);
    expect(state.fault).toBe('internal-error');
    expect(await call('POST', 'reset', {})).toEqual([200, { now: 1_000, hash: 'cafe' }]);
    for (const ms of [-1, 1.5, '5', null, 1e300]) expect((await call('POST', 'advance', { ms }))[0]).toBe(400);
    const shape = 'the body must be {"ms": whole milliseconds, at most 3162240000000} or {"to": "next-event"}';
    expect(await call('POST', 'advance', { ms: 3_162_240_000_001 })).toEqual([400, { error: shape }]);
    expect(await call('POST', 'advance', { to: 'the end' })).toEqual([400, { error: shape }]);
    expect(await call('POST', 'advance', { to: 'next-event', ms: 1 })).toEqual([400, { error: shape }]);
    expect((await call('POST', 'faults', { fault: 'toString' }))[0]).toBe(400);
    expect((await call('POST', 'advance'))[0]).toBe(400);
    expect((await call('GET', 'advance'))[0]).toBe(404);
    expect(state.now).toBe(1_000);
    expect(await call('POST', 'advance', { to: 'next-event' })).toEqual([200, { now: 1_300, next: null }]);
    expect(await call('POST', 'advance', { to: 'next-event' })).toEqual([200, { now: 1_300, next: null }]);
  });

  it('move time to the last date, and refuse later moments by name', async () => {
    const { state, control } = controllable();
    const advance = (ms: number) => {
      const request = { ...bare('POST', '/_touchstone/advance'), body: JSON.stringify({ ms }) };
      const { status, body } = controlResponse(control, request);
      return [status, JSON.parse(body)];
    };
    state.now = 8_640_000_000_000_000 - 250;
    const error = 'the clock is at 8639999999999750 and ends at 8640000000000000: 251 ms are too many';
    expect(advance(251)).toEqual([400, { error }]);
    expect(state.now).toBe(8_640_000_000_000_000 - 250);
    expect(advance(250)).toEqual([200, { now: 8_640_000_000_000_000 }]);
    expect(advance(0)[0]).toBe(200);
    expect(advance(1)[0]).toBe(400);
  });

  it('have the date of the clock that they move, as have responses to bytes that are not HTTP', async () => {
    const { url, port } = await serve(echo(), { control: controllable().control });
    const body = JSON.stringify({ ms: 86_400_000 });
    const moved = await send(`${url}/_touchstone/advance`, { method: 'POST', body });
    expect(moved.headers['date']).toBe('Fri, 02 Jan 1970 00:00:01 GMT');
    const unknown = await send(`${url}/_touchstone/nothing`);
    expect(unknown.headers['date']).toBe('Fri, 02 Jan 1970 00:00:01 GMT');
    expect(await raw(port, ['hello\r\n\r\n'])).toContain('date: Fri, 02 Jan 1970 00:00:01 GMT\r\n');
  });

  it('are unknown to the service by default', async () => {
    const { url } = await serve(echo());
    expect(await (await send(`${url}/_touchstone/now`)).body.json()).toMatchObject({ path: '/_touchstone/now' });
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.test'])('are refused on %s', async (host) => {
    await expect(startServer(echo(), { host, control: controllable().control })).rejects.toThrow(/loopback/);
  });
});
