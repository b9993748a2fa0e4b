import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { get, type Handler, isSuccess, withJson } from '../../wire/message.ts';
import { authHeaders } from '../../wire/signer.ts';
import { Scenario } from '../language/scenario.ts';
import { type Loaded, readScenario } from '../reading/read-scenario.ts';
import { runScenario } from '../running/run-scenario.ts';
import { inProcessStage } from '../stages/in-process.ts';
import { busyRecordedClient, openRecordedClient, textIn } from './fixtures/recorded-client.ts';
import { isSendable, type RecordingOptions, scenarioOf } from './scenario-of.ts';

const { file } = testFolder('recording');

function loaded(text: string): Loaded {
  const read = readScenario(file('recorded.yaml', text));
  if (!read.ok) throw new Error(`${JSON.stringify(read.refusal, null, 1)}\n${text}`);
  return read.value;
}

async function played(text: string, wrap?: (handler: Handler) => Handler, worldSeed = 1) {
  const scenario = loaded(text);
  const [one] = scenario.cases;
  if (one === undefined) throw new Error('a scenario has a case');
  const stage = inProcessStage(wrap === undefined ? { worldSeed } : { worldSeed, wrap });
  return runScenario(scenario, one, stage, { seed: 7 });
}

type Step = Readonly<Record<string, unknown>>;

function stepsIn(text: string): readonly Step[] {
  return (parse(text) as { readonly steps: readonly Step[] }).steps;
}

/** The steps without what they expect. */
function wordsOf(text: string): readonly Step[] {
  return stepsIn(text).map(({ expect: _, ...words }) => words);
}

/** `${expression}`. */
const the = (expression: string): string => `\${${expression}}`;

const client = busyRecordedClient();
const strictnesses = ['status', 'shape', 'values', 'body'] as const;

describe('a long client', () => {
  it.each(strictnesses)(
    'is a scenario by the schema, and holds when it is played on the world it was recorded from, expecting %s',
    async (strictness) => {
      const text = client.scenario({ expect: strictness, world: 'small', comments: ['of a test'] });
      expect(Scenario.parse(parse(text)).steps.length).toBeGreaterThan(30);
      expect(await played(text)).toMatchObject({ verdict: 'pass', failures: [] });
    },
  );

  it('holds in another world too: markets, wallets and ids are named, not spelled out', async () => {
    expect((await played(client.scenario(), undefined, 2)).failures).toEqual([]);
  });

  it('fails on a service with other responses', async () => {
    const broken =
      (handle: Handler): Handler =>
      (request) => {
        const response = handle(request);
        if (request.method !== 'DELETE' || !isSuccess(response)) return response;
        return { ...response, body: response.body.replace('"canceled"', '"cancelled"') };
      };
    const { verdict, failures } = await played(client.scenario(), broken);
    expect(verdict).toBe('fail');
    expect(failures[0]?.title).toMatch(/^DELETE \/order/);
  });

  it('is the same text each time', () => {
    expect(busyRecordedClient().scenario()).toBe(client.scenario());
  });

  it.each(strictnesses)('has no key, passphrase, secret or signature in it, expecting %s', (strictness) => {
    const text = client.scenario({ expect: strictness });
    const { alice, bob } = client;
    const secrets = [alice, bob].flatMap(({ apiKey, passphrase, secret }) => [apiKey, passphrase, secret]);
    const signatures = client.recorder.exchanges.flatMap(({ request }) => request.headers['svc_signature'] ?? []);
    expect(signatures.length).toBeGreaterThan(10);
    for (const secret of [...secrets, ...signatures]) expect(text).not.toContain(secret);
  });
});

