/** conformance/checks/wallets/position-maths: values and gains follow from size and prices (`D/position-maths`). */
import { type JsonObject, numberAt } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import type { Check } from '../../check.ts';
import { judgeRows, rowFault } from '../assertions.ts';
import { check } from '../definition.ts';
import { isNear } from '../quantities.ts';
import { rowsOf } from './page.ts';

const at = (row: JsonObject, field: string): number => numberAt(row, field) ?? Number.NaN;

type Formula = { readonly field: string; readonly words: string; readonly value: (row: JsonObject) => number };

const formulas = [
  { field: 'initialValue', words: 'size x avgPrice', value: (row) => at(row, 'size') * at(row, 'avgPrice') },
  { field: 'currentValue', words: 'size x curPrice', value: (row) => at(row, 'size') * at(row, 'curPrice') },
  {
    field: 'cashPnl',
    words: 'currentValue - initialValue',
    value: (row) => at(row, 'currentValue') - at(row, 'initialValue'),
  },
  {
    field: 'percentPnl',
    words: '100 x cashPnl / initialValue',
    value: (row) => percent(at(row, 'cashPnl'), at(row, 'initialValue')),
  },
  {
    field: 'percentRealizedPnl',
    words: '100 x realizedPnl / totalBought',
    value: (row) => percent(at(row, 'realizedPnl'), at(row, 'totalBought')),
  },
] as const satisfies readonly Formula[];

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Not below a dollar, where percentages lose digits, and not with wrong types, which the shape check reports. */
function isJudgeable(row: JsonObject, { field, value }: Formula): boolean {
  if (!Number.isFinite(value(row))) return false;
  return !field.startsWith('percent') || Math.abs(at(row, field === 'percentPnl' ? 'initialValue' : 'totalBought')) > 1;
}

function mathsCheck(id: 'positions' | 'closed-positions'): Check {
  return check(id, 'maths', {
    title: 'values, gains and percentages follow from size, prices and gains of the same row',
    clauses: formulas.map(({ field }) => `D/position-maths.${field}` as const),
    async run(context) {
      const { response, rows } = await rowsOf(context, id);
      for (const formula of formulas) {
        const { field, words, value } = formula;
        if (!rows.some((row) => isJudgeable(row, formula))) continue;
        const fault = rowFault(rows, field, (row) => {
          const isWrong = isJudgeable(row, formula) && !isNear(at(row, field), value(row));
          return isWrong ? `${words} = ${value(row)}` : undefined;
        });
        context.judgeBy(`D/position-maths.${field}`, response, fault, 'arithmetic with several fields');
      }
    },
  });
}

const CLOSED = {
  'D/closed-values.zero': { size: { $near: 0 }, cashPnl: { $near: 0 } },
  'D/closed-values.avgPrice': { avgPrice: { $gt: 0 } },
};

const closedCheck = check('closed-positions', 'values', {
  title: 'a closed position has size and cashPnl 0 and keeps its average price',
  clauses: keysOf(CLOSED),
  run: async (context) => judgeRows(context, (await rowsOf(context, 'closed-positions')).response, CLOSED),
});

export const positionMathsChecks = [mathsCheck('positions'), mathsCheck('closed-positions'), closedCheck];
