import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceOf } from './byte-source.ts';
import { readHar } from './har-entries.ts';
import { HAR_BOUNDS } from './har-split.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { scenarioOf } from './scenario-of.ts';

const text = readFileSync(join(import.meta.dirname, 'fixtures/traffic.har'), 'utf8');
const base = 'https://desk.example/api/';

function exchanges(of = text, options: Parameters<typeof readHar>[1] = { base }): readonly RecordedExchange[] {
  const read = readHar(sourceOf(Buffer.from(of)), options);
  if (!read.ok) throw new Error(read.refusal);
  return read.value;
}

function refusal(of: string, options: Parameters<typeof readHar>[1] = { base }): string {
  const read = readHar(sourceOf(Buffer.from(of)), options);
  if (read.ok) throw new Error('it was read');
  return read.refusal;
}

/** The fixture with its first entry changed. */
function changed(
  change: (entry: { request: Record<string, unknown>; response: Record<string, unknown> }) => void,
): string {
  const har = JSON.parse(text);
  change(har.log.entries[0]);
  return JSON.stringify(har);
}

it('reads answered requests below the base in the order in which they began', () => {
  expect(
    exchanges().map(({ request, response }) => [request.method, request.path, request.query, response.status]),
  ).toEqual([
    ['GET', '/sampling-markets', '', 200],
    ['GET', '/markets/slug/rain-in-lisbon', 'creator=me', 404],
    ['GET', '/markets/0x010101010101010101', '', 502],
    ['DELETE', '/order', '', 200],
  ]);
});

it('decodes base64 and names headers in lower case', () => {
  const [first, , , last] = exchanges();
  expect(JSON.parse(first?.response.body ?? '')).toMatchObject({ count: 1 });
  expect(last?.request.headers['svc_timestamp']).toBe('1772359212');
});

it('becomes a scenario with captures, spans of time by the Date headers, and without keys', () => {
  const scenario = scenarioOf(exchanges(), { clock: 'date' });
  expect(scenario).toMatchInlineSnapshot(`
    "# alice is the unknown wallet 0x00000000000000000000000000000000000000AA

    scenario: recorded traffic
    tags: [recorded]
    steps:
      - get: /sampling-markets
        expect: {status: 200}
        capture: {condition: /data/0/condition_id}
      - advance: 5s
      - get: /markets/slug/rain-in-lisbon
        query: {creator: me}
        expect: {status: 404, error: true}
      - advance: 2s
      - get: /markets/\${condition}
        expect: {status: 502}
      - advance: 5s
      - cancel: '0x0202020202020202'
        as: alice
        expect: {status: 200, shape: true, body: {canceled: ['0x0202020202020202'], not_canceled: {$exact: {}}}}
    "
  `);
});

it('needs a base URL if there are several origins', () => {
  expect(refusal(text, {})).toBe(
    'the file has requests to https://desk.example and to https://statistics.example: pass the base URL of one of them',
  );
  expect(exchanges(text.replaceAll('https://statistics.example', 'https://desk.example'), {})).toHaveLength(5);
});

it('reports a base without requests, and a base that is not a URL', () => {
  expect(refusal(text, { base: 'https://desk.example/ap' })).toBe(
    'no entry has a response from https://desk.example/ap',
  );
  expect(refusal(text, { base: 'desk' })).toMatch(/"desk" is not a base URL/);
});

it.each([
  ['{', 'the file is not JSON: export the traffic as HAR'],
  [`\ufffd${'1'.repeat(100_000)}`, 'the file is not JSON: export the traffic as HAR'],
  ['[]', 'the file has no list log.entries: export the traffic as HAR'],
  ['{"log": {}}', 'the file has no list log.entries: export the traffic as HAR'],
  ['{"log": {"entries": []}}', /^no entry has a response/],
  [
    changed((entry) => Object.assign(entry, { startedDateTime: 'noon' })),
    'log.entries[0].startedDateTime: a moment in ISO 8601',
  ],
  [
    changed(({ request }) => Object.assign(request, { url: '/markets' })),
    'log.entries[0].request.url: an absolute URL',
  ],
  [
    changed(({ request }) => Object.assign(request, { method: 'GET /' })),
    'log.entries[0].request.method: a method, such as GET',
  ],
  [changed(({ response }) => Object.assign(response, { status: '200' })), /^log\.entries\[0\]\.response\.status: /],
  ['['.repeat(100_000), 'the file nests more than 200 levels deep: record less'],
  [text.slice(0, -30), /^the file ends inside of log\.entries\[5\], which begins at byte \d+: export it again$/],
  ['{"log":{"entries":[7 8]}}', 'log.entries[0] at byte 19 is not JSON'],
  [
    `{"log":{"entries":[[${'7,'.repeat(HAR_BOUNDS.values)}7]]}}`,
    'log.entries[0] at byte 19 has more than 1000000 values, and is not read',
  ],
  [
    `{"log":{"entries":[1], "entries": ["${'x'.repeat(16_000_000)}"]}}`,
    'log.entries[0] at byte 35 has 16.0 MB, and an entry has at most 16 MB',
  ],
] as const)('refuses %.60s in one line', (of, expected) => {
  const line = refusal(of);
  expect(line).toMatch(expected);
  expect(line).not.toContain('\n');
});

it('keeps bodies that are no text apart from texts', () => {
  const [, first] = exchanges(
    changed(({ request }) => Object.assign(request, { postData: { text: '/w==', encoding: 'base64' } })),
  );
  expect(first?.request.body).toEqual({ unreadable: 'not-utf8' });
});

it('does not let a file change prototypes', () => {
  const hostile = changed(({ request }) =>
    Object.assign(request, { headers: [{ name: '__proto__', value: 'polluted' }] }),
  );
  expect(exchanges(hostile)).toHaveLength(4);
  expect(Object.keys({})).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
