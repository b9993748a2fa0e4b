/** conformance/checks/trades/rows: rows of builder trades, alone, and beside their market and their activity (2.16). */
import { listAt, objectsIn, textAt } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { type CheckContext, SameAs } from '../../check.ts';
import { bodyLike, everyRow, judgeRows } from '../assertions.ts';
import { check, sendGet, sendPath } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { inMarket, readTrades, secondsOf, walletsOf } from './page.ts';

const patterns = {
  '2.16/last_update.later': { $relation: { left: '/last_update', is: '>=', right: '/match_time', as: 'moment' } },
  '2.16/bucket_index.not-negative': { bucket_index: { $gte: 0 } },
  '2.16/price.range': { price: { $number: { $gt: 0 } }, size: { $number: { $gt: 0 } } },
  'D/trade-units': { price: { $number: { $lt: 1 } } },
};

const rowsCheck = check('builder-trades', 'rows', {
  title: 'trades have unique ids, a price between 0 and 1, a size, and moments in order',
  clauses: [...keysOf(patterns), '2.16/id.unique', '2.16/type.TAKER'],
  async run(context) {
    const { response } = await readTrades(context);
    judgeRows(context, response, patterns);
    context.judge(bodyLike('2.16/id.unique', response, { $unique: '/id' }));
    context.judge(bodyLike('2.16/type.TAKER', response, { $contains: [{ type: 'TAKER' }] }));
  },
});

const MARKETS = 3;

const marketCheck = check('builder-trades', 'market', {
  title: "asset_id is a token of the row's market, and outcome is its outcome",
  clauses: ['2.16/asset_id.of-market'],
  cost: { 'builder-trades': 1, 'trading-market': MARKETS },
  async run(context) {
    const { response, rows } = await readTrades(context);
    for (const market of [...new Set(textsOf(rows, 'market'))].slice(0, MARKETS)) {
      const trading = await sendPath(context, 'trading-market', market);
      const tokens = objectsIn(listAt(trading.json, 'tokens')).map((_, index) => ({
        asset_id: new SameAs(trading, `/tokens/${index}/token_id`),
        outcome: new SameAs(trading, `/tokens/${index}/outcome`),
      }));
      const because = 'the market has these tokens';
      context.judge(everyRow('2.16/asset_id.of-market', response, inMarket(market, ...tokens), because));
    }
  },
});

/** Entries that one page of activity holds. */
const ENTRIES = 500;

/** After this time a feed that does not show a trade is wrong, not late. */
const YOUNG_SECONDS = 120;

const activityCheck = check('builder-trades', 'activity', {
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
});

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

export const tradeRowChecks = [rowsCheck, marketCheck, activityCheck];
