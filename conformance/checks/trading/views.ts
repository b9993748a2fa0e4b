/** conformance/checks/trading/views: one market by condition id, in lists, and beside its event (2.10, 2.11, 4.13). */
import { type JsonObject, objectAt, textAt } from '../../../base/json.ts';
import { SimplifiedMarket, TradingEvent, TradingMarket } from '../../../spec/resources/trading-market.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, ClauseId, Exchange } from '../../check.ts';
import { fieldsOf, judgeAgreement } from '../agreement.ts';
import { type Claim, fieldLike, success, valueAt } from '../assertions.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { check } from '../definition.ts';
import { itemsOf, sendGet, sendPath } from '../requests.ts';
import { sampled } from '../rows.ts';
import { judgeRefused } from './refused.ts';

const SAMPLES = 6;

const requested = check('trading-market', 'asked', {
  title: 'the response is the requested trading market, with its catalog event',
  clauses: ['4.13/condition_id.match', '2.10/condition_id.asked', '2.10/event.same'],
  needs: ['market'],
  cost: { 'trading-market': SAMPLES, 'trading-settings': SAMPLES, event: 2 * SAMPLES },
  async run(context) {
    for (const market of variedMarkets(context, SAMPLES)) {
      const condition = textAt(market, 'conditionId') ?? '';
      const right = (): Promise<Exchange> => sendPath(context, 'trading-market', condition);
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

function listCheck(id: 'sampling-markets' | 'simplified-markets', clauses: readonly ClauseId[]): Check {
  const fields = Object.keys(id === 'sampling-markets' ? TradingMarket.shape : SimplifiedMarket.shape);
  return check(id, 'trading-same', {
    title: 'a market of the list agrees with the trading market of its condition',
    clauses,
    cost: { [id]: 1, 'trading-market': 2 * SAMPLES },
    async run(context) {
      const right = (): Promise<Exchange> => sendGet(context, id);
      const rowsIn = (list: Exchange): readonly JsonObject[] => itemsOf(routeById(id), list);
      const seen = await right();
      const rows = rowsIn(seen);
      if (rows.length === 0) context.notTestable('the list is empty', 'give the target markets for it');
      for (const [index, row] of sampled([...rows.entries()], SAMPLES)) {
        const condition = textAt(row, 'condition_id') ?? '';
        const reads = { left: () => sendPath(context, 'trading-market', condition), right, seen };
        const placeIn = (list: Exchange): number => {
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
