/**
 * conformance/checks/trades/rows: rows of builder trades, alone, beside their market and activity (2.16), and by their
 * decisions.
 */

import { type JsonObject, listAt, numberAt, objectsIn, textAt, textOrEmpty } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { type CheckContext, type ClauseId, type Exchange, SameAs } from '../../check.ts';
import { bodyLike, everyRow, judgeRows, rowFault, textsOf } from '../assertions.ts';
import { check, sendGet, sendPath } from '../definition.ts';
import { inMarket, makerOrders, readTrades, secondsOf, walletsOf } from './page.ts';

const patterns = {
  '2.16/last_update.later': { $relation: { left: '/last_update', is: '>=', right: '/match_time', as: 'moment' } },
  '2.16/bucket_index.not-negative': { bucket_index: { $gte: 0 } },
  '2.16/price.range': { price: { $number: { $gt: 0 } }, size: { $number: { $gt: 0 } } },
  'D/trade-units': { price: { $number: { $lt: 1 } } },
};

const MARKETS = 3;

/** Each row of one of some markets is like one of the patterns that follow from its trading market. */
async function judgeByMarket(
  context: CheckContext,
  clause: ClauseId,
  because: string,
  patternsOf: (trading: Exchange) => readonly JsonObject[],
) {
  const { response, rows } = await readTrades(context);
  for (const market of [...new Set(textsOf(rows, 'market'))].slice(0, MARKETS)) {
    const patterns = patternsOf(await sendPath(context, 'trading-market', market));
    context.judge(everyRow(clause, response, inMarket(market, ...patterns), because));
  }
}

/** Entries that one page of activity holds. */
const ENTRIES = 500;

/** After this time a feed that does not show a trade is wrong, not late. */
const YOUNG_SECONDS = 120;

/** The first trade of the list, the activity of a wallet that it names, and whether that has its hash. */
async function readLatest(context: CheckContext) {
  const { response: trades, rows } = await readTrades(context);
  const [row = {}] = rows;
  const hash = textAt(row, 'transaction_hash');
  const isYoung = context.serviceSeconds() - secondsOf(row) < YOUNG_SECONDS;
  let feed = trades;
  for (const user of walletsOf(row)) {
    feed = await sendGet(context, 'activity', { user, limit: String(ENTRIES) });
    const hashes = objectsIn(feed.json).map((entry) => textAt(entry, 'transactionHash'));
    if (hashes.includes(hash)) return { trades, feed, isShown: true, isYoung };
    if (hashes.length >= ENTRIES)
      context.notTestable(
        'the activity of the wallet is longer than a page',
        'run against a deployment with shorter feeds',
      );
  }
  return { trades, feed, isShown: false, isYoung };
}

export const tradeRowChecks = [
  check('builder-trades', 'rows', {
    title: 'trades have unique ids, a price between 0 and 1, a size, and moments in order',
    clauses: [...keysOf(patterns), '2.16/id.unique', '2.16/type.TAKER'],
    async run(context: CheckContext) {
      const { response } = await readTrades(context);
      judgeRows(context, response, patterns);
      context.judge(bodyLike('2.16/id.unique', response, { $unique: '/id' }));
      context.judge(bodyLike('2.16/type.TAKER', response, { $contains: [{ type: 'TAKER' }] }));
    },
  }),
  check('builder-trades', 'market', {
    title: "asset_id is a token of the row's market, and outcome is its outcome",
    clauses: ['2.16/asset_id.of-market'],
    cost: { 'builder-trades': 1, 'trading-market': MARKETS },
    run: (context) =>
      judgeByMarket(context, '2.16/asset_id.of-market', 'the market has these tokens', (trading) =>
        objectsIn(listAt(trading.json, 'tokens')).map((_, index) => ({
          asset_id: new SameAs(trading, `/tokens/${index}/token_id`),
          outcome: new SameAs(trading, `/tokens/${index}/outcome`),
        })),
      ),
  }),
  check('builder-trades', 'activity', {
    title: "a trade is also in its wallet's activity, with the same transaction hash",
    clauses: ['2.16/transaction_hash.activity'],
    capability: 'wallet',
    cost: { 'builder-trades': 1, activity: 3 },
    async run(context: CheckContext) {
      // A cached feed may not show a young trade yet, so only a young trade is waited for.
      const { trades, feed } = await context.eventually(
        () => readLatest(context),
        ({ isShown: shows, isYoung }) => shows || !isYoung,
      );
      context.judge(
        bodyLike(
          '2.16/transaction_hash.activity',
          feed,
          { $contains: [{ transactionHash: new SameAs(trades, '/0/transaction_hash') }] },
          'the wallet is one of the trade',
        ),
      );
    },
  }),
];

const decimal = (row: JsonObject, field: string) => Number(textAt(row, field) ?? Number.NaN);

/** The mean price of the maker orders in terms of the taker's token. */
function meanPrice(row: JsonObject): number {
  const legs = makerOrders(row).map((leg) => {
    const price = decimal(leg, 'price');
    const isSameToken = textAt(leg, 'asset_id') === textAt(row, 'asset_id');
    return { price: isSameToken ? price : 1 - price, size: decimal(leg, 'matched_amount') };
  });
  return legs.reduce((sum, { price, size }) => sum + price * size, 0) / legs.reduce((sum, { size }) => sum + size, 0);
}

