/** conformance/checks/routes/precedence: the route of an ambiguous path: literal segments win over parameters (interface 4.1). */

import { textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { check, claimCheck } from '../definition.ts';
import { sendGet, sendPath } from '../requests.ts';
import { NO_SLUG } from '../unknown-names.ts';

const THERE = { $present: true };

const creators: Check = claimCheck('event-creators', 'precedence', {
  title: '/events/creators is the list of creators',
  clauses: ['4.1/precedence.events-creators'],
  isOfForm: true,
  claim: async (context) => {
    const must = { status: '2xx', body: { $type: 'array' } };
    return { of: await sendGet(context, 'event-creators'), must };
  },
});

const eventSlug: Check = claimCheck('event-by-slug', 'precedence', {
  title: '/events/slug/{slug} is the event by slug',
  clauses: ['4.1/precedence.events-slug'],
  isOfForm: true,
  claim: async (context) => {
    const slug = textAt(context.bindings.events[0], 'slug') ?? '';
    return { of: await sendPath(context, 'event-by-slug', slug), must: { at: { '/slug': slug } } };
  },
});

const marketSlug: Check = check('market-by-slug', 'precedence', {
  title: '/markets/slug/{slug} is the catalog market, and its errors have a type',
  clauses: ['4.1/precedence.markets-slug'],
  isOfForm: true,
  cost: { 'market-by-slug': 2 },
  run: async (context) => {
    const response = await sendPath(context, 'market-by-slug', textAt(context.bindings.markets[0], 'slug') ?? '');
    const missing = await sendPath(context, 'market-by-slug', NO_SLUG);
    const clauses = '4.1/precedence.markets-slug';
    context.judge({ clauses, of: response, must: { body: { conditionId: THERE, clobTokenIds: THERE } } });
    if (!isSuccess(missing)) context.judge({ clauses, of: missing, must: { at: { '/type': THERE } } });
  },
});

const marketCondition: Check = claimCheck('trading-market', 'precedence', {
  title: '/markets/{condition_id} is the trading market',
  clauses: ['4.1/precedence.markets-condition'],
  isOfForm: true,
  claim: async (context) => {
    const { conditions, markets } = context.bindings;
    // A response with another market does not name the condition_id.
    const condition = textAt(conditions[0], 'condition_id') ?? textAt(markets[0], 'conditionId') ?? '';
    const must = { body: { condition_id: THERE, tokens: THERE } };
    return { of: await sendPath(context, 'trading-market', condition), must };
  },
});

export const precedenceChecks: readonly Check[] = [creators, eventSlug, marketSlug, marketCondition];
