/** conformance/checks/routes/precedence: which route a path belongs to: literal segments win over parameters (interface 4.1). */

import { isObject, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import { readCheck } from '../reading.ts';
import { sendGet, sendPath } from '../requests.ts';

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

/** Paths that two routes could claim. */
export const precedenceChecks: readonly Check[] = [creators, eventSlug, marketSlug, marketCondition];
