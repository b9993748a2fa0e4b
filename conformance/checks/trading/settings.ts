/**
 * conformance/checks/trading/settings: the abbreviated settings record compared with the trading market of its condition
 * (interface 2.17, 4.14).
 */

import { objectAt, objectsIn, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Check, type Exchange, SameAs } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { brief, objectOf } from '../rows.ts';
import { sameValue } from '../same-value.ts';
import { judgeRefused } from './refused.ts';

const SAMPLES = 6;

/** The meaning of each abbreviated key of the settings record in the document profile. */
const meanings: readonly (readonly [string, string])[] = [
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
];

function pairsOf(tokens: unknown, id: string, outcome: string): readonly (readonly unknown[])[] {
  return objectsIn(tokens).map((token) => [token[id], token[outcome]]);
}

const settings: Check = check('trading-settings', 'trading-same', {
  title: 'the settings record agrees with the trading market',
  clauses: [
    '4.14/condition_id.match',
    '2.17/t.outcomes',
    'D/settings-keys.t',
    ...meanings.map(([key]) => `D/settings-keys.${key}`),
  ],
  needs: ['market'],
  cost: { 'trading-settings': SAMPLES, 'trading-market': 2 * SAMPLES },
  run: async (context) => {
    for (const market of variedMarkets(context, SAMPLES)) {
      const condition = textAt(market, 'conditionId') ?? '';
      const right = (): Promise<Exchange> => sendPath(context, 'trading-settings', condition);
      const seen = await right();
      if (!isSuccess(seen)) {
        await judgeRefused(context, '4.14/condition_id.match', seen, { other: 'trading-market', condition });
        continue;
      }
      const same = (key: string, field: string) => (left: Exchange, right: Exchange) => {
        const [wanted, found] = [objectOf(left)[field], objectOf(right)[key]];
        return sameValue(wanted, found)
          ? undefined
          : {
              pointer: `/${key}`,
              expected: `${brief(wanted)}, as ${field}`,
              actual: found,
              expectation: { at: { [`/${key}`]: new SameAs(left, `/${field}`) } },
            };
      };
      const ids = (value: unknown, field: string) => objectsIn(value).map((token) => textAt(token, field) ?? '');
      const ask = { left: () => sendPath(context, 'trading-market', condition), right, seen };
      await judgeAgreement(context, ask, [
        {
          clause: '4.14/condition_id.match',
          differs: (left, right) => {
            const [wanted, found] = [ids(objectOf(left)['tokens'], 'token_id'), ids(objectOf(right)['t'], 't')];
            // Token ids that differ from the market's mean that the settings belong to another market.
            const isOwn = found.length === 0 || found.some((id) => wanted.includes(id));
            const expectation = { at: { '/t': { $unordered: wanted.map((id) => ({ t: id })) } } };
            return isOwn ? undefined : { pointer: '/t', expected: brief(wanted), actual: found, expectation };
          },
        },
        {
          clause: '2.17/t.outcomes',
          differs: (left, right) => {
            const count = ids(objectOf(left)['tokens'], 'token_id').length;
            const found = ids(objectOf(right)['t'], 't').length;
            return count === found
              ? undefined
              : {
                  pointer: '/t',
                  expected: `${count} entries`,
                  actual: found,
                  expectation: { at: { '/t': { $length: count } } },
                };
          },
        },
        {
          clause: 'D/settings-keys.t',
          differs: (left, right) => {
            const wanted = pairsOf(objectOf(left)['tokens'], 'token_id', 'outcome');
            const found = pairsOf(objectOf(right)['t'], 't', 'o');
            return sameValue(wanted, found) ? undefined : { pointer: '/t', expected: brief(wanted), actual: found };
          },
        },
        ...meanings.map(([key, field]) => ({ clause: `D/settings-keys.${key}`, differs: same(key, field) })),
      ]);
    }
  },
});

const fee: Check = check('trading-settings', 'fee', {
  title: 'the exponent of the fee is 0, 1 or 2 and its rate is not negative',
  clauses: ['D/settings-keys.fd'],
  kind: 'shape',
  run: async (context) => {
    const condition = textAt(context.bindings.conditions[0], 'condition_id') ?? '';
    const response = await sendPath(context, 'trading-settings', condition);
    if (objectAt(response.json, 'fd') === undefined) return;
    const must = { at: { '/fd': { e: { $in: [0, 1, 2] }, r: { $gte: 0 } } } };
    context.judge({ clauses: 'D/settings-keys.fd', of: response, must });
  },
});

export const tradingSettingsChecks: readonly Check[] = [settings, fee];
