/** conformance/saving tests: saved scenarios, and reasons why a finding is not saved. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mutantById } from '../../proof/judge/catalog.ts';
import { byArrival, onBooks } from '../../proof/judge/quirks/book-wrappers.ts';
import type { Mutant, Wrap } from '../../proof/judge/variant.ts';
import { stale } from '../../proof/judge/wrappers/changes.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import type { NamedMarket } from '../../sim/named.ts';
import { createSimulator, simulatorFactory } from '../../sim/simulator.ts';
import { CONTROL_PREFIX, type Handler, type Request, withJson } from '../../wire/message.ts';
import { SameAs } from '../check.ts';
import { benchOf, findingIn, foreignBenchOf, saved } from '../fixtures/saved-mutants.ts';
import { haveSameMarkets, playerOnSimulator } from './bench.ts';
import type { Saved } from './saved-finding.ts';

const foreign = simulatorFactory({ seed: 99 });

function named(id: string): Mutant {
  const mutant = mutantById(id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  return mutant;
}

/** `few`: plays too few times to find the shortest scenario. */
async function textOf(id: string, few?: 'few'): Promise<string> {
  const { sighting, broken } = await findingIn(named(id));
  const bench = await benchOf(broken);
  const found = await saved(sighting, few === undefined ? bench : { ...bench, playsMax: 4 });
  return found.kind === 'saved' ? found.text : found.reason;
}

/** The file without its header comment. */
async function stepsOf(id: string, few?: 'few'): Promise<string> {
  return (await textOf(id, few)).replace(/^[\s\S]*\nsteps:\n/, '');
}

