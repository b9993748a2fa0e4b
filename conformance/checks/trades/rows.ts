/**
 * conformance/checks/trades/rows: builder trades: their rows and cursor (interface 2.16, 4.6). The body is a bare array, so pages
 * are walked by base64 offsets; any order of the rows and any page size is taken.
 */

import { decodeCursor, encodeCursor } from '../../../spec/cursor.ts';
import type { JsonObject } from '../../../spec/json.ts';
import { listAt, numberAt, objectsIn, textAt } from '../../../spec/json.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import { sendGet, sendPath } from '../requests.ts';
import { momentOf } from '../sorted.ts';
import { canonicalJson } from '../steady.ts';
import { ask, makers, secondsOf, tradeCheck } from './page.ts';

const rowsCheck = tradeCheck(
  'rows',
  {
    title: 'trades have unique ids, a price between 0 and 1, a size, and moments in order',
    clauses: [
      '2.16/id.unique',
      '2.16/last_update.later',
      '2.16/bucket_index.not-negative',
      '2.16/price.range',
      '2.16/type.TAKER',
    ],
    kind: 'consistency',
    run: async (context: CheckContext) => {
      const { answer, rows } = await ask(context);
      const all = (clause: string, pointer: string, expected: string, holds: (row: JsonObject) => boolean) => {
        const at = rows.findIndex((row) => !holds(row));
        context.expect(clause, at < 0, answer, { pointer: `/${at}/${pointer}`, expected, actual: rows[at]?.[pointer] });
      };
      const ids = rows.map((row) => textAt(row, 'id') ?? '');
      all(
        '2.16/id.unique',
        'id',
        'an id no other row has',
        (row) => ids.filter((id) => id === textAt(row, 'id')).length === 1,
      );
      all(
        '2.16/last_update.later',
        'last_update',
        'not before match_time',
        (row) => momentOf(textAt(row, 'last_update') ?? '') / 1000 >= secondsOf(row),
      );
      all(
        '2.16/bucket_index.not-negative',
        'bucket_index',
        '0 or more',
        (row) => (numberAt(row, 'bucket_index') ?? -1) >= 0,
      );
      all('2.16/price.range', 'price', 'above 0 and below 1, with a size above 0', (row) => {
        const price = Number(textAt(row, 'price'));
        return price > 0 && price < 1 && Number(textAt(row, 'size')) > 0;
      });
      context.expect(
        '2.16/type.TAKER',
        rows.some((row) => textAt(row, 'type') === 'TAKER'),
        answer,
        { pointer: '/0/type', expected: 'rows of type TAKER', actual: rows[0]?.['type'] },
      );
    },
  },
  1,
);

const marketCheck: Check = {
  ...tradeCheck(
    'market',
    {
      title: 'asset_id is a token of the market the row names, and outcome its outcome',
      clauses: ['2.16/asset_id.of-market'],
      kind: 'consistency',
      run: async (context: CheckContext) => {
        const { answer, rows } = await ask(context);
        const byMarket = new Map(rows.map((row) => [textAt(row, 'market') ?? '', row]));
        for (const [market, row] of [...byMarket].slice(0, 3)) {
          const trading = await sendPath(context, 'trading-market', market);
          const token = objectsIn(listAt(trading.json, 'tokens')).find(
            (candidate) => textAt(candidate, 'token_id') === textAt(row, 'asset_id'),
          );
          context.expect(
            '2.16/asset_id.of-market',
            token !== undefined && textAt(token, 'outcome') === textAt(row, 'outcome'),
            answer,
            {
              pointer: `/${rows.indexOf(row)}/asset_id`,
              expected: `a token of ${market} with its outcome`,
              actual: row['asset_id'],
            },
          );
        }
      },
    },
    1,
  ),
  cost: { 'builder-trades': 1, 'trading-market': 3 },
};

const activityCheck: Check = {
  ...tradeCheck(
    'activity',
    {
      title: "a trade also stands in its wallet's activity, with the same transaction hash",
      clauses: ['2.16/transaction_hash.activity'],
      kind: 'consistency',
      run: async (context: CheckContext) => {
        const { answer, rows } = await ask(context);
        const row = rows[0];
        const wallets = row === undefined ? [] : makers(row);
        const hash = textAt(row, 'transaction_hash');
        for (const wallet of wallets) {
          const feed = await sendGet(context, 'activity', { user: wallet, limit: '500' });
          if (objectsIn(feed.json).some((entry) => textAt(entry, 'transactionHash') === hash)) {
            context.verified('2.16/transaction_hash.activity');
            return;
          }
          if (objectsIn(feed.json).length >= 500)
            context.notTestable(
              'the activity of the wallet is longer than a page',
              'run against a deployment with shorter feeds',
            );
        }
        context.expect('2.16/transaction_hash.activity', false, answer, {
          pointer: '/0/transaction_hash',
          expected: 'an activity entry with this hash',
          actual: hash,
        });
      },
    },
    1,
  ),
  capability: 'wallet',
  cost: { 'builder-trades': 1, activity: 3 },
};

const cursorCheck = tradeCheck(
  'cursor',
  {
    title: 'MA== asks for the first page, and a cursor is base64 of an offset into the list',
    clauses: ['4.6/next_cursor.start', '4.6/next_cursor.offset', '4.6/next_cursor.accepted'],
    kind: 'pagination',
    run: async (context: CheckContext) => {
      // Rows are told by id: their status moves on by itself.
      const idsOf = ({ json }: Exchange): string => canonicalJson(objectsIn(json).map((row) => row['id']));
      const pages = {
        left: async () => (await ask(context)).answer,
        right: async () => (await ask(context, { next_cursor: 'MA==' })).answer,
      };
      const differs = (silent: Exchange, spoken: Exchange) =>
        isSuccess(spoken) && idsOf(silent) === idsOf(spoken)
          ? undefined
          : { pointer: '', expected: 'the same rows as without next_cursor', actual: `status ${spoken.status}` };
      await judgeAgreement(context, pages, [{ clause: '4.6/next_cursor.start', differs }]);
      const first = await ask(context);
      if (first.rows.length < 3)
        context.notTestable('there are fewer than three trades', 'run against a deployment with more trades');
      const shifted = await ask(context, { next_cursor: encodeCursor(2) });
      if (isSuccess(shifted.answer)) context.verified('4.6/next_cursor.accepted');
      context.expect('4.6/next_cursor.offset', shifted.rows[0]?.['id'] === first.rows[2]?.['id'], shifted.answer, {
        pointer: '/0',
        expected: 'the third trade of the list',
        actual: shifted.rows[0]?.['id'],
      });
      const next = await ask(context, { next_cursor: encodeCursor(first.rows.length) });
      const repeated = next.rows.find((row) => first.rows.some((seen) => seen['id'] === row['id']));
      context.expect('4.6/next_cursor.offset', repeated === undefined, next.answer, {
        expected: 'rows not on the first page',
        actual: repeated?.['id'],
      });
      const header = first.answer.headers['x-next-cursor'];
      context.fact(
        'cursor-header.builder-trades',
        header === undefined ? 'none' : decodeCursor(header) === undefined ? header : 'x-next-cursor',
      );
      context.fact('page-size.builder-trades', String(first.rows.length));
    },
  },
  7,
);

/** Statements about builder trades. */
export const tradeChecks: readonly Check[] = [rowsCheck, marketCheck, activityCheck, cursorCheck];
