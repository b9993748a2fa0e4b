/** conformance/checks/routes/precedence: literal segments win over parameters, and percent-encoding is decoded (4.1) */

import { textAt, textOrEmpty } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { RouteId } from '../../check.ts';
import { bodyLike, fieldLike, judgeSame, NO_SLUG } from '../assertions.ts';
import { listMarkets, marketsOf } from '../catalog/market-list.ts';
import { check, claimCheck, namesFor, pathOf, sendGet, sendPath } from '../definition.ts';

const THERE = { $present: true };

/** A text with its first letter or digit percent-encoded, beside the characters that have to be. */
function withEncodedLetter(text: string): string {
  const at = text.search(/[A-Za-z0-9]/);
  const code = text.codePointAt(at) ?? 0;
  const [before, after] = [text.slice(0, at), text.slice(at + 1)].map(encodeURIComponent);
  return `${before}%${code.toString(16).toUpperCase().padStart(2, '0')}${after}`;
}

const routes: readonly RouteId[] = ['market-by-slug', 'event-by-slug', 'trading-market', 'profile'];

function pathDecodedCheck(id: RouteId) {
  const route = routeById(id);
  return check(id, 'path-decoded', {
    title: 'a percent-encoded letter in the path is decoded',
    clauses: ['4.1/segments.decoded'],
    cost: { [id]: 3 },
    async run(context) {
      const [text = ''] = namesFor(route, context.bindings);
      if (!/[A-Za-z0-9]/.test(text)) context.notTestable('the value has no letter or digit', 'bind another entity');
      const path = pathOf(route, 'PLACE').replace('PLACE', withEncodedLetter(text));
      const reads = { left: () => sendPath(context, id, text), right: () => context.send(get(path)) };
      await judgeSame(context, '4.1/segments.decoded', reads, `the path names ${text}`, true);
    },
  });
}

export const precedenceChecks = [
  claimCheck('event-creators', 'precedence', {
    title: '/events/creators is the list of creators',
    clauses: ['4.1/precedence.events-creators'],
    isOfForm: true,
    async claim(context) {
      const must = { status: '2xx', body: { $type: 'array' } };
      return { of: await sendGet(context, 'event-creators'), must };
    },
  }),
  claimCheck('event-by-slug', 'precedence', {
    title: '/events/slug/{slug} is the event by slug',
    clauses: ['4.1/precedence.events-slug'],
    isOfForm: true,
    async claim(context) {
      const slug = textOrEmpty(context.bindings.events[0], 'slug');
      return { of: await sendPath(context, 'event-by-slug', slug), must: { at: { '/slug': slug } } };
    },
  }),
  check('market-by-slug', 'precedence', {
    title: '/markets/slug/{slug} is the catalog market, and its errors have a type',
    clauses: ['4.1/precedence.markets-slug'],
    isOfForm: true,
    cost: { 'market-by-slug': 2 },
    async run(context) {
      const response = await sendPath(context, 'market-by-slug', textOrEmpty(context.bindings.markets[0], 'slug'));
      const missing = await sendPath(context, 'market-by-slug', NO_SLUG);
      const clauses = '4.1/precedence.markets-slug';
      context.judge(bodyLike(clauses, response, { conditionId: THERE, clobTokenIds: THERE }));
      if (!isSuccess(missing)) context.judge(fieldLike(clauses, missing, '/type', THERE));
    },
  }),
  claimCheck('trading-market', 'precedence', {
    title: '/markets/{condition_id} is the trading market',
    clauses: ['4.1/precedence.markets-condition'],
    isOfForm: true,
    async claim(context) {
      const { conditions, markets } = context.bindings;
      // A response with another market does not name the condition_id.
      const condition = textAt(conditions[0], 'condition_id') ?? textAt(markets[0], 'conditionId') ?? '';
      const must = { body: { condition_id: THERE, tokens: THERE } };
      return { of: await sendPath(context, 'trading-market', condition), must };
    },
  }),
  ...routes.map(pathDecodedCheck),
  claimCheck('markets', 'query-decoded', {
    title: 'a percent-encoded letter in a query is decoded',
    clauses: ['4.1/query.decoded'],
    needs: ['market'],
    async claim(context) {
      const slug = textOrEmpty(context.bindings.markets[0], 'slug');
      if (!/[A-Za-z0-9]/.test(slug)) context.notTestable('the slug has no letter or digit', 'bind another market');
      return {
        of: await context.send({ ...get('/markets'), query: `slug=${withEncodedLetter(slug)}` }),
        must: { body: [{ slug }] },
      };
    },
  }),
  claimCheck('markets', 'query-key-decoded', {
    title: 'a percent-encoded parameter name is decoded',
    clauses: ['4.1/query.decoded'],
    needs: ['market'],
    cost: { markets: 2 },
    async claim(context) {
      const plain = await listMarkets(context, { limit: '1' });
      if (marketsOf(plain).length !== 1) context.notTestable('the list is empty', 'give the target markets');
      return { of: await context.send({ ...get('/markets'), query: '%6Cimit=1' }), must: { body: { $length: 1 } } };
    },
  }),
];
