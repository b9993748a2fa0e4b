/**
 * conformance/checks/precedence: which route a path belongs to (interface 4.1): literal segments win over parameters, and
 * percent-encoding means the characters it encodes.
 */
import { isObject, objectsIn, textAt } from '../../spec/json.ts';
import { routeById } from '../../spec/routes.ts';
import { get } from '../../wire/message.ts';
import type { Check, Exchange } from '../check.ts';
import { listMarkets, marketsOf } from './market-list.ts';
import { readCheck } from './reading.ts';
import { isSuccess, pathOf, sendGet, sendPath } from './requests.ts';
import { judgeAgreement } from './rows.ts';
import { sameJson } from './steady.ts';

const hasKey = (answer: Exchange, key: string): boolean => isObject(answer.json) && Object.hasOwn(answer.json, key);

const creators: Check = readCheck({
  id: 'event-creators.precedence',
  title: '/events/creators is the list of creators',
  clauses: ['4.1/precedence.events-creators'],
  kind: 'consistency',
  route: 'event-creators',
  cost: { 'event-creators': 1 },
  run: async (context) => {
    const answer = await sendGet(context, 'event-creators');
    context.expect('4.1/precedence.events-creators', isSuccess(answer) && Array.isArray(answer.json), answer, {
      expected: 'an array of creators',
      actual: isSuccess(answer) ? 'another body' : `status ${answer.status}`,
    });
  },
});

const eventSlug: Check = readCheck({
  id: 'event-by-slug.precedence',
  title: '/events/slug/{slug} is the event by slug',
  clauses: ['4.1/precedence.events-slug'],
  kind: 'consistency',
  route: 'event-by-slug',
  needs: ['event'],
  cost: { 'event-by-slug': 1 },
  run: async (context) => {
    const [event] = context.bindings.events;
    const answer = await sendPath(context, 'event-by-slug', textAt(event, 'slug') ?? '');
    const holds = textAt(answer.json, 'slug') === textAt(event, 'slug');
    context.expect('4.1/precedence.events-slug', holds, answer, {
      expected: `the event ${textAt(event, 'slug')}`,
      actual: textAt(answer.json, 'slug') ?? `status ${answer.status}`,
    });
  },
});

const marketSlug: Check = readCheck({
  id: 'market-by-slug.precedence',
  title: '/markets/slug/{slug} is the catalogue market, and its errors have a type',
  clauses: ['4.1/precedence.markets-slug'],
  kind: 'consistency',
  route: 'market-by-slug',
  needs: ['market'],
  cost: { 'market-by-slug': 2 },
  run: async (context) => {
    const answer = await sendPath(context, 'market-by-slug', textAt(context.bindings.markets[0], 'slug') ?? '');
    const missing = await sendPath(context, 'market-by-slug', 'no-such-market-touchstone');
    context.expect(
      '4.1/precedence.markets-slug',
      hasKey(answer, 'conditionId') && !hasKey(answer, 'condition_id'),
      answer,
      {
        expected: 'a market with conditionId',
        actual: isSuccess(answer) ? 'another body' : `status ${answer.status}`,
      },
    );
    context.expect('4.1/precedence.markets-slug', isSuccess(missing) || hasKey(missing, 'type'), missing, {
      expected: 'an error with a type',
      actual: missing.text.slice(0, 200),
    });
  },
});

const marketCondition: Check = readCheck({
  id: 'trading-market.precedence',
  title: '/markets/{condition_id} is the trading market',
  clauses: ['4.1/precedence.markets-condition'],
  kind: 'consistency',
  route: 'trading-market',
  needs: ['condition'],
  cost: { 'trading-market': 1 },
  run: async (context) => {
    const condition = textAt(context.bindings.conditions[0], 'condition_id') ?? '';
    const answer = await sendPath(context, 'trading-market', condition);
    const holds = hasKey(answer, 'condition_id') && !hasKey(answer, 'conditionId');
    context.expect('4.1/precedence.markets-condition', holds, answer, {
      expected: 'a market with condition_id',
      actual: isSuccess(answer) ? 'another body' : `status ${answer.status}`,
    });
  },
});

