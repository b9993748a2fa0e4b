/**
 * conformance/checks/wallets/position-rows: the fields of current and closed positions, compared with each other and with the
 * requested wallet (interface 2.1, 2.2).
 */
import { type JsonObject, numberAt, textAt } from '../../../spec/json.ts';
import type { Check } from '../../check.ts';
import { expectRow, expectRows, type RowRule } from '../assertions.ts';
import { check } from '../definition.ts';
import { isUnitPrice, isUnixSeconds, UNIX_SECONDS } from '../quantities.ts';
import { firstRepeated, isSameCaseless, textsOf } from '../rows.ts';
import { rowsOf } from './page.ts';

type List = { readonly id: 'positions' | 'closed-positions'; readonly section: '2.1' | '2.2' };

/** A rule of a list; the section of the list determines its clause. */
type Aspect = Omit<RowRule, 'clause' | 'field'> & { readonly aspect: string };

function assetOf(row: JsonObject, index: number | undefined): string {
  return `${textAt(row, 'conditionId')}:${index}`;
}

function oppositeIndex(row: JsonObject): number {
  return 1 - (numberAt(row, 'outcomeIndex') ?? 9);
}

const sharedBy = (user: string): readonly Aspect[] => [
  {
    aspect: 'asset.form',
    expected: '"<conditionId>:<outcomeIndex>" of the same row',
    holds: (row) => textAt(row, 'asset') === assetOf(row, numberAt(row, 'outcomeIndex')),
    pattern: (row: JsonObject) => assetOf(row, numberAt(row, 'outcomeIndex')),
  },
  {
    aspect: 'oppositeAsset.other',
    expected: 'the other outcome of the same market',
    holds: (row) => textAt(row, 'oppositeAsset') === assetOf(row, oppositeIndex(row)),
    pattern: (row: JsonObject) => assetOf(row, oppositeIndex(row)),
  },
  {
    aspect: 'proxyWallet.user',
    expected: 'the requested wallet',
    holds: (row) => isSameCaseless(textAt(row, 'proxyWallet'), user),
    pattern: user,
  },
  {
    aspect: 'timestamp.seconds',
    expected: 'Unix seconds',
    holds: (row) => isUnixSeconds(numberAt(row, 'timestamp')),
    pattern: UNIX_SECONDS,
  },
  {
    aspect: 'curPrice.range',
    expected: 'curPrice and avgPrice from 0 to 1',
    holds: (row) => isUnitPrice(numberAt(row, 'curPrice')) && isUnitPrice(numberAt(row, 'avgPrice')),
    blames: (row) => (isUnitPrice(numberAt(row, 'curPrice')) ? 'avgPrice' : 'curPrice'),
    pattern: { $range: [0, 1] },
  },
];

const currentOnly: readonly Aspect[] = [
  {
    aspect: 'outcomeIndex.range',
    expected: '0 or a higher index',
    holds: (row) => (numberAt(row, 'outcomeIndex') ?? -1) >= 0,
    pattern: { $gte: 0 },
  },
  {
    aspect: 'size.positive',
    expected: 'more than 0',
    holds: (row) => (numberAt(row, 'size') ?? 0) > 0,
    pattern: { $gt: 0 },
  },
];

/** The rules of a list for the positions of `user`. */
function rulesOf({ id, section }: List, user: string): readonly (RowRule & { readonly clause: string })[] {
  const aspects = id === 'positions' ? [...sharedBy(user), ...currentOnly] : sharedBy(user);
  return aspects.map(({ aspect, ...rule }) => {
    return { ...rule, clause: `${section}/${aspect}`, field: aspect.slice(0, aspect.indexOf('.')) };
  });
}

function rowsCheck(list: List): Check {
  const { id } = list;
  const isCurrent = id === 'positions';
  return check(id, 'rows', {
    title: 'the fields of each row agree with each other and with the requested wallet',
    clauses: [...rulesOf(list, '').map(({ clause }) => clause), ...(isCurrent ? ['2.1/asset.unique'] : [])],
    run: async (context) => {
      const { wallets, closedWallets } = context.bindings;
      const listed = await rowsOf(context, id);
      const [user = ''] = isCurrent ? wallets : closedWallets;
      for (const rule of rulesOf(list, user)) expectRows(context, listed, rule);
      if (!isCurrent) return;
      const expected = 'one row for each asset';
      const unique = { clause: '2.1/asset.unique', field: 'asset', expected, list: { $unique: '/asset' } };
      expectRow(context, listed, unique, firstRepeated(textsOf(listed.rows, 'asset')));
    },
  });
}

export const positionRowChecks: readonly Check[] = [
  rowsCheck({ id: 'positions', section: '2.1' }),
  rowsCheck({ id: 'closed-positions', section: '2.2' }),
];
