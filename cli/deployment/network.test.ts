import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const printed = capturePrinted();
const fixture = (name: string): string =>
  new URL(`../../wire/fixtures/localhost.${name}.pem`, import.meta.url).pathname;
const tls = { cert: readFileSync(fixture('cert')), key: readFileSync(fixture('key')) };
const servers: Server[] = [];
const { file } = testFolder('network');
/** A certificate with a byte that is missing. */
const damaged = file('damaged.pem', tls.cert.toString().replace(/\n./, '\n'));

afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A gateway before a simulator that lets requests in by their headers. */
function gateway(lets: (headers: IncomingMessage['headers']) => boolean = () => true) {
  const { handle } = createSimulator({ world: 'small' });
  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const headers = incoming.headers as Record<string, string>;
    const body = Buffer.concat(pieces).toString();
    const answer = lets(headers)
      ? handle({ method: incoming.method ?? '', path, query, headers, ...(body !== '' && { body }) })
      : { status: 401, headers: {}, body: `{"error":"no, ${headers['x-key'] ?? ''}"}` };
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

/** Runs `touchstone proxy` while `work` uses its address. */
async function duringProxy(url: string, flags: readonly string[], work: (address: string) => Promise<unknown>) {
  const ended = run(['proxy', url, '--port', '0', ...flags]);
  const address = await vi.waitFor(() => /http:\S+/.exec(printed.out)?.[0] ?? Promise.reject(new Error('not yet')), {
    timeout: 20_000,
  });
  await work(address);
  process.emit('SIGINT');
  return await ended;
}

const CHECK = ['--only', 'markets.limit.default', '--min-coverage', '0', '--quiet'];

describe('a gateway', () => {
  it('gets headers and a login, of flags, of the environment and of the target file', async () => {
    vi.stubEnv('GATE_KEY', 'open-sesame');
    const login = `Basic ${btoa('me:secret')}`;
    const lets = (headers: IncomingMessage['headers']) =>
      headers['x-key'] === 'open-sesame' && headers.authorization === login;
    const port = await listen(createHttp(gateway(lets)));
    const flags = ['--header', 'X-Key=$GATE_KEY', '--user', 'me:secret'];
    expect(await run(['check', `http://127.0.0.1:${port}`, ...CHECK, ...flags])).toBe(0);
  });

  it.each([
    ['$KEY', 'open-sesame'],
    ['$' + '{KEY}', 'open-sesame'],
    ['Bearer $KEY', 'Bearer open-sesame'],
    ['a$' + '{KEY}b$KEY', 'aopen-sesamebopen-sesame'],
    ['$$KEY', '$KEY'],
    ['5$ a $1', '5$ a $1'],
  ])('gets the header %s as %s, of a flag and of a target file', async (written, sent) => {
    vi.stubEnv('KEY', 'open-sesame');
    const port = await listen(createHttp(gateway((headers) => headers['x-key'] === sent)));
    const url = `http://127.0.0.1:${port}`;
    expect(await run(['check', url, ...CHECK, '--header', `x-key=${written}`])).toBe(0);
    const targetFile = file('target.json', JSON.stringify({ headers: { 'x-key': written } }));
    expect(await run(['check', url, ...CHECK, '--target-config', targetFile])).toBe(0);
  });

  it('gets a password with a variable, and letters beyond ASCII', async () => {
    vi.stubEnv('WORD', 'pässword');
    const login = Buffer.from('bob:pässword').toString('base64');
    const port = await listen(createHttp(gateway((headers) => headers.authorization === `Basic ${login}`)));
    expect(await run(['check', `http://127.0.0.1:${port}`, ...CHECK, '--user', 'bob:$WORD'])).toBe(0);
  });

  it('that refuses every request is the reason why a private key has no API key', async () => {
    const port = await listen(createHttp(gateway(() => false)));
    const wallets = [7, 8].map((digit) => ({ privateKey: `0x${'1'.repeat(63)}${digit}` }));
    const keys = file('keys.json', JSON.stringify({ sandbox: true, wallets }));
    const junit = file('keys.xml', '');
    const flags = ['--profile', 'polymarket', '--credentials', keys, '--report', `junit=${junit}`];
    expect(await run(['check', `http://127.0.0.1:${port}`, ...flags])).toBe(3);
    expect(printed.err).toMatch(/each of the first requests with 401/);
    expect(readFileSync(junit, 'utf8')).toContain('run.complete');
  });

  it('that refuses every request is an access problem, and no output has the header', async () => {
    const port = await listen(createHttp(gateway(() => false)));
    const flags = ['--header', 'x-key=open-sesame', '--report', 'json=/dev/null'];
    expect(await run(['check', `http://127.0.0.1:${port}`, ...flags])).toBe(3);
    expect(printed.err).toMatch(/each of the first requests with 401: give what its gateway asks for with --header/);
    expect(printed.out + printed.err).not.toContain('open-sesame');
  });
});

describe('a private certificate', () => {
  it('is refused with the flags that help, trusted with --ca, and accepted with --insecure', async () => {
    const port = await listen(createHttps(tls, gateway()) as unknown as Server);
    const check = (...flags: string[]) => run(['check', `https://127.0.0.1:${port}`, ...CHECK, ...flags]);
    expect(await check()).toBe(3);
    expect(printed.err).toMatch(/no TLS connection.*--ca FILE.*--insecure/);
    expect(await check('--ca', fixture('cert'))).toBe(0);
    expect(await check('--insecure')).toBe(0);
  });

  it('is trusted with --ca by the proxy that judges traffic', async () => {
    const port = await listen(createHttps(tls, gateway()) as unknown as Server);
    const statuses: number[] = [];
    const flags = ['--ca', fixture('cert'), '--min-coverage', '0'];
    await duringProxy(`https://127.0.0.1:${port}`, flags, async (address) => {
      statuses.push((await fetch(`${address}/markets?limit=1`)).status);
    });
    expect(statuses).toEqual([200]);
  });

  it('of the reference of --against is trusted with the same flags, and refused with their names', async () => {
    const service = await listen(createHttp(gateway()));
    const reference = await listen(createHttps(tls, gateway()) as unknown as Server);
    const only = ['--only', 'markets.limit.default', '--only', 'against.markets', '--min-coverage', '0'];
    const against = [...only, '--against', `https://127.0.0.1:${reference}`];
    const check = (...flags: string[]) => run(['check', `http://127.0.0.1:${service}`, ...against, ...flags, '--full']);
    await check();
    expect(printed.out).toMatch(/the reference cannot be reached \(no TLS.*--ca FILE.*; or leave out --against/);
    for (const flags of [['--ca', fixture('cert')], ['--insecure']]) {
      printed.out = '';
      await check(...flags);
      expect(printed.out).not.toMatch(/the reference/);
    }
  });

  it('advises http:// for a port without TLS', async () => {
    const port = await listen(createHttp(gateway()));
    expect(await run(['check', `https://127.0.0.1:${port}`, ...CHECK])).toBe(3);
    expect(printed.err).toMatch(/\(the port does not speak TLS\): use http:\/\//);
    expect(printed.err).not.toMatch(/--ca/);
  });
});

describe('a proxy', () => {
  /** Host names that only the proxy knows. */
  async function proxyTo(port: number): Promise<{ port: number; seen: string[] }> {
    const seen: string[] = [];
    const proxy = createHttp((incoming, response) => {
      seen.push(incoming.url ?? '');
      const { pathname, search } = new URL(incoming.url ?? '');
      const passed = request(
        { port, host: '127.0.0.1', path: pathname + search, method: incoming.method, headers: incoming.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        },
      );
      incoming.pipe(passed);
    });
    proxy.on('connect', (incoming, socket) => {
      seen.push(incoming.url ?? '');
      const through = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
    });
    return { port: await listen(proxy), seen };
  }

  it.each(['http', 'https'])(
    'of the environment is used for %s, and not for this machine or for hosts of NO_PROXY',
    async (scheme) => {
      const service = scheme === 'http' ? createHttp(gateway()) : (createHttps(tls, gateway()) as unknown as Server);
      const proxy = await proxyTo(await listen(service));
      vi.stubEnv(`${scheme}_proxy`, `http://127.0.0.1:${proxy.port}`);
      vi.stubEnv(`${scheme.toUpperCase()}_PROXY`, `http://127.0.0.1:${proxy.port}`);
      const flags = scheme === 'http' ? [] : ['--insecure', '--confirm-host', 'venue.test'];
      expect(await run(['check', `${scheme}://venue.test`, ...CHECK, ...flags])).toBe(0);
      expect(proxy.seen[0]).toContain('venue.test');
      vi.stubEnv('NO_PROXY', 'venue.test');
      vi.stubEnv('no_proxy', 'venue.test');
      expect(await run(['check', `${scheme}://venue.test`, ...CHECK, ...flags])).toBe(3);
    },
  );

  it('is used for each host that is not this machine, whatever the host of the URL is', async () => {
    const direct: string[] = [];
    const serve = gateway();
    const port = await listen(
      createHttp((incoming, response) => {
        direct.push(incoming.headers.host ?? '');
        void serve(incoming, response);
      }),
    );
    const here = `http://127.0.0.1:${port}`;
    const proxy = await proxyTo(await listen(createHttp(gateway())));
    vi.stubEnv('http_proxy', `http://127.0.0.1:${proxy.port}`);
    const books = ['--only', 'books.empty', '--only', 'markets.exists', '--min-coverage', '0', '--quiet'];
    expect(await run(['check', here, ...books, '--route', 'POST /books=http://venue.test'])).toBe(0);
    expect(new Set(proxy.seen)).toEqual(new Set(['http://venue.test/books']));
    direct.length = 0;
    expect(await run(['check', 'http://venue.test', ...books, '--route', `POST /books=${here}`])).toBe(0);
    expect(new Set(direct)).toEqual(new Set([`127.0.0.1:${port}`]));
    expect(proxy.seen.filter((address) => address.startsWith(here))).toEqual([]);
    expect(proxy.seen.join()).toContain('http://venue.test/markets');
  });

  it('of the environment is used by the proxy that judges traffic', async () => {
    const outer = await proxyTo(await listen(createHttp(gateway())));
    vi.stubEnv('http_proxy', `http://127.0.0.1:${outer.port}`);
    await duringProxy('http://venue.test', ['--min-coverage', '0'], (address) => {
      const headers = ['a', 'b'].map((value): [string, string] => ['x-twice', value]);
      return fetch(`${address}/markets?limit=1`, { headers });
    });
    expect(outer.seen).toEqual(['http://venue.test/markets?limit=1']);
  });

  it.each(['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'])('may be host:port in %s', async (name) => {
    const isTls = name.toLowerCase() === 'https_proxy';
    const service = isTls ? (createHttps(tls, gateway()) as unknown as Server) : createHttp(gateway());
    const proxy = await proxyTo(await listen(service));
    vi.stubEnv(name, `127.0.0.1:${proxy.port}`);
    const flags = ['--insecure', '--confirm-host', 'venue.test'];
    expect(await run(['check', `${isTls ? 'https' : 'http'}://venue.test`, ...CHECK, ...flags])).toBe(0);
    expect(proxy.seen[0]).toContain('venue.test');
    vi.stubEnv(name, 'me:secret-word@nonsense');
    expect(await run(['check', `${isTls ? 'https' : 'http'}://venue.test`, ...CHECK, ...flags])).toBe(2);
    expect(printed.err).toMatch(new RegExp(`${name} .*host:port`));
    expect(printed.err).not.toContain('secret-word');
    vi.stubEnv(name, 'http://a%zz:b@127.0.0.1:1');
    expect(await run(['check', `${isTls ? 'https' : 'http'}://venue.test`, ...CHECK, ...flags])).toBe(2);
    expect(await run(['check', 'http://127.0.0.1:1', ...CHECK])).toBe(3);
  });

  it('that is gone is named', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    expect(await run(['check', 'http://venue.test', ...CHECK])).toBe(3);
    expect(printed.err).toMatch(/HTTP_PROXY/);
  });
});

it('--wait-for waits for a service that is being started, and ends after its time', async () => {
  let requests = 0;
  const serve = gateway();
  const port = await listen(
    createHttp((incoming, response) => {
      requests += 1;
      if (requests <= 2) response.writeHead(503).end();
      else void serve(incoming, response);
    }),
  );
  expect(await run(['check', `http://127.0.0.1:${port}`, ...CHECK, '--wait-for', '20s'])).toBe(0);
  expect(await run(['check', 'http://127.0.0.1:1', ...CHECK, '--wait-for', '600ms'])).toBe(3);
  expect(printed.err).toMatch(/not up after 0\.6 s: connection refused/);
});

it.each([
  [['--header', 'x-key'], /takes NAME=VALUE/],
  [['--header', 'x y=1'], /is no name of a header/],
  [['--header', 'svc_api_key=1'], /set this header/],
  [['--header', 'x-key=a\nb'], /line break/],
  [['--header', 'x-key=$NOT_THERE'], /the environment has no NOT_THERE/],
  [['--header', 'x-key=Bearer $' + '{NOT_THERE}'], /the environment has no NOT_THERE; a dollar sign is written \$\$/],
  [['--user', 'bob:$NOT_THERE'], /--user: the environment has no NOT_THERE/],
  [['--user', 'bob'], /--user takes NAME:PASSWORD/],
  [['--ca', '/none.pem'], /cannot be read \(ENOENT\)/],
  [['--ca', fixture('key')], /has no valid certificate/],
  [['--ca', damaged], /has no valid certificate/],
  [['--insecure'], /is for this machine/],
])('refuses %s', async (flags, message) => {
  expect(await run(['check', 'https://venue.test', ...CHECK, ...flags])).toBe(2);
  expect(printed.err).toMatch(message);
});

describe('routes on several hosts', () => {
  it('are sent to the host of their route, else of their group, else of the URL', async () => {
    const seen: string[][] = [[], [], []];
    const ports = await Promise.all(
      seen.map((paths) => {
        const serve = gateway();
        return listen(
          createHttp((incoming, response) => {
            paths.push(`${incoming.method} ${(incoming.url ?? '').split('?')[0]}`);
            void serve(incoming, response);
          }),
        );
      }),
    );
    const [main, trading, books] = ports.map((port) => `http://127.0.0.1:${port}`);
    const routes = ['--route', `trading=${trading}`, '--route', `POST /books=${books}`];
    const only = ['books.empty', 'prices.empty', 'markets.exists'].flatMap((id) => ['--only', id]);
    expect(await run(['check', String(main), ...only, '--min-coverage', '0', '--quiet', ...routes])).toBe(0);
    expect(seen[0]).toContain('GET /markets');
    expect(seen[1]).toContain('POST /prices');
    expect(seen[2]).toContain('POST /books');
    expect(seen[0]?.concat(seen[1] ?? [])).not.toContain('POST /books');
  });

  it.each([
    ['nothing=http://a.test', /catalog, trading, data or a route/],
    ['POST /order=ftp://a.test', /takes NAME=URL/],
    ['POST /order', /takes NAME=URL/],
  ])('refuses %s', async (route, message) => {
    expect(await run(['check', 'http://127.0.0.1:1', '--route', route])).toBe(2);
    expect(printed.err).toMatch(message);
  });

  it('refuses a route that is named twice', async () => {
    const twice = ['http://a.test', 'http://b.test'].flatMap((url) => ['--route', `POST /order=${url}`]);
    expect(await run(['check', 'http://127.0.0.1:1', ...twice])).toBe(2);
    expect(printed.err).toMatch(/already has an address/);
  });
});
