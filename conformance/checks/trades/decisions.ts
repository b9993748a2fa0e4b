/** conformance/checks/trades/decisions: order, sums and words of builder trades (`D/trade-rows`, `D/trade-status`). */
import { type JsonObject, textAt } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import { bodyLike, judgeRows, rowFault } from '../assertions.ts';
import { check } from '../definition.ts';
import { makerOrders, readTrades } from './page.ts';

const SIDE = { side: { $in: ['BUY', 'SELL'] } };
const ISO = { $type: 'iso-time' };

const patterns = {
  'D/trade-status': { status: { $in: ['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED'] } },
  'D/trade-rows.sides': { ...SIDE, maker_orders: { $every: SIDE } },
  'D/trade-rows.iso-times': { match_time: ISO, last_update: ISO },
};

function isWhole(row: JsonObject): boolean {
  const sum = makerOrders(row).reduce((total, order) => total + Number(textAt(order, 'matched_amount')), 0);
  return Math.abs(sum - Number(textAt(row, 'size'))) < 1e-6;
}

export const tradeDecisionCheck = check('builder-trades', 'row-decisions', {
  title: 'trades are sorted newest first, with known words and sums that add up',
  clauses: [...keysOf(patterns), 'D/trade-rows.maker-sum', 'D/trade-rows.newest-first'],
  async run(context) {
    const { response, rows } = await readTrades(context);
    judgeRows(context, response, patterns);
    const fault = rowFault(rows, 'maker_orders', (row) =>
      isWhole(row) ? undefined : 'matched amounts that add up to size',
    );
    context.judgeBy('D/trade-rows.maker-sum', response, fault, 'a sum equals a field beside its list');
    if (rows.length < 2) return;
    const newestFirst = { $sorted: { by: '/match_time', order: 'desc', as: 'moment' } };
    context.judge(bodyLike('D/trade-rows.newest-first', response, newestFirst));
  },
});
