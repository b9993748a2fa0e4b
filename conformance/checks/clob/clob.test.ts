/**
 * conformance/checks/clob tests: the simulator with a profile passes every check; a missing route, a missing field, a field of another type
 * and an error of another form are seen on every route of the profile; no secret leaves a run.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { registerOf, replacedBy } from '../../../spec/clauses/profile-register.ts';
import { type ClobField, canRefuse, clobClauses, fieldClauseOf, fieldsOf } from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import { drawnPart } from '../../../spec/fixtures/drawn-part.ts';
import { isObject } from '../../../spec/json.ts';
import { loadProfile } from '../../../spec/profile.ts';
import type { Request } from '../../../wire/message.ts';
import type { Target } from '../../../wire/target.ts';
import { judge } from '../../judge.ts';
import { suiteOf } from '../../profile-suite.ts';
import type { CheckResult, Report } from '../../report.ts';
import { allChecks } from '../../suite.ts';
import { patternOf } from './schema-pattern.ts';
import { clobChecks } from './suite.ts';

type Change = (request: Request, body: string, status: number) => { readonly status: number; readonly body: string };

/** The first check of a run that also changes what discovery reads. Its request, of a route of the profile alone, ends discovery. */
const FIRST_CHECK = 'clob.time.response';
const isOfCheck = ({ path }: Request): boolean => path === '/time';

/** The faithful simulator whose responses on some routes are changed, from the beginning or after discovery. */
function changed(
  target: Target,
  isOn: (request: Request) => boolean,
  change: Change,
  from: 'beginning' | 'discovery' = 'beginning',
): Target {
  let isDiscovered = from === 'beginning';
  return {
    ...target,
    async send(request) {
      isDiscovered ||= isOfCheck(request);
      const outcome = await target.send(request);
      if (outcome.kind !== 'response' || !isDiscovered || !isOn(request)) return outcome;
      const { response } = outcome;
      return { ...outcome, response: { ...response, ...change(request, response.body, response.status) } };
    },
  };
}

const profile = 'polymarket';
const checks = clobChecks(loadProfile(profile));

async function reportOn(wrap: (target: Target) => Target, only: readonly string[] = []): Promise<Report> {
  const simulator = createSimulator({ profile });
  const { credentials } = simulator;
  return judge({ target: wrap(inProcessTarget(simulator)), profile, credentials, allowWrites: true, checks, only });
}

const failing = ({ checks: rows }: Report): CheckResult[] => rows.filter(({ verdict }) => verdict === 'fail');
const accused = (report: Report): Set<string> =>
  new Set(failing(report).flatMap(({ findings }) => findings.map(({ clause }) => clause)));

