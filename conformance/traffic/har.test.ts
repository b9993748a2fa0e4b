/** conformance/traffic/har.test: exchanges of HAR files, and counts of the rest, of browsers, proxies, broken ones. */
import { expect, it } from 'vitest';
import type { Result } from '../../base/result.ts';
import { sourceOf } from '../../scenarios/recording/byte-source.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import { get, withJson } from '../../wire/message.ts';
import { type Entry, entryOf, harOf } from './fixtures/har.ts';
import { readTraffic } from './har.ts';

const headers = { 'content-type': 'application/json' };
const exchange = (path: string, at: number) => ({
  request: get(path),
  response: { status: 200, headers, body: '[]' },
  at,
});

function entry(path: string, change: (entry: Entry) => void = () => undefined, base?: string): Entry {
  const made = entryOf(exchange(path, 0), base);
  change(made);
  return made;
}

type Read = { readonly exchanges: readonly RecordedExchange[]; readonly ignored: string; readonly base: string };

function read(entries: readonly unknown[] | string, base?: string): Read {
  const text = typeof entries === 'string' ? entries : harOf(entries);
  const valid = <Value>(result: Result<Value, string>): Value => {
    if (result.ok) return result.value;
    throw new Error(result.refusal);
  };
  const { exchanges, ignored, base: address } = valid(readTraffic(sourceOf(Buffer.from(text)), base));
  return { exchanges: [...exchanges].map(valid), ignored: ignored.text(), base: address };
}

it('reads exchanges in the order in which they began, and counts the other entries', () => {
  const { exchanges, ignored } = read([
    entryOf(exchange('/markets', 2_000)),
    entryOf(exchange('/events/creators', 1_000)),
    { ...entry('/markets', ({ response }) => Object.assign(response, { status: 302 })), startedDateTime: '2030-01-01' },
    entry('/markets', ({ request }) => Object.assign(request, { method: 'OPTIONS' })),
    entry('/markets', ({ response }) => Object.assign(response, { status: 0 })),
    entry('/markets', ({ response }) => Object.assign(response.content, { size: 500 })),
    entry('/markets', ({ response }) => Object.assign(response.content, { text: undefined, size: 2 })),
    entry('/markets', ({ request }) => Object.assign(request, { url: 'wss://desk.example/api/markets' })),
    entry('/positions', () => undefined, 'https://other.example'),
    entry('/logo.svg'),
    { startedDateTime: 'noon' },
    7,
  ]);
  expect(exchanges.map(({ request }) => request.path)).toEqual(['/events/creators', '/markets']);
  expect(ignored).toBe(
    '2 broken (first log.entries[10].startedDateTime: a moment in ISO 8601), 1 redirects, 1 OPTIONS, ' +
      '1 without a response, 1 with a body that the recorder cut off, 1 without a recorded body, ' +
      '1 WebSocket, 1 to other addresses, 1 on no route of the interface',
  );
});

it('reads a body that is called base64 and is plain as it is, and counts it', () => {
  const text = harOf([
    entry('/markets', ({ response }) =>
      Object.assign(response.content, { text: '[{"a": 1}]', encoding: 'base64', size: 10 }),
    ),
  ]);
  const traffic = readTraffic(sourceOf(Buffer.from(text)));
  if (!traffic.ok) throw new Error(traffic.refusal);
  const exchanges = [...traffic.value.exchanges];
  expect(exchanges).toMatchObject([{ ok: true, value: { response: { body: '[{"a": 1}]' } } }]);
  expect(traffic.value.ignored.mislabelled).toBe(1);
});

it('reads HTTP/2 headers, base64 bodies, and a type that only the content has', () => {
  const { exchanges } = read([
    entry('/markets', ({ request, response }) => {
      Object.assign(request, { headers: [{ name: ':path', value: '/' }] });
      Object.assign(response, { headers: [] });
      Object.assign(response.content, { text: 'W10=', encoding: 'base64', mimeType: 'application/json' });
    }),
  ]);
  expect(exchanges[0]).toMatchObject({ request: { headers: {} }, response: { headers, body: '[]' } });
});

it('reads long texts, and counts an entry as broken whose long text is', () => {
  const long = entry('/markets', ({ response }) =>
    Object.assign(response.content, { text: '-'.repeat(5_000), size: 5_000 }),
  );
  const good = [entry(`/markets?slug=${'x'.repeat(5_000)}`), long, long];
  expect(read(good).exchanges.map(({ response }) => response.body.length)).toEqual([2, 5_000, 5_000]);
  const { exchanges, ignored } = read(harOf([...good, { startedDateTime: 'noon' }]).replace('----', '--\\-'));
  expect(exchanges).toHaveLength(2);
  expect(ignored).toMatch(/^2 broken \(first log\.entries\[1\] at byte \d+ is not JSON\)$/);
});

it('guesses the base under which most routes match', () => {
  const page = entry(
    '/events/7',
    ({ response }) => Object.assign(response.content, { mimeType: 'text/html' }),
    'https://news.example',
  );
  const posted = { ...exchange('/books', 0), request: withJson('POST', '/books', []) };
  const service = ['/v1/markets', '/v1/positions'].map((path) => entry(path));
  expect(read([page, page, page, ...service, entryOf(posted, 'https://desk.example/api/v1')]).base).toBe(
    'https://desk.example/api/v1',
  );
  expect(read([entry('/markets'), entry('/a/b/markets/x')], 'https://desk.example/api/a/b').exchanges).toHaveLength(1);
});

it.each([
  [
    [],
    undefined,
    /^no request matches a route of the interface: record traffic of the service, or name its address with --base$/,
  ],
  [[entry('/index.html')], undefined, /^no request matches/],
  [
    [entry('/markets')],
    'https://other.example',
    /^no entry below https:\/\/other\.example can be judged: 1 to other addresses$/,
  ],
  [[entry('/markets')], 'desk', /"desk" is not a base URL/],
])('states in one line why it cannot judge a file: %#', (entries, base, line) => {
  expect(() => read(entries, base)).toThrow(line);
});

it('is not misled by deep nesting and by values of other types', () => {
  const deep = `${'['.repeat(150)}${']'.repeat(150)}`;
  const nested = `{"log":{"entries":[${JSON.stringify(entry('/markets'))},${deep},{"request":${deep}}]}}`;
  expect(read(nested).exchanges).toHaveLength(1);
  for (const text of ['null', '{"log":7}', '{"log":{"entries":{}}}', deep])
    expect(() => read(text)).toThrow(/log\.entries/);
});