describe('a saved scenario', () => {
  it('names the check, the clause and the expected value, and no secret', async () => {
    const text = await textOf('place-order.without-svc_signature');
    expect(text).toMatch(/^# found by the check place-order\.without-svc_signature\n# 5\/place-order\.SVC_SIGNATURE: /);
    expect(text).toMatch(/\n# expected status 4xx or 503, because .*; got "status 200"\n/);
    for (const { apiKey, passphrase, secret } of createSimulator().credentials.wallets) {
      for (const word of [apiKey, passphrase, secret]) expect(text).not.toContain(word);
    }
  });

  it('captures the ids that it names, and compares responses with each other', async () => {
    expect(parse(await textOf('markets.offset-ignored')).steps).toEqual([
      { get: '/markets', query: { limit: 20, offset: 0 }, capture: { wanted: '/3', wanted2: '/4', wanted3: '/5' } },
      {
        get: '/markets',
        query: { limit: 3, offset: 3 },
        expect: {
          at: {
            '/0': { $sameView: `\${wanted}` },
            '/1': { $sameView: `\${wanted2}` },
            '/2': { $sameView: `\${wanted3}` },
          },
        },
      },
    ]);
  });

  it('holds no ids of the run', async () => {
    for (const id of ['live-orders.frozen.cancelled', 'positions.offset-pages', 'trading-market.always-first'])
      expect(await stepsOf(id, 'few')).not.toMatch(/0x[0-9a-f]{16}|\d{16}/i);
  });

  it('keeps the steps that the failure needs, and cancels what is left resting', async () => {
    const text = await stepsOf('live-orders.everybodys');
    expect(text.match(/^ {2}- \w+:/gm)).toEqual(['  - order:', '  - get:', '  - cancel:']);
    expect(text).toMatch(/\nfinally:\n {2}- cancel: \$\{\w+\}\n/);
  });

  it('compares the book after a cancellation with the book before the order', async () => {
    expect(await stepsOf('cancel-order.book-keeps', 'few')).toMatch(/size, is: \{\$near: \['\$\{number\(wanted\)/);
  });

  it('counts time from the moment it is played', async () => {
    const text = await stepsOf('live-orders.frozen.expired');
    expect(text).toContain('expires: 2m');
    expect(text).toContain('  - advance: 119s');
    expect(await stepsOf('builder-trades.price-dear')).toContain(`after: '\${seconds(now) - 2}'`);
  });

  it('places no order that a deployment knows from an earlier run', async () => {
    expect(await textOf('place-order.salt-twice')).toMatch(/\nvars:\n {2}salt: \$\{now\}\d{6}\n/);
    expect(await stepsOf('place-order.closed-400')).toMatch(/\n {8}salt: \$\{now\}\d{6}\n/);
  });

  it('asks for one token if one is enough', async () => {
    expect(await stepsOf('books.bids-missing')).toContain(`    body: [{token_id: '\${json(tokens)[0]}'}]`);
  });

  it('waits for a view as long as the check has waited', async () => {
    expect(await stepsOf('books.frozen.rested')).toMatch(/ - until:\n {6}within: 30s\n {6}every: 250ms\n/);
  });

  it('fills a limit in a loop', async () => {
    expect(await stepsOf('markets.unlimited', 'few')).toContain('times: 330');
  });
});

it('needs no write of an earlier attempt that the simulator refuses', async () => {
  const mutant = { ...named('place-order.fok-half'), breaks: 'D/order-refusals.killed' } as const;
  const { sighting, broken } = await findingIn(mutant);
  // As on a target without control routes, where pauses are no writes.
  const isSent = ({ request }: RecordedExchange): boolean => !request.path.startsWith(CONTROL_PREFIX);
  const trail = sighting.trail.filter(isSent);
  const cited = sighting.trail.slice(0, sighting.cited).filter(isSent).length;
  const found = await saved({ ...sighting, trail, cited }, await benchOf(broken));
  expect(found).toMatchObject({ kind: 'saved' });
});

it('keeps the change of a book whose levels are in another order than those of the simulator', async () => {
  const wrap: Wrap = (handle, internals) => {
    const ordered = onBooks(byArrival)(handle, internals);
    return onBooks(stale('lapsed', 'frozen'))(ordered, internals);
  };
  const { sighting, broken } = await findingIn({
    ...named('books.frozen.rested'),
    breaks: 'D/heartbeat-expiry.book',
    wrap,
  });
  const found = await saved(sighting, await benchOf(broken));
  expect(found).toMatchObject({ kind: 'saved', text: expect.stringContaining('  - advance: 1m') });
});

it('keeps the tokens of a request if the check compares with its response', async () => {
  const simulator = createSimulator();
  const { yes, no } = simulator.named.markets['market'] as NamedMarket;
  const books = (tokens: readonly string[]): Request =>
    withJson(
      'POST',
      '/books',
      tokens.map((token_id) => ({ token_id })),
    );
  const handle: Handler = (request) => {
    const response = simulator.handle(request);
    const isShort = typeof request.body === 'string' && !request.body.includes(',');
    return isShort ? { ...response, body: response.body.replaceAll('"asset_id"', '"other"') } : response;
  };
  const trail = [books([yes, no]), books([no])].map((request) => ({ request, response: handle(request), at: 0 }));
  const [{ request, response }] = trail as [RecordedExchange, RecordedExchange];
  const source = { request, ...response, text: response.body, json: JSON.parse(response.body) };
  const expectation = { at: { '/0/asset_id': new SameAs(source, '/1/asset_id') } };
  const found = { id: 'x', check: 'books.same', clause: '4.3/fill.trade', source: undefined };
  const deviation = { expected: no, actual: undefined, expectation };
  const sighting = { ...found, deviation, discovered: [], trail, cited: 1, placeOf: () => 0 };
  const { kind, ...rest } = await saved(sighting, await benchOf({ ...simulator, handle }));
  expect([kind, JSON.stringify(rest)]).toEqual(['saved', expect.stringContaining('/1/asset_id')]);
});

describe('a finding is not saved', () => {
  it('if the target does not fail again', async () => {
    const { sighting } = await findingIn(named('positions.limit-501'));
    const found = await saved(sighting, await benchOf(createSimulator()));
    expect(found).toEqual({ kind: 'not-saved', reason: 'the target does not fail again' });
  });

  it('if the faithful simulator fails as well', async () => {
    const { sighting, broken } = await findingIn(named('profile.users-object'));
    const bench = { ...(await benchOf(broken)), sound: playerOnSimulator(broken) };
    const found = await saved(sighting, { ...bench, isSameWorld: false });
    expect(found.kind === 'not-saved' && found.reason).toMatch(/^the faithful simulator does not pass it either: /);
  });
});

describe('in a target with other data', () => {
  const savedOf = async (id: string): Promise<Saved> => {
    const { sighting, broken } = await findingIn(named(id), foreign);
    return saved(sighting, await foreignBenchOf(broken));
  };

  it.each([
    ['an effect of orders', 'place-order.fok-half'],
    ['the state of an order', 'live-orders.frozen.cancelled'],
    ['pages that do not follow each other', 'markets.offset-ignored'],
    ['a shape', 'profile.users-object'],
    ['a title, compared with that of its market', 'positions.title-other'],
    ['a default, compared with a later response', 'markets.limit-default'],
    ['an amount, compared with an earlier one', 'positions.frozen.filled'],
  ])('%s is saved, and the simulator passes it', async (_, id) => {
    expect(await savedOf(id)).toMatchObject({ kind: 'saved', isHeldAgainstSimulator: true });
  });

  it('a shape is not saved if the request has a made-up id, which the simulator does not have either', async () => {
    const mutant = { ...named('market-by-slug.not-found-null'), breaks: '4.12/response.shape' } as const;
    const { sighting, broken } = await findingIn(mutant, foreign);
    const found = await saved(sighting, await foreignBenchOf(broken));
    expect(found.kind === 'not-saved' && found.reason).toMatch(/^the faithful simulator does not pass it either: /);
  });

  it('an amount is not saved, because the simulator has another', async () => {
    const found = await savedOf('positions.threshold-strict');
    expect(found.kind === 'not-saved' && found.reason).toMatch(
      /^(?:the response is wrong|the faithful simulator does not pass)/,
    );
  });
});

it('saves a finding in a hostile response, however deep it nests', async () => {
  const { sighting, broken } = await findingIn(named('profile.users-object'));
  const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const handle: typeof broken.handle = (request) => {
    const response = broken.handle(request);
    return request.path.startsWith('/profiles/') ? { ...response, body } : response;
  };
  const found = await saved(sighting, await benchOf({ ...broken, handle }));
  expect(found.kind === 'saved' && found.text).toMatch(/expect: \{shape: true\}\n$/);
});

it('distinguishes a target of the same world from others', async () => {
  const target = (seed: number) => inProcessTarget(createSimulator({ seed }));
  expect(await haveSameMarkets(target(1), target(1))).toBe(true);
  expect(await haveSameMarkets(target(1), target(2))).toBe(false);
});