describe('a recording with resets and faults', () => {
  const lost = { route: 'POST /order', nth: 1, kind: 'response-lost' } as const;
  /** An order whose response is lost; after a reset an order that is listed, taken in part, and listed again. */
  function eventful() {
    const client = openRecordedClient();
    const { alice, bob, as, control, orderOf } = client;
    control.faults?.([lost]);
    as(alice, orderOf(alice));
    as(alice, get('/data/orders'));
    control.reset();
    as(alice, orderOf(alice, { price: 0.5, size: 20 }));
    as(alice, get('/data/orders'));
    as(bob, orderOf(bob, { side: 'SELL', price: 0.5, size: 5 }));
    as(alice, get('/data/orders'));
    control.advance(10_000);
    client.handle(get('/builder/trades', { limit: '1' }));
    return client;
  }

  it('keeps the steps before a reset, and loses the responses that its client lost', () => {
    const verbs = wordsOf(eventful().scenario({ expect: 'values' })).map((step) => Object.keys(step).join());
    expect(verbs).toEqual([
      'faults',
      'order,as,lose',
      'get,as',
      'reset',
      'order,as,capture',
      'get,as',
      'order,as,capture',
      'get,as',
      'advance',
      'get,query',
    ]);
  });

  it('expects amounts and statuses, and lists by the ids of its own orders', () => {
    const lists = stepsIn(eventful().scenario({ expect: 'values' })).filter(({ get }) => get === '/data/orders');
    const rows = lists.map(({ expect }) => (expect as { body: { data: Step[] } }).body.data);
    expect(rows).toMatchObject([
      [{ price: '0.41', sizeMatched: '0' }],
      [{ id: the('order'), originalSize: '20', sizeMatched: '0', status: 'LIVE' }],
      [{ id: the('order'), originalSize: '20', sizeMatched: '5', status: 'LIVE' }],
    ]);
  });

  it('expects only the shape of long public pages, and whole short ones', () => {
    const { handle, scenario } = openRecordedClient();
    for (const limit of ['20', '1']) handle(get('/markets', { limit }));
    const expected = stepsIn(scenario({ expect: 'values' })).map(({ expect }) => Object.keys(expect as Step));
    expect(expected).toEqual([
      ['status', 'shape'],
      ['status', 'shape', 'body'],
    ]);
  });

  it.each(strictnesses)('holds when it is played, expecting %s', async (strictness) => {
    expect((await played(eventful().scenario({ expect: strictness }))).failures).toEqual([]);
  });

  it('fails on a service that fills another amount, or keeps its orders at a reset', async () => {
    const text = eventful().scenario({ expect: 'values' });
    const wrong = await played(text, (handle) => (request) => {
      const response = handle(request);
      return { ...response, body: response.body.replaceAll('"sizeMatched":"5', '"sizeMatched":"4') };
    });
    expect(wrong.failures.map(({ at }) => at)).toEqual(['steps[7]']);
    expect((await played(text.replace('  - reset: true\n', ''))).verdict).toBe('fail');
  });
});

