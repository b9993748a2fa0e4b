/** conformance/checks/routes/precedence: the route of an ambiguous path: literal segments win over parameters (interface 4.1). */

import { isObject, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import { shownBy, statusOf } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendGet, sendPath } from '../requests.ts';
import { NO_SLUG } from '../unknown-names.ts';

const hasKey = (response: Exchange, key: string): boolean =>
  isObject(response.json) && Object.hasOwn(response.json, key);

const creators: Check = check('event-creators', 'precedence', {
  title: '/events/creators is the list of creators',
  clauses: ['4.1/precedence.events-creators'],
  isOfForm: true,
  run: async (context) => {
    const response = await sendGet(context, 'event-creators');
    context.expect('4.1/precedence.events-creators', isSuccess(response) && Array.isArray(response.json), response, {
      expected: 'an array of creators',
      expectation: { body: { $type: 'array' } },
      actual: shownBy(response, 'another body'),
    });
  },
});

const eventSlug: Check = check('event-by-slug', 'precedence', {
  title: '/events/slug/{slug} is the event by slug',
  clauses: ['4.1/precedence.events-slug'],
  isOfForm: true,
  run: async (context) => {
    const [event] = context.bindings.events;
    const response = await sendPath(context, 'event-by-slug', textAt(event, 'slug') ?? '');
    const holds = textAt(response.json, 'slug') === textAt(event, 'slug');
    context.expect('4.1/precedence.events-slug', holds, response, {
      expected: `the event ${textAt(event, 'slug')}`,
      expectation: { at: { '/slug': textAt(event, 'slug') } },
      actual: textAt(response.json, 'slug') ?? statusOf(response),
    });
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
    context.expect(
      '4.1/precedence.markets-slug',
      hasKey(response, 'conditionId') && hasKey(response, 'clobTokenIds'),
      response,
      {
        expected: 'a market with conditionId and clobTokenIds',
        expectation: { at: { '/conditionId': { $present: true }, '/clobTokenIds': { $present: true } } },
        actual: shownBy(response, 'another body'),
      },
    );
    context.expect('4.1/precedence.markets-slug', isSuccess(missing) || hasKey(missing, 'type'), missing, {
      expected: 'an error with a type',
      actual: missing.text.slice(0, 200),
    });
  },
});

const marketCondition: Check = check('trading-market', 'precedence', {
  title: '/markets/{condition_id} is the trading market',
  clauses: ['4.1/precedence.markets-condition'],
  isOfForm: true,
  run: async (context) => {
    const { conditions, markets } = context.bindings;
    // A response with another market does not name the condition_id.
    const condition = textAt(conditions[0], 'condition_id') ?? textAt(markets[0], 'conditionId') ?? '';
    const response = await sendPath(context, 'trading-market', condition);
    const holds = hasKey(response, 'condition_id') && hasKey(response, 'tokens');
    context.expect('4.1/precedence.markets-condition', holds, response, {
      expected: 'a market with condition_id and tokens',
      expectation: { at: { '/condition_id': { $present: true }, '/tokens': { $present: true } } },
      actual: shownBy(response, 'another body'),
    });
  },
});

export const precedenceChecks: readonly Check[] = [creators, eventSlug, marketSlug, marketCondition];
