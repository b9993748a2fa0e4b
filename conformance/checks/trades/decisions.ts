/**
 * conformance/checks/trades/decisions: rows of builder trades according to the decisions: order, sums, words (`D/trade-rows`,
 * `D/trade-status`).
 */

import { isIsoMoment } from '../../../spec/iso-moment.ts';
import { textAt } from '../../../spec/json.ts';
import { firstOutOfOrder } from '../../../wire/pattern/collation.ts';
import type { Check } from '../../check.ts';
import { expectRow, expectRows, type RowRule } from '../assertions.ts';
import { check } from '../definition.ts';
import { askTrades, makerOrders, secondsOf } from './page.ts';

const STATUSES = ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'];
const SIDES = ['BUY', 'SELL'];

const rules: readonly (RowRule & { readonly clause: string })[] = [
  {
    clause: 'D/trade-status',
    field: 'status',
    expected: STATUSES.join(', '),
    pattern: { $in: STATUSES },
    holds: (row) => STATUSES.includes(textAt(row, 'status') ?? ''),
  },
  {
    clause: 'D/trade-rows.maker-sum',
    field: 'maker_orders',
    expected: 'matched amounts that add up to size',
    holds: (row) => {
      const sum = makerOrders(row).reduce((total, order) => total + Number(textAt(order, 'matched_amount')), 0);
      return Math.abs(sum - Number(textAt(row, 'size'))) < 1e-6;
    },
  },
  {
    clause: 'D/trade-rows.sides',
    field: 'side',
    expected: 'BUY or SELL, on the row and on its maker orders',
    pattern: { $in: SIDES },
    holds: (row) => [row, ...makerOrders(row)].every((part) => SIDES.includes(textAt(part, 'side') ?? '')),
  },
  {
    clause: 'D/trade-rows.iso-times',
    field: 'match_time',
    expected: 'ISO moments',
    pattern: { $type: 'iso-time' },
    holds: (row) => ['match_time', 'last_update'].every((field) => isIsoMoment(textAt(row, field) ?? '')),
  },
];

const rowsCheck = check('builder-trades', 'row-decisions', {
  title: 'trades are sorted newest first, with known words and sums that add up',
  clauses: [...rules.map(({ clause }) => clause), 'D/trade-rows.newest-first'],
  run: async (context) => {
    const listed = await askTrades(context);
    for (const rule of rules) expectRows(context, listed, rule);
    if (listed.rows.length < 2) return;
    const newest = {
      field: 'match_time',
      expected: 'not later than the trade before',
      list: { $sorted: { by: '/match_time', order: 'desc' } },
    };
    const odd = firstOutOfOrder(listed.rows.map(secondsOf), 'descending');
    expectRow(context, listed, { clause: 'D/trade-rows.newest-first', ...newest }, odd);
  },
});

export const tradeDecisionChecks: readonly Check[] = [rowsCheck];