/** Prices are printed with six decimals. */
const PRINTED = 2e-6;

type Part = 'maker_address' | 'asset_id';

/** A value of a maker order that differs from its own row, otherwise the value of any row. */
function distinctiveValue(rows: readonly JsonObject[], part: Part): string | undefined {
  const ofMakers = rows.flatMap((row) =>
    makerOrders(row).flatMap((leg) => (textAt(leg, part) === textAt(row, part) ? [] : [textAt(leg, part)])),
  );
  return ofMakers.find((value) => value !== undefined) ?? textAt(rows[0], part);
}

function ownCheck(part: Part) {
  return check('builder-trades', `${part.replace('_', '-')}.own`, {
    title: `${part} filters by the row itself and not by its maker orders`,
    clauses: [`D/trade-filters.${part}`],
    kind: 'filter',
    async run(context) {
      const value = distinctiveValue(context.bindings.trades, part) ?? '';
      const { response } = await readTrades(context, { [part]: value });
      context.judge(everyRow(`D/trade-filters.${part}`, response, { [part]: { $caseless: value } }));
    },
  });
}

const SIDE = { side: { $in: ['BUY', 'SELL'] } };
const ISO = { $type: 'iso-time' };

const decided = {
  'D/trade-status': { status: { $in: ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'] } },
  'D/trade-rows.sides': { ...SIDE, maker_orders: { $every: SIDE } },
  'D/trade-rows.iso-times': { match_time: ISO, last_update: ISO },
};

function isWhole(row: JsonObject) {
  const sum = makerOrders(row).reduce((total, order) => total + Number(textAt(order, 'matched_amount')), 0);
  return Math.abs(sum - Number(textAt(row, 'size'))) < 1e-6;
}

export const tradeDecisionChecks = [
  check('builder-trades', 'row-decisions', {
    title: 'trades are sorted newest first, with known words and sums that add up',
    clauses: [...keysOf(decided), 'D/trade-rows.maker-sum', 'D/trade-rows.newest-first'],
    async run(context) {
      const { response, rows } = await readTrades(context);
      judgeRows(context, response, decided);
      const fault = rowFault(rows, 'maker_orders', (row) =>
        isWhole(row) ? undefined : 'matched amounts that add up to size',
      );
      context.judgeBy('D/trade-rows.maker-sum', response, fault, 'a sum equals a field beside its list');
      if (rows.length < 2) return;
      const newestFirst = { $sorted: { by: '/match_time', order: 'desc', as: 'moment' } };
      context.judge(bodyLike('D/trade-rows.newest-first', response, newestFirst));
    },
  }),
  check('builder-trades', 'mean-price', {
    title: 'price is the mean over the maker orders, bucket_index 0',
    clauses: ['D/trade-price.mean', 'D/trade-price.bucket_index'],
    async run(context: CheckContext) {
      const { response, rows } = await readTrades(context);
      const fault = rowFault(rows, 'price', (row) => {
        const mean = meanPrice(row);
        return Math.abs(decimal(row, 'price') - mean) <= PRINTED ? undefined : String(mean);
      });
      context.judgeBy('D/trade-price.mean', response, fault, 'a weighted mean of the list beside it');
      context.judge(everyRow('D/trade-price.bucket_index', response, { bucket_index: 0 }));
    },
  }),
  check('builder-trades', 'fee-rate', {
    title: 'fee_rate_bps is the base fee of the market: the taker fee on the row, the maker fee on its maker orders',
    clauses: ['D/trade-price.fee_rate_bps'],
    cost: { 'builder-trades': 1, 'trading-market': MARKETS },
    run: (context) =>
      judgeByMarket(context, 'D/trade-price.fee_rate_bps', 'these are the fees of the market', ({ json }) => {
        const [taker, maker] = ['taker_base_fee', 'maker_base_fee'].map((field) => ({
          fee_rate_bps: { $number: numberAt(json, field) },
        }));
        return [{ ...taker, maker_orders: { $every: maker } }];
      }),
  }),
  ownCheck('maker_address'),
  ownCheck('asset_id'),
  check('builder-trades', 'owner', {
    title: 'the owner of a trade or maker order is never an API key',
    clauses: ['D/trade-owner'],
    capability: 'trading',
    cost: { 'builder-trades': 4 },
    async run(context: CheckContext) {
      const keys = context.wallets.map(({ apiKey }) => apiKey.toLowerCase());
      const isKey = (part: JsonObject) => keys.includes(textOrEmpty(part, 'owner').toLowerCase());
      const own = context.wallets.slice(0, 3).map(({ address }) => ({ maker_address: address }));
      for (const query of [{}, ...own]) {
        const { response, rows } = await readTrades(context, query);
        const fault = rowFault(rows, 'owner', (row) =>
          [row, ...makerOrders(row)].some(isKey) ? 'an opaque id, not an API key of the credentials file' : undefined,
        );
        context.judgeBy(
          'D/trade-owner',
          response,
          fault && { ...fault, actual: 'an API key' },
          'a pattern would show the keys',
        );
      }
    },
  }),
];