describe('orders', () => {
  it('are written as their owner thinks of them, and followed by their ids', () => {
    const { alice, as, orderOf, scenario } = openRecordedClient();
    const id = textIn(
      as(alice, orderOf(alice, { outcome: 'no', type: 'GTC', price: 0.33, size: 12.5, postOnly: true })),
      'orderID',
    );
    as(alice, withJson('DELETE', '/order', { orderId: id }));
    as(alice, get('/data/orders', { id }));
    expect(wordsOf(scenario())).toEqual([
      {
        order: { outcome: 'no', side: 'BUY', price: 0.33, size: 12.5, postOnly: true },
        as: 'alice',
        capture: { order: '/orderID' },
      },
      { cancel: the('order'), as: 'alice' },
      { get: '/data/orders', query: { id: the('order') }, as: 'alice' },
    ]);
  });

  it('keep a salt that comes twice, and the time they live', () => {
    const { alice, as, orderOf, scenario, simulator } = openRecordedClient();
    const twice = orderOf(alice, { salt: 'twice', type: 'GTD', expiration: Math.floor(simulator.now() / 1_000) + 600 });
    as(alice, twice);
    as(alice, twice);
    const order = { side: 'BUY', type: 'GTD', price: 0.41, size: 10, expires: '10m', salt: 'twice' };
    expect(wordsOf(scenario())).toEqual([
      { order, as: 'alice' },
      { order, as: 'alice' },
    ]);
  });

  it.each([
    ['amounts that no price makes', { order: { makerAmount: '4100001' } }],
    ['an additional field', { note: 'x' }],
    ['another owner', { owner: 'somebody' }],
    ['a malformed signature', { order: { signature: '0xabc' } }],
    ['no type', { orderType: undefined }],
  ])('with %s are sent as they were, without their signature', (_, change: Readonly<Record<string, unknown>>) => {
    const { alice, as, orderOf, scenario } = openRecordedClient();
    const request = orderOf(alice);
    const body = JSON.parse(String(request.body));
    const order = { ...body.order, ...(change['order'] as object | undefined) };
    as(alice, withJson('POST', '/order', { ...body, ...change, order }));
    const [step] = wordsOf(scenario());
    expect(step).toMatchObject({
      post: '/order',
      as: 'alice',
      body: { order: { maker: the('wallets.alice.address'), tokenId: the('markets.market.yes') } },
    });
    expect(JSON.stringify(step)).toMatch(/"signature":"0x0+"/);
  });
});

describe('captures', () => {
  it('take a cursor from the page before, each time under the same name', async () => {
    const { alice, as, orderOf, scenario } = openRecordedClient();
    for (let order = 0; order < 210; order += 1) as(alice, orderOf(alice, { price: 0.1, size: 5 }));
    for (let cursor = 'MA=='; cursor !== ''; )
      cursor = textIn(as(alice, get('/data/orders', { next_cursor: cursor })), 'next_cursor');
    const text = scenario();
    expect(wordsOf(text).slice(210)).toEqual([
      { get: '/data/orders', query: { next_cursor: 'MA==' }, as: 'alice', capture: { cursor: '/next_cursor' } },
      { get: '/data/orders', query: { next_cursor: the('cursor') }, as: 'alice', capture: { cursor: '/next_cursor' } },
      { get: '/data/orders', query: { next_cursor: the('cursor') }, as: 'alice' },
    ]);
    expect((await played(text)).failures).toEqual([]);
  });

  it('prefer the response to a write, then one whose request has no ids, then the nearest earlier one', () => {
    const { alice, as, handle, orderOf, scenario } = openRecordedClient();
    const id = textIn(as(alice, orderOf(alice)), 'orderID');
    as(alice, get('/data/orders'));
    as(alice, get('/data/orders', { id }));
    const [first] = JSON.parse(handle(get('/markets', { limit: '1', closed: 'true' })).body);
    handle(get('/markets', { slug: first.slug, closed: 'true' }));
    handle(get(`/markets/${first.conditionId}`));
    handle(get('/comments/1'));
    const [reply] = JSON.parse(handle(get('/comments/1')).body);
    handle(get(`/comments/${reply.id}`));
    expect(wordsOf(scenario()).map((words) => words['capture'])).toEqual([
      { order: '/orderID' },
      undefined,
      undefined,
      { slug: '/0/slug', condition: '/0/conditionId' },
      undefined,
      undefined,
      undefined,
      { comment: '/0/id' },
      undefined,
    ]);
  });

  it('take cursors out of headers', () => {
    const { handle, scenario } = openRecordedClient();
    const { headers } = handle(get('/builder/trades'));
    handle(get('/builder/trades', { next_cursor: headers['x-next-cursor'] ?? '' }));
    expect(wordsOf(scenario())).toEqual([
      { get: '/builder/trades', capture: { cursor: the("last.headers['x-next-cursor']") } },
      { get: '/builder/trades', query: { next_cursor: the('cursor') } },
    ]);
  });

  it('look into lists that travel as text, and do not take a market for an event', () => {
    const request = get('/markets');
    const body = JSON.stringify([
      { id: '12', clobTokenIds: '["1234567890123456789","2234567890123456789"]', events: [{ id: '12' }] },
    ]);
    const list = { request, response: { status: 200, headers: {}, body }, at: 0 };
    const answer = { status: 404, headers: {}, body: '' };
    const text = scenarioOf([
      list,
      { request: get('/events/12'), response: answer, at: 0 },
      { request: withJson('POST', '/books', [{ token_id: '2234567890123456789' }]), response: answer, at: 0 },
    ]);
    expect(wordsOf(text)).toEqual([
      { get: '/markets', capture: { tokens: '/0/clobTokenIds', event: '/0/events/0/id' } },
      { get: `/events/${the('event')}` },
      { post: '/books', body: [{ token_id: the('json(tokens)[1]') }] },
    ]);
  });
});