/** The route of the profile that a request of a check is for. Discovery asks for the books of many tokens at once. */
function routeOf({ method, path, body }: Request): ExtraRoute | undefined {
  if (path === '/books' && String(body).split('token_id').length > 2) return undefined;
  return CLOB_ROUTES.find(
    (route) => route.method === method && new RegExp(`^${route.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
  );
}

it.each(['polymarket', 'kuest'])(
  'the simulator with the profile %s passes, and each clause has a check',
  async (name) => {
    const simulator = createSimulator({ profile: name });
    const own = clobChecks(loadProfile(name));
    const { credentials } = simulator;
    const report = await judge({
      target: inProcessTarget(simulator),
      profile: name,
      credentials,
      allowWrites: true,
      checks: own,
    });
    expect(report.checks.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason }) => [id, reason])).toEqual([]);
    const cited = new Set<string>(own.flatMap(({ clauses }) => clauses));
    expect(clobClauses().filter(({ id }) => !cited.has(id))).toEqual([]);
    expect(report.unverified.filter((id) => id.startsWith('P/'))).toEqual([]);
    expect(report.remarks.join()).toMatch(new RegExp(`the profile ${name} replaces \\d+ clauses`));
  },
);

it('a public route that is not served fails its existence', async () => {
  const notFound = { status: 404, body: '{"error":"no such route"}' };
  const isPublic = (request: Request): boolean => routeOf(request)?.auth === 'none';
  const seen = accused(
    await reportOn((target) => changed(target, isPublic, () => notFound, 'discovery'), ['clob.*.response']),
  );
  const ids = CLOB_ROUTES.filter(({ auth }) => auth === 'none').map(({ id }) => `${id}.exists`);
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

/** Checks of other routes need their responses. */
const FIRST = ['P/create-api-key', 'P/place-order', 'P/place-orders'];
const signedIds = CLOB_ROUTES.filter(({ id, auth }) => auth !== 'none' && !FIRST.includes(id)).map(({ id }) => id);

it.each([...FIRST.map((id) => [id]), signedIds])('%s fails if it is not served', async (...ids) => {
  const notFound = { status: 404, body: '{"error":"no such route"}' };
  const isIt = (request: Request): boolean => ids.some((id) => id === routeOf(request)?.id);
  const clauses = ids.map((id) => `${id}.exists`);
  const seen = accused(await reportOn((target) => changed(target, isIt, () => notFound), clauses));
  expect(clauses.filter((id) => !seen.has(id))).toEqual([]);
});

/** The value without a field: of the object, of each row of a list, or of each row of `data`. */
function without({ name, list }: Omit<ClobField, 'schema'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => without({ name, list: undefined }, item));
  if (!isObject(value)) return value;
  if (list === '/data') return { ...value, data: without({ name, list: undefined }, value['data']) };
  const { [name]: _, ...rest } = value;
  return rest;
}

/** The value with an object, or 7 in place of an object or a list, as the value of the field. */
function retyped(field: ClobField, value: unknown): unknown {
  const { name, list } = field;
  if (Array.isArray(value)) return value.map((item) => retyped({ ...field, list: undefined }, item));
  if (!isObject(value)) return value;
  if (list === '/data') return { ...value, data: retyped({ ...field, list: undefined }, value['data']) };
  const old = value[name];
  return old === undefined
    ? value
    : { ...value, [name]: typeof old === 'object' && old !== null ? 7 : { other: true } };
}

type Edit = (field: ClobField, value: unknown) => unknown;

/** Checks go on with these fields, so a run cannot lack them on all routes at once. */
const HANDLES = ['orderID', 'apiKey', 'secret', 'passphrase', 'data', 'id'];

function withFields(target: Target, planted: ReadonlyMap<ExtraRoute, ClobField>, edit: Edit): Target {
  return changed(
    target,
    (request) => routeOf(request) !== undefined,
    (request, body, status) => {
      const route = routeOf(request);
      const field = route && planted.get(route);
      if (status !== 200 || field === undefined) return { status, body };
      return { status, body: JSON.stringify(edit(field, JSON.parse(body))) };
    },
    'discovery',
  );
}

const FIELDS = CLOB_ROUTES.map((route) => {
  // A response may lack an optional field.
  const fields = fieldsOf(route).filter(({ schema }) => !(schema instanceof z.ZodOptional));
  return {
    route,
    handles: fields.filter(({ name }) => HANDLES.includes(name)),
    others: fields.filter(({ name }) => !HANDLES.includes(name)),
  };
});

/** A field whose value may be anything cannot have another type. */
const isTyped = ({ schema }: ClobField): boolean => JSON.stringify(patternOf(schema)) !== '{"$present":true}';

/** The numbers of the fields that are planted, one on each route at a time. */
const most = Math.max(...FIELDS.map(({ others }) => others.length));
const { title, part: turns } = drawnPart([...Array(most).keys()], 4);

it.each<[string, Edit, (field: ClobField) => boolean]>([
  ['is missing', without, () => true],
  ['has another type', retyped, isTyped],
])(`a field that %s is seen on every route (${title})`, async (_, edit, isPlanted) => {
  const missed: string[] = [];
  for (const turn of turns) {
    const planted = new Map(
      FIELDS.flatMap(({ route, others }) => {
        const field = others.filter(isPlanted)[turn];
        return field === undefined ? [] : [[route, field] as const];
      }),
    );
    const only = [...planted].map(([route, field]) => fieldClauseOf(route, field));
    const seen = accused(await reportOn((target) => withFields(target, planted, edit), [FIRST_CHECK, ...only]));
    missed.push(...only.filter((id) => !seen.has(id)));
  }
  expect(missed).toEqual([]);
});

const handles = FIELDS.flatMap(({ route, handles: own }) =>
  own.map((field) => [fieldClauseOf(route, field), route, field] as const),
);

it.each(handles)('a response without %s is seen', async (clause, route, field) => {
  const seen = accused(
    await reportOn((target) => withFields(target, new Map([[route, field]]), without), [FIRST_CHECK, clause]),
  );
  expect([...seen]).toContain(clause);
});

it('an error of another form is seen on every route that can refuse', async () => {
  const asText = (_: Request, body: string, status: number) => ({
    status,
    body: status >= 400 ? '{"message":"no"}' : body,
  });
  const seen = accused(
    await reportOn((target) => changed(target, (request) => routeOf(request) !== undefined, asText), ['clob.*.error']),
  );
  expect(
    CLOB_ROUTES.filter(canRefuse)
      .map(({ id }) => `${id}.error`)
      .filter((id) => !seen.has(id)),
  ).toEqual([]);
});

it('a service that accepts every signature is accused on every signed route', async () => {
  const accept = { status: 200, body: '{}' };
  const isRefused = (request: Request): boolean =>
    routeOf(request) !== undefined || request.path.endsWith('/heartbeats');
  const lenient: Change = (_, body, status) => (status === 401 ? accept : { status, body });
  const seen = accused(await reportOn((target) => changed(target, isRefused, lenient), ['clob.*.auth']));
  const ids = clobClauses()
    .map(({ id }) => id)
    .filter((id) => id.includes('.auth.'));
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

type BodyEdit = (body: string) => string;
const value =
  (from: RegExp, to: string): BodyEdit =>
  (body) =>
    body.replace(from, to);

/** A statement about several responses, the path of one of them, and the change that breaks it. */
const RELATIONS: readonly (readonly [clause: string, path: string, edit: BodyEdit])[] = [
  ['P/book.order', '/book', (body) => JSON.stringify({ ...JSON.parse(body), bids: JSON.parse(body).bids.reverse() })],
  ['P/book.batch', '/books', value(/"min_order_size":"\d+"/, '"min_order_size":"77"')],
  ['P/tick-size.book', '/tick-size', () => '{"minimum_tick_size":0.1}'],
  ['P/neg-risk.book', '/neg-risk', (body) => (body.includes('true') ? '{"neg_risk":false}' : '{"neg_risk":true}')],
  ['P/price.side', '/price', () => '{"price":"0.5555"}'],
  ['P/midpoint.mean', '/midpoint', () => '{"mid":"0.9999"}'],
  ['P/spread.difference', '/spread', () => '{"spread":"2"}'],
  ['P/midpoints.single', '/midpoints', value(/:"0/, ':"1')],
  ['P/spreads.single', '/spreads', value(/:"0/, ':"1')],
  ['P/prices.single', '/prices', value(/"BUY":"0/, '"BUY":"1')],
  ['P/last-trades-prices.single', '/last-trades-prices', () => '[]'],
  ['P/prices-history.order', '/prices-history', () => '{"history":[{"t":2,"p":0.5},{"t":1,"p":0.5}]}'],
  ['P/market-by-token.market', '/markets-by-token/', value(/"condition_id":"0x./, '"condition_id":"0xg')],
  ['P/order.row', '/data/orders', value(/"outcome":"/, '"outcome":"x')],
  ['P/version.two', '/version', () => '{"version":1}'],
  ['P/derive-api-key.same', '/auth/derive-api-key', value(/"passphrase":"./, '"passphrase":"g')],
  ['P/api-keys.listed', '/auth/api-keys', () => '{"apiKeys":[]}'],
  ['P/balance-allowance.collateral', '/balance-allowance', value(/"balance":"/, '"balance":"0.')],
  ['P/place-order.id', '/order', value(/"orderID":"0x./, '"orderID":"0xg')],
  ['P/open-orders.end', '/data/orders', value(/"next_cursor":"LTE="/, '"next_cursor":""')],
  ['P/own-trades.end', '/data/trades', value(/"next_cursor":"LTE="/, '"next_cursor":""')],
  [
    'P/own-trades.pages',
    '/data/trades',
    (body) => JSON.stringify({ ...JSON.parse(body), data: [{ id: '1' }, { id: '1' }] }),
  ],
  ['P/cancel-all.effect', '/cancel-all', () => '{"canceled":[],"not_canceled":{}}'],
  ['P/cancel-orders.effect', '/orders', value(/"canceled":\[[^\]]*\]/, '"canceled":[]')],
  ['P/cancel-market-orders.effect', '/cancel-market-orders', () => '{"canceled":[],"not_canceled":{}}'],
];

it.each(RELATIONS)('%s is seen to be broken', async (clause, path, edit) => {
  const isIt = (request: Request): boolean =>
    (path.endsWith('/') ? request.path.startsWith(path) : request.path === path) && routeOf(request) !== undefined;
  const broken: Change = (_, body, status) => ({ status, body: status === 200 ? edit(body) : body });
  expect([...accused(await reportOn((target) => changed(target, isIt, broken), [clause]))]).toContain(clause);
});

it('a service that accepts every order is accused of each fault of a signature', async () => {
  const isOrder = ({ method, path }: Request): boolean => method === 'POST' && path === '/order';
  const lenient: Change = (_, body, status) =>
    status === 400 ? { status: 200, body: '{"success":true,"orderID":"0x1"}' } : { status, body };
  const ids = ['signature', 'contract', 'malleable', 'version'].map((fault) => `P/place-order.${fault}`);
  const seen = accused(await reportOn((target) => changed(target, isOrder, lenient), ids));
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

it('a service that creates keys twice and keeps revoked ones is accused of both', async () => {
  const isKeys = ({ path }: Request): boolean => path === '/auth/api-key' || path === '/auth/api-keys';
  const lenient: Change = (_, body) => ({ status: 200, body });
  const ids = ['P/create-api-key.once', 'P/delete-api-key.revoked'];
  const seen = accused(await reportOn((target) => changed(target, isKeys, lenient), ids));
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

it('an unknown clause in replaces is an error', () => {
  expect(() => replacedBy(['4.8/no-such-clause'])).toThrow('no clause has the id 4.8/no-such-clause');
  expect(() => replacedBy(['9.9/*'])).toThrow('no clause has the id 9.9/*');
});

it('a run without such a profile has the clauses and checks of the interface alone', () => {
  expect(registerOf('document')).toBe(registerOf(undefined));
  expect(registerOf('document').clauses.some(({ id }) => id.startsWith('P/'))).toBe(false);
  expect(suiteOf('document').map(({ id }) => id)).toEqual(allChecks().map(({ id }) => id));
});
