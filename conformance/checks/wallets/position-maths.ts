/** conformance/checks/wallets/position-maths: values and gains follow from size and prices (`D/position-maths`). */

import { type JsonObject, numberAt } from '../../../base/json.ts';
import { keysOf } from '../../../base/record.ts';
import type { ClauseId } from '../../check.ts';
import { bodyLike, everyRow, isNear, judgeRows, rowFault, UNIT_PRICE, UNIX_SECONDS } from '../assertions.ts';
import { check } from '../definition.ts';
import { ASSET, rowsOf } from './page.ts';

const at = (row: JsonObject, field: string) => numberAt(row, field) ?? Number.NaN;

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

function percent(part: number, whole: number) {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Not below a dollar, where percentages lose digits, and not with wrong types, which the shape check reports. */
function isJudgeable(row: JsonObject, { field, value }: Formula) {
  if (!Number.isFinite(value(row))) return false;
  return !field.startsWith('percent') || Math.abs(at(row, field === 'percentPnl' ? 'initialValue' : 'totalBought')) > 1;
}

function mathsCheck(id: 'positions' | 'closed-positions') {
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

type List = { readonly id: 'positions' | 'closed-positions'; readonly section: '2.1' | '2.2' };

/** The asset of the other outcome of a market with two. */
const OPPOSITE = [0, 1].map((index) => ({
  $all: [{ outcomeIndex: index }, { $joined: { at: '/oppositeAsset', of: ['/conditionId', ':', 1 - index] } }],
}));

function patternsOf({ id, section }: List, user: string): readonly (readonly [ClauseId, unknown])[] {
  return [
    [`${section}/asset.form`, ASSET],
    [`${section}/oppositeAsset.other`, { $any: OPPOSITE }],
    [`${section}/proxyWallet.user`, { proxyWallet: { $caseless: user } }],
    [`${section}/timestamp.seconds`, { timestamp: UNIX_SECONDS }],
    [`${section}/curPrice.range`, { curPrice: UNIT_PRICE, avgPrice: UNIT_PRICE }],
    ...(id === 'positions' ? ofCurrent : []),
  ];
}

const ofCurrent = [
  ['2.1/outcomeIndex.range', { outcomeIndex: { $gte: 0 } }],
  ['2.1/size.positive', { size: { $gt: 0 } }],
] as const;

function rowsCheck(list: List) {
  const { id } = list;
  const isCurrent = id === 'positions';
  return check(id, 'rows', {
    title: 'the fields of each row agree with each other and with the requested wallet',
    clauses: [...patternsOf(list, '').map(([clause]) => clause), ...(isCurrent ? (['2.1/asset.unique'] as const) : [])],
    async run(context) {
      const { wallets, closedWallets } = context.bindings;
      const { response } = await rowsOf(context, id);
      const [user = ''] = isCurrent ? wallets : closedWallets;
      for (const [clause, pattern] of patternsOf(list, user)) context.judge(everyRow(clause, response, pattern));
      if (isCurrent) context.judge(bodyLike('2.1/asset.unique', response, { $unique: '/asset' }));
    },
  });
}

export const positionRowChecks = [
  rowsCheck({ id: 'positions', section: '2.1' }),
  rowsCheck({ id: 'closed-positions', section: '2.2' }),
];