describe('signatures', () => {
  it('that were refused are made wrong in the same way', () => {
    const { alice, bob, handle, as, sign, scenario } = openRecordedClient();
    const orders = get('/data/orders');
    const { svc_signature: _, ...incomplete } = sign(alice, orders).headers;
    as(alice, orders, -600);
    handle({ ...orders, headers: incomplete });
    handle({ ...orders, headers: { ...sign(alice, orders).headers, svc_api_key: bob.apiKey } });
    handle({ ...orders, headers: { ...sign(alice, orders).headers, svc_signature: 'f'.repeat(64) } });
    expect(wordsOf(scenario()).map((words) => words['sign'])).toEqual([
      { skew: -600 },
      { headers: { svc_signature: null } },
      { headers: { svc_api_key: the('wallets.bob.apiKey') } },
      { headers: { svc_signature: '0'.repeat(64) } },
    ]);
  });

  it('of wallets that are not known get the names of a deployment', () => {
    const { alice, bob, as, recorder } = openRecordedClient();
    for (const wallet of [bob, alice, bob]) as(wallet, get('/data/orders'));
    const text = scenarioOf(recorder.exchanges);
    expect(wordsOf(text).map((words) => words['as'])).toEqual(['alice', 'bob', 'alice']);
    expect(text).toContain(`# alice is the unknown wallet ${bob.address}`);
    expect(text).not.toContain(bob.apiKey);
  });
});

it('neither expects a secret key of a response nor captures a value under it', () => {
  const { alice } = openRecordedClient();
  const conditionId = `0x${'ab'.repeat(32)}`;
  const body = JSON.stringify({ [alice.passphrase]: { conditionId } });
  const response = { status: 200, headers: {}, body };
  const exchanges = ['/markets', `/markets/${conditionId}`].map((path) => ({ request: get(path), response, at: 0 }));
  const text = scenarioOf(exchanges, { wallets: { alice }, expect: 'body' });
  expect(text).not.toContain(alice.passphrase);
  expect(text).not.toContain('capture');
});

