/**
 * conformance/checks/trades/rows: rows of builder trades alone, compared with their market, and compared with the activity of
 * their wallets (interface 2.16).
 */
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { momentOf } from '../../../wire/pattern/collation.ts';
import type { Check, CheckContext } from '../../check.ts';
import { expectRow, expectRows } from '../assertions.ts';
import { check } from '../definition.ts';
import { sendGet, sendPath } from '../requests.ts';
import { firstRepeated, textsOf } from '../rows.ts';
import { askTrades, secondsOf, walletsOf } from './page.ts';

const rowsCheck = check('builder-trades', 'rows', {
  title: 'trades have unique ids, a price between 0 and 1, a size, and moments in order',
  clauses: [
    '2.16/id.unique',
    '2.16/last_update.later',
    '2.16/bucket_index.not-negative',
    '2.16/price.range',
    'D/trade-units',
    '2.16/type.TAKER',
  ],
  run: async (context) => {
    const listed = await askTrades(context);
    const unique = {
      clause: '2.16/id.unique',
      field: 'id',
      expected: 'an id no other row has',
      list: { $unique: '/id' },
    };
    expectRow(context, listed, unique, firstRepeated(textsOf(listed.rows, 'id')));
    expectRows(context, listed, {
      clause: '2.16/last_update.later',
      field: 'last_update',
      expected: 'not before match_time',
      holds: (row) => momentOf(textAt(row, 'last_update') ?? '') / 1000 >= secondsOf(row),
    });
    expectRows(context, listed, {
      clause: '2.16/bucket_index.not-negative',
      field: 'bucket_index',
      expected: '0 or more',
      pattern: { $gte: 0 },
      holds: (row) => (numberAt(row, 'bucket_index') ?? -1) >= 0,
    });
    expectRows(context, listed, {
      clause: '2.16/price.range',
      field: 'price',
      expected: 'above 0, with a size above 0',
      pattern: { $number: { $gt: 0 } },
      holds: (row) => Number(textAt(row, 'price')) > 0 && Number(textAt(row, 'size')) > 0,
      blames: (row) => (Number(textAt(row, 'price')) > 0 ? 'size' : 'price'),
    });
    expectRows(context, listed, {
      clause: 'D/trade-units',
      field: 'price',
      expected: 'below 1',
      pattern: { $number: { $lt: 1 } },
      holds: (row) => Number(textAt(row, 'price')) < 1,
    });
    const types = textsOf(listed.rows, 'type');
    context.expect('2.16/type.TAKER', types.includes('TAKER'), listed.response, {
      pointer: '/0/type',
      expected: 'rows of type TAKER',
      expectation: { body: { $contains: [{ type: 'TAKER' }] } },
      actual: types[0],
    });
  },
});

/** Number of markets that are read. */
const MARKETS = 3;

const marketCheck = check('builder-trades', 'market', {
  title: "asset_id is a token of the row's market, and outcome is its outcome",
  clauses: ['2.16/asset_id.of-market'],
  cost: { 'builder-trades': 1, 'trading-market': MARKETS },
  run: async (context) => {
    const listed = await askTrades(context);
    const byMarket = new Map(listed.rows.map((row) => [textAt(row, 'market') ?? '', row]));
    for (const [market, row] of [...byMarket].slice(0, MARKETS)) {
      const { json } = await sendPath(context, 'trading-market', market);
      const tokens = objectsIn(listAt(json, 'tokens'));
      const token = tokens.find((candidate) => textAt(candidate, 'token_id') === textAt(row, 'asset_id'));
      const isNamed = token !== undefined && textAt(token, 'outcome') === textAt(row, 'outcome');
      const rule = { field: 'asset_id', expected: `a token of ${market} with its outcome` };
      const wrong = isNamed ? -1 : listed.rows.indexOf(row);
      expectRow(context, listed, { clause: '2.16/asset_id.of-market', ...rule }, wrong);
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
  run: async (context: CheckContext) => {
    // A cached feed may not show a young trade yet, so only a young trade is waited for.
    const { response, hash, isShown } = await context.eventually(
      () => askLatest(context),
      ({ isShown: shows, isYoung }) => shows || !isYoung,
    );
    context.expect('2.16/transaction_hash.activity', isShown, response, {
      pointer: '/0/transaction_hash',
      expected: 'an activity entry with this hash',
      actual: hash,
    });
  },
});

/** The first trade of the list, and whether the activity of a wallet that it names has its hash. */
async function askLatest(context: CheckContext) {
  const { response, rows } = await askTrades(context);
  const [row = {}] = rows;
  const hash = textAt(row, 'transaction_hash');
  const isYoung = context.serviceSeconds() - secondsOf(row) < YOUNG_SECONDS;
  for (const user of walletsOf(row)) {
    const feed = await sendGet(context, 'activity', { user, limit: String(ENTRIES) });
    const hashes = objectsIn(feed.json).map((entry) => textAt(entry, 'transactionHash'));
    if (hashes.includes(hash)) return { response, hash, isShown: true, isYoung };
    if (hashes.length >= ENTRIES)
      context.notTestable(
        'the activity of the wallet is longer than a page',
        'run against a deployment with shorter feeds',
      );
  }
  return { response, hash, isShown: false, isYoung };
}

export const tradeRowChecks: readonly Check[] = [rowsCheck, marketCheck, activityCheck];
