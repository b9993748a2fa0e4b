/**
 * conformance/checks/wallets/position-maths: values, gains and percentages of a position row follow from its size, prices and gains
 * (`D/position-maths`).
 */

import type { JsonObject } from '../../../spec/json.ts';
import { numberAt } from '../../../spec/json.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isNear } from '../quantities.ts';
import { rowsOf, walletCheck } from './rows.ts';

const at = (row: JsonObject, key: string): number => numberAt(row, key) ?? Number.NaN;

type Formula = { readonly field: string; readonly words: string; value(row: JsonObject): number };

const formulas: readonly Formula[] = [
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
    value: (row) => (at(row, 'initialValue') === 0 ? 0 : (100 * at(row, 'cashPnl')) / at(row, 'initialValue')),
  },
  {
    field: 'percentRealizedPnl',
    words: '100 x realizedPnl / totalBought',
    value: (row) => (at(row, 'totalBought') === 0 ? 0 : (100 * at(row, 'realizedPnl')) / at(row, 'totalBought')),
  },
];

/** Percentages of tiny amounts lose their digits in printing: rows below a cent say nothing. */
function judgeable(row: JsonObject, field: string): boolean {
  return !field.startsWith('percent') || Math.abs(at(row, field === 'percentPnl' ? 'initialValue' : 'totalBought')) > 1;
}

function mathsCheck(id: 'positions' | 'closed-positions'): Check {
  return walletCheck(
    id,
    'maths',
    {
      title: 'values, gains and percentages follow from size, prices and gains of the same row',
      clauses: formulas.map((formula) => `D/position-maths.${formula.field}`),
      kind: 'consistency',
      run: async (context: CheckContext) => {
        const { answer, rows } = await rowsOf(context, id);
        for (const { field, words, value } of formulas) {
          const index = rows.findIndex((row) => judgeable(row, field) && !isNear(at(row, field), value(row)));
          const row = rows[index];
          context.expect(`D/position-maths.${field}`, row === undefined, answer, {
            pointer: `/${index}/${field}`,
            expected: row === undefined ? words : `${words} = ${value(row)}`,
            actual: row === undefined ? '' : at(row, field),
          });
        }
      },
    },
    { [id]: 1 },
  );
}

/** Arithmetic of both position lists. */
export const positionMathsChecks: readonly Check[] = [mathsCheck('positions'), mathsCheck('closed-positions')];