describe('hostile traffic', () => {
  const exchange = (path: string, body: string, answer = '{}') => ({
    request: { method: 'POST', path, query: '', headers: {}, body },
    response: { status: 200, headers: {}, body: answer },
    at: 0,
  });

  it.each([
    ['templates', `{"a":"${the('1 + 1')} and $${the('x')}"}`],
    ['prototypes', '{"__proto__":{"a":1}}'],
    ['merge keys of YAML', '{"<<":{"a":1}}'],
    ['two keys of one name', '{"a":1,"a":2}'],
    ['numbers that are not exact', '{"a":12345678901234567890}'],
    ['nesting', `${'['.repeat(500)}${']'.repeat(500)}`],
    ['no JSON', '\u0000\u001b[31m: - {"'],
    ['words of YAML', '["yes","null","~","0x10","1e3","- a","#b"," c ","&d","*e"]'],
  ])('is sent again as it was: %s', async (_, body) => {
    const sent: unknown[] = [];
    const listen =
      (handle: Handler): Handler =>
      (request) => {
        sent.push(request.body);
        return handle(request);
      };
    await played(scenarioOf([exchange('/nowhere', body)], { expect: 'status' }), listen);
    expect(sent).toEqual([body]);
  });

  it('is expected as data, not as a matcher', async () => {
    const answer = `{"a":{"$gt":1},"b":["${the('now')}"],"__proto__":{}}`;
    const [step] = stepsIn(scenarioOf([exchange('/nowhere', '{}', answer)]));
    expect(JSON.stringify(step?.['expect'])).toContain('{"$type":"object"}');
  });

  it('has keys that are data, not expressions', async () => {
    const condition = `0x${'ab'.repeat(32)}`;
    const answer = JSON.stringify({ [`a${the('now')}`]: { conditionId: condition }, [`b${the('x')}`]: 1 });
    const sent: (readonly unknown[])[] = [];
    const listen = (): Handler => (request) => {
      sent.push([request.path, request.query, request.body]);
      return { status: 200, headers: {}, body: answer };
    };
    const first = exchange('/nowhere', `{"c${the('y')}":1}`, answer);
    const request = { ...first.request, path: `/markets/${condition}`, query: 'd%24%7Bz%7D=1' };
    const merge = { ...first.request, query: '%3C%3C=1' };
    const ordered = { ...first.request, query: 'b=1&0=1' };
    const text = scenarioOf([
      first,
      { ...first, request },
      { ...exchange('/', '', '{"<<":1}'), request: merge },
      { ...first, request: ordered },
    ]);
    expect(text).toContain(`{condition: '/a$${the('now')}/conditionId'}`);
    expect((await played(text, listen)).failures).toEqual([]);
    expect(sent).toEqual([
      ['/nowhere', '', first.request.body],
      [request.path, request.query, first.request.body],
      [merge.path, merge.query, first.request.body],
      [ordered.path, ordered.query, first.request.body],
    ]);
  });

  it('is left out if no scenario can send it', () => {
    const text = scenarioOf([exchange('/a', 'x'.repeat(90_000)), exchange('/b', '{}')]);
    expect(text).toMatch(/^# 1 requests are left out/);
    expect(isSendable([exchange('/a', 'x'.repeat(90_000))])).toBe(false);
  });

  it('loses its secrets in every place', () => {
    const { alice, handle, scenario } = openRecordedClient();
    handle(get(`/markets/slug/${alice.passphrase}`, { creator: alice.apiKey, api_key: 'k' }));
    handle(
      withJson('POST', '/books', {
        secret: 'abc',
        note: `it is ${alice.secret}`,
        signature: authHeaders(alice, get('/'), 1)['svc_signature'],
      }),
    );
    const { passphrase, apiKey } = alice;
    handle(withJson('POST', '/books', { [passphrase]: { [apiKey]: 1 } }));
    handle({ ...get('/markets'), query: `x&s=${encodeURIComponent(alice.secret)}` });
    handle(get('/markets', { [`a[${passphrase}]`]: '1' }));
    const text = scenario();
    const encoded = encodeURIComponent(alice.secret);
    expect(encoded).not.toBe(alice.secret);
    for (const secret of [passphrase, apiKey, alice.secret, encoded, 'abc']) expect(text).not.toContain(secret);
    expect(text).toContain(the('wallets.alice.apiKey'));
  });
});

it('waits as long as the service clock moved, and adds short waits up', () => {
  const at = (ms: number) => ({ request: get('/nowhere'), response: { status: 404, headers: {}, body: '' }, at: ms });
  const advances = (options: RecordingOptions): unknown[] =>
    stepsIn(scenarioOf([at(0), at(400), at(1_200), at(1_200), at(3_601_200)], options)).flatMap(
      (step) => step['advance'] ?? [],
    );
  expect(advances({})).toEqual(['1200ms', '1h']);
  expect(advances({ leastAdvanceMs: 1 })).toEqual(['400ms', '800ms', '1h']);
  expect(advances({ clock: 'date' })).toEqual([]);
});
