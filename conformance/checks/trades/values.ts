/**
 * conformance/checks/trades/values: what the fields and filters of builder trades mean (`D/trade-price`, `D/trade-filters`,
 * `D/trade-owner`).
 */
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { itemsOf, sendGet, sendPath } from '../requests.ts';

const route = routeById('builder-trades');

function tradeCheck(what: string, draft: Pick<Check, 'title' | 'clauses' | 'kind' | 'cost' | 'run'>): Check {
  return {
    id: `builder-trades.${what}`,
    route: 'builder-trades',
    capability: 'read',
    safety: 'read',
    needs: ['trade'],
    ...draft,
  };
}

const makersOf = (row: JsonObject): readonly JsonObject[] => objectsIn(listAt(row, 'maker_orders'));
const decimal = (row: JsonObject, key: string): number => Number(textAt(row, key) ?? Number.NaN);

/** The mean price of the maker orders in terms of the taker's token. */
function meanPrice(row: JsonObject): number {
  const legs = makersOf(row).map((leg) => {
    const price = decimal(leg, 'price');
    const isSameToken = textAt(leg, 'asset_id') === textAt(row, 'asset_id');
    return { price: isSameToken ? price : 1 - price, size: decimal(leg, 'matched_amount') };
  });
  return legs.reduce((sum, { price, size }) => sum + price * size, 0) / legs.reduce((sum, { size }) => sum + size, 0);
}

/** Prices are printed with six decimals. */
const PRINTED = 2e-6;

const meanCheck = tradeCheck('mean-price', {
  title: 'price is the mean over the maker orders, bucket_index 0',
  clauses: ['D/trade-price.mean', 'D/trade-price.bucket_index'],
  kind: 'consistency',
  cost: { 'builder-trades': 1 },
  run: async (context: CheckContext) => {
    const answer = await sendGet(context, 'builder-trades');
    const rows = itemsOf(route, answer);
    const odd = rows.findIndex((row) => !(Math.abs(decimal(row, 'price') - meanPrice(row)) <= PRINTED));
    context.expect('D/trade-price.mean', odd < 0, answer, {
      pointer: `/${odd}/price`,
      expected: rows[odd] === undefined ? '' : String(meanPrice(rows[odd])),
      actual: rows[odd]?.['price'],
    });
    const filed = rows.findIndex((row) => numberAt(row, 'bucket_index') !== 0);
    context.expect('D/trade-price.bucket_index', filed < 0, answer, {
      pointer: `/${filed}/bucket_index`,
      expected: '0',
      actual: rows[filed]?.['bucket_index'],
    });
  },
});

const feeCheck = tradeCheck('fee-rate', {
  title: 'fee_rate_bps is the base fee of the market, that of takers on the row and that of makers on its maker orders',
  clauses: ['D/trade-price.fee_rate_bps'],
  kind: 'consistency',
  cost: { 'builder-trades': 1, 'trading-market': 3 },
  run: async (context: CheckContext) => {
    const answer = await sendGet(context, 'builder-trades');
    const rows = itemsOf(route, answer);
    const byMarket = new Map(rows.map((row) => [textAt(row, 'market') ?? '', row]));
    for (const [condition, row] of [...byMarket].slice(0, 3)) {
      const market = await sendPath(context, 'trading-market', condition);
      const taker = numberAt(market.json, 'taker_base_fee');
      const maker = numberAt(market.json, 'maker_base_fee');
      const isBase =
        decimal(row, 'fee_rate_bps') === taker && makersOf(row).every((leg) => decimal(leg, 'fee_rate_bps') === maker);
      context.expect('D/trade-price.fee_rate_bps', isBase, answer, {
        pointer: `/${rows.indexOf(row)}/fee_rate_bps`,
        expected: `${taker}, and ${maker} on the maker orders`,
        actual: row['fee_rate_bps'],
      });
    }
  },
});

type Part = 'maker_address' | 'asset_id';

/** A value that a maker order has and its own row has not, else that of any row. */
function tellingValue(rows: readonly JsonObject[], part: Part): string | undefined {
  const ofMakers = rows.flatMap((row) =>
    makersOf(row).flatMap((leg) => (textAt(leg, part) === textAt(row, part) ? [] : [textAt(leg, part)])),
  );
  return ofMakers.find((value) => value !== undefined) ?? textAt(rows[0], part);
}

function filterCheck(part: Part): Check {
  return tradeCheck(`${part.replace('_', '-')}.own`, {
    title: `${part} looks at the row itself and not at its maker orders`,
    clauses: [`D/trade-filters.${part}`],
    kind: 'filter',
    cost: { 'builder-trades': 1 },
    run: async (context: CheckContext) => {
      const value = tellingValue(context.bindings.trades, part) ?? '';
      const answer = await sendGet(context, 'builder-trades', { [part]: value });
      const rows = itemsOf(route, answer);
      const foreign = rows.findIndex((row) => textAt(row, part)?.toLowerCase() !== value.toLowerCase());
      context.expect(`D/trade-filters.${part}`, foreign < 0, answer, {
        pointer: `/${foreign}/${part}`,
        expected: value,
        actual: rows[foreign]?.[part],
      });
    },
  });
}

const ownerCheck: Check = {
  ...tradeCheck('owner', {
    title: 'no trade or maker order names an API key as its owner',
    clauses: ['D/trade-owner'],
    kind: 'consistency',
    cost: { 'builder-trades': 4 },
    run: async (context: CheckContext) => {
      const keys = new Set(context.wallets.map(({ apiKey }) => apiKey.toLowerCase()));
      const judge = (answer: Exchange): void => {
        const rows = itemsOf(route, answer);
        const isKey = (part: JsonObject): boolean => keys.has((textAt(part, 'owner') ?? '').toLowerCase());
        const open = rows.findIndex((row) => [row, ...makersOf(row)].some(isKey));
        context.expect('D/trade-owner', open < 0, answer, {
          pointer: `/${open}/owner`,
          expected: 'an opaque id',
          actual: 'an API key of the credentials file',
        });
      };
      judge(await sendGet(context, 'builder-trades'));
      for (const { address } of context.wallets.slice(0, 3)) {
        judge(await sendGet(context, 'builder-trades', { maker_address: address }));
      }
    },
  }),
  capability: 'trading',
};

/** Values of builder trades. */
export const tradeValueChecks: readonly Check[] = [
  meanCheck,
  feeCheck,
  filterCheck('maker_address'),
  filterCheck('asset_id'),
  ownerCheck,
];
