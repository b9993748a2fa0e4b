/** conformance/checks/trading/settings: the abbreviated settings compared with the trading market (2.17, 4.14). */
import { type JsonObject, objectAt, objectsIn, textAt } from '../../../base/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import { type Exchange, SameAs } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { type Claim, valueAt } from '../assertions.ts';
import { variedMarkets } from '../catalog/market-views.ts';
import { check } from '../definition.ts';
import { sendPath } from '../requests.ts';
import { objectOf } from '../rows.ts';
import { judgeRefused } from './refused.ts';

const SAMPLES = 6;

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

function tokensOf(trading: Exchange): readonly JsonObject[] {
  return objectsIn(objectOf(trading)['tokens']);
}

/** Token ids that differ from the market's mean that the settings belong to another market. */
function ofSameMarket(left: Exchange, of: Exchange): Claim {
  const own = tokensOf(left).map((token) => ({ t: textAt(token, 'token_id') ?? '' }));
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

const settings = check('trading-settings', 'trading-same', {
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
      const condition = textAt(market, 'conditionId') ?? '';
      const right = (): Promise<Exchange> => sendPath(context, 'trading-settings', condition);
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
});

const fee = check('trading-settings', 'fee', {
  title: 'the exponent of the fee is 0, 1 or 2 and its rate is not negative',
  clauses: ['D/settings-keys.fd'],
  kind: 'shape',
  async run(context) {
    const condition = textAt(context.bindings.conditions[0], 'condition_id') ?? '';
    const response = await sendPath(context, 'trading-settings', condition);
    if (objectAt(response.json, 'fd') === undefined) return;
    const must = { at: { '/fd': { e: { $in: [0, 1, 2] }, r: { $gte: 0 } } } };
    context.judge({ clauses: 'D/settings-keys.fd', of: response, must });
  },
});

export const tradingSettingsChecks = [settings, fee];
