/** conformance/checks/wallets/position-rows: position fields, beside each other and the requested wallet (2.1, 2.2). */
import type { Check, ClauseId } from '../../check.ts';
import { bodyLike, everyRow } from '../assertions.ts';
import { check } from '../definition.ts';
import { UNIT_PRICE, UNIX_SECONDS } from '../quantities.ts';
import { ASSET, rowsOf } from './page.ts';

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

function rowsCheck(list: List): Check {
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
