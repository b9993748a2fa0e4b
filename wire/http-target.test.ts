import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { withControl } from './http-control.ts';
import { type HttpTargetOptions, httpTarget, parseBaseUrl } from './http-target.ts';
import { get, type Request, type SendOutcome, type Target, withJson } from './message.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function target(url: string, options: HttpTargetOptions = {}): Target {
  const made = httpTarget(new URL(url), options);
  closers.push(() => made.close());
  return made;
}

async function serve(listener: RequestListener, options: HttpTargetOptions = {}): Promise<Target> {
  return target(`http://127.0.0.1:${await listen(createServer(listener))}`, options);
}

/** A deployment that responds to each connection with these bytes. */
async function speak(talk: (socket: Socket) => void, options: HttpTargetOptions = {}): Promise<Target> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket));
    socket.once('data', () => talk(socket));
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return target(`http://127.0.0.1:${await listen(server)}`, options);
}

const sending =
  (status: number, headers: Record<string, string>, body: string | Buffer): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
const troubleOf = (outcome: SendOutcome): string => (outcome.kind === 'trouble' ? outcome.trouble : outcome.kind);
const say = (text: string) => (socket: Socket) => void socket.end(text);

it('a text in place of a URL is refused with what to write', () => {
  const text: unknown = 'http://127.0.0.1:4010';
  expect(() => httpTarget(text as URL)).toThrow(
    new Error("httpTarget takes a URL object: new URL('http://host:port')"),
  );
});

it('a body that is no text is sent as the bytes that it is', async () => {
  const bytes = new Uint8Array([0xff, 0x00, 0x22]);
  const { send } = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(Buffer.concat(chunks).toString('hex')));
  });
  const outcome = await send({ ...withJson('POST', '/order', {}), body: { unreadable: 'not-utf8', bytes } });
  expect(outcome).toMatchObject({ response: { body: 'ff0022' } });
});

describe('a response', () => {
  it('is a plain record with lower-case, joined headers', async () => {
    const { send } = await serve((_request, response) => {
      response.writeHead(404, ['X-One', 'a', 'x-one', 'b', '__proto__', 'c']);
      response.end('{"é":1}');
    });
    const outcome = await send(get('/a'));
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 404, body: '{"é":1}' } });
    expect(outcome.kind === 'response' && outcome.response.headers['x-one']).toBe('a, b');
    expect(({} as Record<string, unknown>)['c']).toBeUndefined();
  });

  it('may be HTML, empty, or an error: judging is not done here', async () => {
    const [html, empty] = [
      { status: 200, body: '<!doctype html>' },
      { status: 204, body: '' },
    ];
    const { send } = await serve((request, response) => {
      const { status, body } = request.url === '/html' ? html : empty;
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    expect(await send(get('/html'))).toMatchObject({ kind: 'response', response: html });
    expect(await send(get('/'))).toMatchObject({ kind: 'response', response: empty });
  });

  it('gets the method, path, query, headers and body of the request, under the prefix of the base URL', async () => {
    const seen: unknown[] = [];
    const port = await listen(
      createServer((request, response) => {
        void text(request).then((body) => {
          const { method, url, headers } = request;
          seen.push([method, url, body, headers['svc_api_key'], headers['x-gate'], headers['accept-encoding']]);
          response.end('{}');
        });
      }),
    );
    const { send, label } = target(`http://127.0.0.1:${port}/api/v1/`, { headers: { 'x-gate': 'open' } });
    const deletion: Request = { ...withJson('DELETE', '/order', { orderId: 'é' }), headers: { svc_api_key: 'k' } };
    await send({ ...get('/markets/a%2Fb', { limit: '1' }) });
    await send(deletion);
    expect(label).toBe(`http://127.0.0.1:${port}/api/v1`);
    expect(seen).toEqual([
      ['GET', '/api/v1/markets/a%2Fb?limit=1', '', undefined, 'open', 'gzip, br'],
      ['DELETE', '/api/v1/order', '{"orderId":"é"}', 'k', 'open', 'gzip, br'],
    ]);
  });

  it('to a GET is requested again if a kept-alive connection turns out closed, and only then', async () => {
    const counts = { GET: 0, POST: 0 };
    const { send } = await speak(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        socket.once('data', (bytes) => {
          counts[bytes.toString().startsWith('GET') ? 'GET' : 'POST'] += 1;
          socket.destroy();
        });
      },
      { connections: 1 },
    );
    expect(troubleOf(await send(get('/1')))).toBe('response');
    expect(troubleOf(await send(get('/2')))).toBe('response');
    expect(counts).toEqual({ GET: 1, POST: 0 });
    expect(troubleOf(await send(withJson('POST', '/3', {})))).toBe('unreachable');
    expect(counts).toEqual({ GET: 1, POST: 1 });
  });
});

