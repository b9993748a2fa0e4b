/** conformance/checks/trading/views: a market by id, in lists and beside its event, and its settings (2.17). */

import { objectAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { SimplifiedMarket, TradingEvent, TradingMarket } from '../../../spec/resources/trading-market.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type CheckContext, type ClauseId, type Exchange, type RouteId, SameAs } from '../../check.ts';
import { type Claim, fieldLike, fieldsOf, judgeAgreement, objectOf, sampled, success, valueAt } from '../assertions.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { check, itemsOf, sendGet, sendPath } from '../definition.ts';

const SAMPLES = 6;

const requested = check('trading-market', 'asked', {
  title: 'the response is the requested trading market, with its catalog event',
  clauses: ['4.13/condition_id.match', '2.10/condition_id.asked', '2.10/event.same'],
  needs: ['market'],
  cost: { 'trading-market': SAMPLES, 'trading-settings': SAMPLES, event: 2 * SAMPLES },
  async run(context) {
    for (const market of variedMarkets(context, SAMPLES)) {
      const condition = textOrEmpty(market, 'conditionId');
      const right = () => sendPath(context, 'trading-market', condition);
      const response = await right();
      if (!isSuccess(response)) {
        await judgeRefused(context, '4.13/condition_id.match', response, { other: 'trading-settings', condition });
        continue;
      }
      const clauses = ['4.13/condition_id.match', '2.10/condition_id.asked'] as const;
      context.judge(fieldLike(clauses, response, '/condition_id', { $caseless: condition }));
      const id = textAt(objectAt(response.json, 'event'), 'id');
      if (id === undefined) continue;
      const states = (event: Exchange, of: Exchange): Claim =>
        isSuccess(event)
          ? { of, must: valueAt('/event', fieldsOf(event, '', eventFields)) }
          : success([], event, `the market ${condition} names this event`);
      const reads = { left: () => sendPath(context, 'event', id), right, seen: response };
      await judgeAgreement(context, reads, [{ clause: '2.10/event.same', states }]);
    }
  },
});

// The description is not compared: the interface does not say that the short record carries the whole text.
const eventFields = Object.keys(TradingEvent.shape).filter((field) => field !== 'description');

function listCheck(id: 'sampling-markets' | 'simplified-markets', clauses: readonly ClauseId[]) {
  const fields = Object.keys(id === 'sampling-markets' ? TradingMarket.shape : SimplifiedMarket.shape);
  return check(id, 'trading-same', {
    title: 'a market of the list agrees with the trading market of its condition',
    clauses,
    cost: { [id]: 1, 'trading-market': 2 * SAMPLES },
    async run(context) {
      const right = () => sendGet(context, id);
      const rowsIn = (list: Exchange) => itemsOf(routeById(id), list);
      const seen = await right();
      const rows = rowsIn(seen);
      if (rows.length === 0) context.notTestable('the list is empty', 'give the target markets for it');
      for (const [index, row] of sampled([...rows.entries()], SAMPLES)) {
        const condition = textOrEmpty(row, 'condition_id');
        const reads = { left: () => sendPath(context, 'trading-market', condition), right, seen };
        const placeIn = (list: Exchange) => {
          const found = rowsIn(list).findIndex((other) => textAt(other, 'condition_id') === condition);
          return found < 0 ? index : found;
        };
        const same = (names: readonly string[]) => (left: Exchange, of: Exchange) =>
          isSuccess(left)
            ? { of, must: valueAt(`/data/${placeIn(of)}`, fieldsOf(left, '', names)) }
            : success([], left, `the list has the market ${condition}`);
        await judgeAgreement(
          context,
          reads,
          clauses.map((clause) => ({ clause, states: same(clause === '3/flags.views' ? flags : fields) })),
        );
      }
    },
  });
}

const flags = ['active', 'closed', 'archived'];

export const tradingViewChecks = [
  requested,
  listCheck('sampling-markets', ['4.15/sampling-markets.trading.same']),
  listCheck('simplified-markets', ['2.11/trading.same', '3/flags.views']),
];

/** The meaning of each abbreviated key of the settings record in the document profile. */
const meanings = [
  ['gst', 'game_start_time'],
  ['r', 'rewards'],
  ['c', 'condition_id'],
  ['nr', 'neg_risk'],
  ['mts', 'minimum_tick_size'],
  ['mos', 'minimum_order_size'],
  ['mbf', 'maker_base_fee'],
  ['tbf', 'taker_base_fee'],
  ['itode', 'itode'],
  ['ibce', 'blockaid_check_enabled'],
  ['oas', 'order_age_seconds'],
] as const;

function tokensOf(trading: Exchange) {
  return objectsIn(objectOf(trading)['tokens']);
}

/** Token ids that differ from the market's mean that the settings belong to another market. */
function ofSameMarket(left: Exchange, of: Exchange): Claim {
  const own = tokensOf(left).map((token) => ({ t: textOrEmpty(token, 'token_id') }));
  return {
    of,
    must: valueAt('/t', { $any: [{ $absent: true }, [], ...own.map((token) => ({ $contains: [token] }))] }),
  };
}

function sameTokens(left: Exchange, of: Exchange): Claim {
  const token = (index: number, field: string) => new SameAs(left, `/tokens/${index}/${field}`);
  const pairs = tokensOf(left).map((_, index) => ({ t: token(index, 'token_id'), o: token(index, 'outcome') }));
  return { of, must: valueAt('/t', pairs) };
}

function sameMeaning(key: string, field: string) {
  return (left: Exchange, of: Exchange): Claim => {
    const isNone = (objectOf(left)[field] ?? null) === null;
    const value = isNone ? { $any: [{ $absent: true }, null] } : { $same: new SameAs(left, `/${field}`) };
    return { of, must: valueAt(`/${key}`, value), because: `it is ${field} of the market` };
  };
}

export const tradingSettingsChecks = [
  check('trading-settings', 'trading-same', {
    title: 'the settings record agrees with the trading market',
    clauses: [
      '4.14/condition_id.match',
      '2.17/t.outcomes',
      'D/settings-keys.t',
      ...meanings.map(([key]) => `D/settings-keys.${key}` as const),
    ],
    needs: ['market'],
    cost: { 'trading-settings': SAMPLES, 'trading-market': 2 * SAMPLES },
    async run(context) {
      for (const market of variedMarkets(context, SAMPLES)) {
        const condition = textOrEmpty(market, 'conditionId');
        const right = () => sendPath(context, 'trading-settings', condition);
        const seen = await right();
        if (!isSuccess(seen)) {
          await judgeRefused(context, '4.14/condition_id.match', seen, { other: 'trading-market', condition });
          continue;
        }
        const reads = { left: () => sendPath(context, 'trading-market', condition), right, seen };
        await judgeAgreement(context, reads, [
          { clause: '4.14/condition_id.match', states: ofSameMarket },
          {
            clause: '2.17/t.outcomes',
            states: (left, of) => ({ of, must: valueAt('/t', { $length: tokensOf(left).length }) }),
          },
          { clause: 'D/settings-keys.t', states: sameTokens },
          ...meanings.map(
            ([key, field]) => ({ clause: `D/settings-keys.${key}`, states: sameMeaning(key, field) }) as const,
          ),
        ]);
      }
    },
  }),
  check('trading-settings', 'fee', {
    title: 'the exponent of the fee is 0, 1 or 2 and its rate is not negative',
    clauses: ['D/settings-keys.fd'],
    kind: 'shape',
    async run(context) {
      const condition = textOrEmpty(context.bindings.conditions[0], 'condition_id');
      const response = await sendPath(context, 'trading-settings', condition);
      if (objectAt(response.json, 'fd') === undefined) return;
      context.judge(fieldLike('D/settings-keys.fd', response, '/fd', { e: { $in: [0, 1, 2] }, r: { $gte: 0 } }));
    },
  }),
];

/** Reports a view that refuses a market which `other` shows. Other checks report server errors. */
async function judgeRefused(
  context: CheckContext,
  clause: ClauseId,
  refusal: Exchange,
  { other, condition }: { readonly other: RouteId; readonly condition: string },
) {
  if (refusal.status >= 500 || !isSuccess(await sendPath(context, other, condition))) return;
  const { method, path } = routeById(other);
  context.judge(success(clause, refusal, `${method} ${path} has a response for ${condition}`));
}