/** A text with its first letter or digit percent-encoded. */
function encodedOnce(text: string): string {
  const at = text.search(/[A-Za-z0-9]/);
  const code = text.codePointAt(at) ?? 0;
  return `${text.slice(0, at)}%${code.toString(16).toUpperCase().padStart(2, '0')}${text.slice(at + 1)}`;
}

type PathProbe = {
  readonly id: 'market-by-slug' | 'event-by-slug' | 'trading-market' | 'profile';
  readonly need: 'market' | 'event' | 'condition' | 'profile';
  readonly value: (bindings: Parameters<Check['run']>[0]['bindings']) => string;
};

const pathProbes: readonly PathProbe[] = [
  { id: 'market-by-slug', need: 'market', value: ({ markets }) => textAt(markets[0], 'slug') ?? '' },
  { id: 'event-by-slug', need: 'event', value: ({ events }) => textAt(events[0], 'slug') ?? '' },
  { id: 'trading-market', need: 'condition', value: ({ conditions }) => textAt(conditions[0], 'condition_id') ?? '' },
  { id: 'profile', need: 'profile', value: ({ profiles }) => profiles[0] ?? '' },
];

function pathDecodedCheck({ id, need, value }: PathProbe): Check {
  return readCheck({
    id: `${id}.path-decoded`,
    title: 'a percent-encoded letter in the path means that letter',
    clauses: ['4.1/segments.decoded'],
    kind: 'consistency',
    route: id,
    needs: [need],
    cost: { [id]: 3 },
    run: async (context) => {
      const text = value(context.bindings);
      if (!/[A-Za-z0-9]/.test(text)) context.notTestable('the value has no letter or digit', 'bind another entity');
      const path = pathOf(routeById(id), 'PLACE').replace('PLACE', encodedOnce(text));
      const ask = { left: () => sendPath(context, id, text), right: () => context.send(get(path)) };
      const differs = (left: Exchange, right: Exchange) =>
        isSuccess(left) && !sameJson(left, right)
          ? { pointer: '', expected: `the same answer as for ${text}`, actual: `status ${right.status}` }
          : undefined;
      await judgeAgreement(context, ask, [{ clause: '4.1/segments.decoded', differs }]);
    },
  });
}

const queryDecoded: Check = readCheck({
  id: 'markets.query-decoded',
  title: 'a percent-encoded letter in a query means that letter',
  clauses: ['4.1/query.decoded'],
  kind: 'consistency',
  route: 'markets',
  needs: ['market'],
  cost: { markets: 1 },
  run: async (context) => {
    const slug = textAt(context.bindings.markets[0], 'slug') ?? '';
    if (!/[A-Za-z0-9]/.test(slug)) context.notTestable('the slug has no letter or digit', 'bind another market');
    const answer = await context.send({ ...get('/markets'), query: `slug=${encodedOnce(slug)}` });
    const [row] = objectsIn(answer.json);
    const holds = objectsIn(answer.json).length === 1 && textAt(row, 'slug') === slug;
    context.expect('4.1/query.decoded', holds, answer, {
      expected: `the market ${slug}`,
      actual: isSuccess(answer) ? `${objectsIn(answer.json).length} markets` : `status ${answer.status}`,
    });
  },
});

const queryKeys: Check = readCheck({
  id: 'markets.query-key-decoded',
  title: 'a percent-encoded parameter name is that parameter',
  clauses: ['4.1/query.decoded'],
  kind: 'consistency',
  route: 'markets',
  needs: ['market'],
  cost: { markets: 2 },
  run: async (context) => {
    const plain = await listMarkets(context, { limit: '1' });
    if (marketsOf(plain).length !== 1) context.notTestable('the list is empty', 'give the target markets');
    const answer = await context.send({ ...get('/markets'), query: '%6Cimit=1' });
    context.expect('4.1/query.decoded', marketsOf(answer).length === 1, answer, {
      expected: 'one market',
      actual: `${marketsOf(answer).length} markets`,
    });
  },
});

/** Paths and queries as they are read. */
export const precedenceChecks: readonly Check[] = [
  creators,
  eventSlug,
  marketSlug,
  marketCondition,
  ...pathProbes.map(pathDecodedCheck),
  queryDecoded,
  queryKeys,
];