describe('packed bodies', () => {
  const whole = JSON.stringify({ markets: 'é'.repeat(5_000) });
  it.each([
    ['gzip', gzipSync(whole)],
    ['GZIP', gzipSync(whole)],
    ['x-gzip', gzipSync(whole)],
    ['deflate', deflateSync(whole)],
    ['deflate', deflateRawSync(whole)],
    ['br', brotliCompressSync(whole)],
    ['zstd', zstdCompressSync(whole)],
    ['identity', Buffer.from(whole)],
    ['deflate, gzip', gzipSync(deflateSync(whole))],
  ])('in %s are unpacked', async (encoding, bytes) => {
    const { send } = await serve(sending(200, { 'content-encoding': encoding }, bytes));
    expect(await send(get('/'))).toMatchObject({ response: { body: whole } });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(50_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])('that are bombs in %s are too large', async (encoding, bytes) => {
    const options = { bodyBytesMax: 1_000_000 };
    const { send } = await serve(sending(200, { 'content-encoding': encoding }, bytes), options);
    expect(troubleOf(await send(get('/')))).toBe('too-large');
  });

  it.each([
    ['gzip', Buffer.from('plain')],
    ['gzip', gzipSync(whole).subarray(0, 40)],
    ['rot13', Buffer.from('x')],
    ['gzip, gzip, gzip, gzip', Buffer.from('x')],
    ['identity', Buffer.from([0xff, 0xfe])],
  ])('that are not what they claim (%s, %#) are bad encoding', async (encoding, bytes) => {
    const { send } = await serve(sending(200, { 'content-encoding': encoding }, bytes));
    expect(troubleOf(await send(get('/')))).toBe('bad-encoding');
  });

  it.each([
    [Buffer.from('{"name":"caf\u00e9"}', 'latin1'), 'byte 0xe9 at 12'],
    [Buffer.concat([Buffer.from('\u{fffd}\u00e9\u{fffd}'), Buffer.from([0x80])]), 'byte 0x80 at 8'],
  ])('that are no text are shown by the first wrong byte, with status and headers (%#)', async (bytes, place) => {
    const { send } = await serve(sending(203, { 'content-type': 'text/x' }, bytes));
    expect(await send(get('/'))).toMatchObject({
      kind: 'trouble',
      detail: `the body is not UTF-8 text: ${place}`,
      head: { status: 203, headers: { 'content-type': 'text/x' } },
    });
  });
});

/** The outcomes are the same with the client of Node, which takes over at a `100 Continue` that undici rejects. */
describe.each([
  ['', ''],
  [' after an unexpected 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
])('deployments in trouble%s', (_before, prefix) => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['not HTTP', say('220 ready\r\n'), 'not-http'],
    ['a status line of nonsense', say('HTTP/9.9 xyz\r\n\r\n'), 'not-http'],
    ['a bad chunk', say('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'), 'not-http'],
    ['no answer and closing', (socket) => void socket.destroy(), 'unreachable'],
    ['an end in the body', say('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{}'), 'truncated'],
    ['an end in a chunk', say('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'), 'truncated'],
    ['an end in the headers', say('HTTP/1.1 200 OK\r\ncontent-'), 'unreachable'],
    [
      'headers without end',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(50_000)}`),
      'too-large',
    ],
    ['a redirect', say('HTTP/1.1 302 Found\r\nlocation: /else\r\ncontent-length: 0\r\n\r\n'), 'redirect'],
    ['a status of 3xx without location', say('HTTP/1.1 304 Not Modified\r\n\r\n'), 'response'],
    ['silence', () => undefined, 'timeout'],
    ['headers and silence', (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'), 'timeout'],
    ['interim answers and silence', (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
  ])('%s', async (_name, talk, expected) => {
    // Only silence is waited for.
    const { send } = await speak(
      (socket) => {
        socket.write(prefix);
        talk(socket);
      },
      { timeoutMs: expected === 'timeout' ? 300 : 30_000 },
    );
    const outcome = await send(get('/'));
    expect(troubleOf(outcome)).toBe(expected);
    if (outcome.kind === 'trouble') expect(outcome.detail).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe('an unexpected 100 Continue', () => {
  const serveContinued = async (
    listener: RequestListener,
    options: HttpTargetOptions = {},
  ): Promise<Target & { readonly seen: string[] }> => {
    const seen: string[] = [];
    const made = await serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-length']}`);
      response.writeContinue();
      listener(request, response);
    }, options);
    return { ...made, seen };
  };
  const echoing: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.writeHead(200, ['X-One', 'a', 'x-one', 'b', 'content-encoding', 'gzip']);
    response.end(gzipSync(JSON.stringify({ body })));
  };

  it('does not hide the response, which is the same', async () => {
    const { send, seen } = await serveContinued(echoing);
    const expected = { status: 200, headers: { 'x-one': 'a, b' } };
    expect(await send(get('/a'))).toMatchObject({ response: { ...expected, body: '{"body":""}' } });
    expect(await send(withJson('DELETE', '/order', { a: 'é' }))).toMatchObject({
      response: { ...expected, body: '{"body":"{\\"a\\":\\"é\\"}"}' },
    });
    expect(seen).toEqual(['GET /a undefined', 'GET /a undefined', 'DELETE /order 10']);
  });

  it('leads to a second request only if the first changed nothing', async () => {
    const { send, seen } = await serveContinued(echoing);
    expect(troubleOf(await send(withJson('POST', '/order', {})))).toBe('unreachable');
    expect(troubleOf(await send(withJson('POST', '/order', {})))).toBe('response');
    expect(seen).toHaveLength(2);
    const reading = await serveContinued(echoing);
    expect(troubleOf(await reading.send(withJson('POST', '/books', [])))).toBe('response');
    expect(reading.seen).toHaveLength(2);
  });

  it('lifts no bound', async () => {
    const { send } = await serveContinued((_request, response) => void response.end('x'.repeat(1 << 21)), {
      bodyBytesMax: 1 << 20,
    });
    expect(troubleOf(await send(get('/')))).toBe('too-large');
  });

  it('closes no target later', async () => {
    const made = await serveContinued(echoing);
    expect(troubleOf(await made.send(get('/')))).toBe('response');
    expect(troubleOf(await made.send(get('/a b')))).toBe('aborted');
    await made.close();
    expect(troubleOf(await made.send(get('/')))).toBe('aborted');
  });
});

describe('deployments in further trouble', () => {
  it('one byte at a time', async () => {
    const { send } = await serve(
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 300 },
    );
    const started = Date.now();
    expect(troubleOf(await send(get('/')))).toBe('timeout');
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it('bodies without end', async () => {
    const { send } = await serve(
      (_request, response) => {
        const chunk = Buffer.alloc(1 << 16);
        const pour = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', pour);
        pour();
      },
      { bodyBytesMax: 1 << 20 },
    );
    expect(troubleOf(await send(get('/')))).toBe('too-large');
  });

  it('bodies that no JSON parser should see, long before their end', async () => {
    const { send } = await serve((_request, response) => {
      response.write(`[${'null,'.repeat(500_000)}`);
      // Then silence: a client that waits for the end would report a timeout instead.
    });
    expect(await send(get('/'))).toMatchObject({
      trouble: 'too-large',
      detail: 'the body has a list or an object of more than 10000 items',
    });
  });

  it('a closed port, an unknown host, TLS on a server without it', async () => {
    const port = await listen(createServer());
    const free = createTcpServer();
    const freePort = await listen(free);
    await new Promise((resolve) => free.close(resolve));
    const refused = { kind: 'trouble', trouble: 'unreachable', detail: 'connection refused' };
    expect(await target(`http://127.0.0.1:${freePort}`).send(get('/'))).toEqual(refused);
    expect(troubleOf(await target('http://nothing.invalid').send(get('/')))).toBe('unreachable');
    expect(troubleOf(await target(`https://127.0.0.1:${port}`).send(get('/')))).toBe('unreachable');
  });

  it('a request that HTTP cannot carry', async () => {
    const { send } = await serve((_request, response) => void response.end());
    expect(troubleOf(await send(get('/a b')))).toBe('aborted');
    expect(troubleOf(await send({ ...get('/'), headers: { 'x-a': 'b\nc' } }))).toBe('aborted');
  });

  it('a hostile redirect is quoted', async () => {
    const { send } = await speak(
      say(`HTTP/1.1 301 x\r\nlocation: \u001b[2J${'y'.repeat(999)}\r\ncontent-length: 0\r\n\r\n`),
    );
    const outcome = await send(get('/'));
    expect(outcome.kind === 'trouble' && outcome.detail).toMatch(/^[\x20-\x7e]{1,300}$/);
  });

  it('sending after close', async () => {
    const made = await serve((_request, response) => void response.end());
    await made.close();
    expect(troubleOf(await made.send(get('/')))).toBe('aborted');
  });
});

describe('control', () => {
  it('is there when its routes answer', async () => {
    const posts: unknown[] = [];
    let now = 5;
    const plain = await serve((request, response) => {
      void text(request).then((body) => {
        if (request.method === 'POST') posts.push([request.url, JSON.parse(body)]);
        if (request.url?.endsWith('/reset')) response.statusCode = 500;
        if (request.url?.endsWith('/advance')) now += 10;
        response.end(JSON.stringify({ now, hash: 'cafe' }));
      });
    });
    const { control } = await withControl(plain);
    expect(await control?.now()).toBe(5);
    expect(await control?.hash()).toBe('cafe');
    expect(await control?.advance(10)).toBe(true);
    expect(await control?.faults('internal-error')).toBe(true);
    expect(await control?.reset()).toBe(false);
    expect(posts).toEqual([
      ['/_touchstone/advance', { ms: 10 }],
      ['/_touchstone/faults', { fault: 'internal-error' }],
      ['/_touchstone/reset', {}],
    ]);
  });

  it('has not advanced a clock that has not moved, for any status of the response', async () => {
    const plain = await serve((_request, response) => void response.end('{"now":5}'));
    const { control } = await withControl(plain);
    expect(await control?.advance(10)).toBe(false);
    expect(await control?.advance(0)).toBe(true);
  });

  it('believes an answer that does not show the clock', async () => {
    const plain = await serve(({ url }, response) => void response.end(url?.endsWith('/now') ? '{"now":5}' : '{}'));
    const { control } = await withControl(plain);
    expect(await control?.advance(10)).toBe(true);
  });

  it.each([
    [404, '{"error":"no such route"}'],
    [200, '<html>'],
    [200, '{"now":"soon"}'],
  ])('is not there when the probe answers %i %s', async (status, body) => {
    const plain = await serve(sending(status, {}, body));
    expect((await withControl(plain)).control).toBeUndefined();
  });
});

describe('the base URL', () => {
  it.each(['', 'localhost:4010', 'ftp://a', 'http://u:p@a', 'http://a/?x=1', 'http://a/#x', 'file:///a', '//a'])(
    '%j is not valid',
    (text) => {
      const parsed = parseBaseUrl(text);
      expect(parsed.ok ? 'accepted' : parsed.refusal).not.toBe('accepted');
      expect(parsed.ok ? '' : parsed.refusal).not.toContain('u:p');
    },
  );

  it.each(['http://127.0.0.1:4010', 'https://a.test/prefix/', 'http://[::1]:80'])('%s is one', (text) => {
    expect(parseBaseUrl(text).ok).toBe(true);
  });
});
