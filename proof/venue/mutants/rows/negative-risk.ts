/** proof/venue/mutants/rows/negative-risk: mutants of groups, conversions and the vault. */
import { mutantsIn } from '../mutant.ts';

export const NEGATIVE_RISK_MUTANTS = mutantsIn('negative risk', {
  'sim/core/groups.ts': {
    'convert-pays-one-more': [
      'const $paid = ($markets.length - 1) * $size;',
      'const $paid = $markets.length * $size;',
      'a conversion pays for every market it gives up',
    ],
    'convert-owes-less': [
      'const $owed = ($group.markets.length - 1) * $size;',
      'const $owed = (markets.length - 1) * $size;',
      'the debt omits the new sets',
    ],
    'convert-vault-partial': [
      'for (const $market of $group.markets) marketAt($venue, $market).vault += $size;',
      'for (const $market of markets) marketAt($venue, $market).vault += $size;',
      'second outcomes of new sets are lost',
    ],
    'convert-gives-second': [
      'changeTokens($ledger, holdingOf($ledger, $wallet, $market), 0, $size);',
      'changeTokens($ledger, holdingOf($ledger, $wallet, $market), 1, $size);',
      'a conversion gives the second outcome',
    ],
    'convert-takes-first': [
      'changeTokens($ledger, holdingOf($ledger, $wallet, $market), 1, -$size);',
      'changeTokens($ledger, holdingOf($ledger, $wallet, $market), 0, -$size);',
      'a conversion takes the first outcome',
    ],
    'convert-without-sets': [
      '    makeSets($venue, marketAt($venue, $market), $size);\n',
      '',
      'a conversion adds tokens without a supply',
    ],
    'convert-first-free': [
      'findHolding($ledger, $wallet, $market), 1);',
      'findHolding($ledger, $wallet, $market), 0);',
      'a conversion is checked against the first outcome',
    ],
    'convert-after-resolution': [
      "if ($group.markets.some(($market) => marketAt($venue, $market).state === 'resolved')) {",
      "if ($group.markets.every(($market) => marketAt($venue, $market).state === 'resolved')) {",
      'conversions continue after a member is resolved',
    ],
    'convert-strangers': [
      "  if ($stranger !== undefined) return refuse({ kind: 'not-in-group', market: $stranger });\n",
      '',
      'markets of other groups are converted',
    ],
    'vault-pays-winner': [
      '  if ($market.payout?.[1] === 0) return;\n',
      '',
      'the vault is paid although its tokens lost',
    ],
    'vault-supply-kept': ['  $market.supply[1] -= $tokens;\n', '', 'redeemed tokens of the vault stay in existence'],
    'vault-debt-kept': [
      '  changeDebt($venue, $group, -$tokens);\n',
      '',
      'the proceeds of the vault do not lower the debt',
    ],
    'debt-not-in-treasury': ['  treasury.debt += $change;\n', '', 'the treasury does not know of the debt'],
    'group-two-winners': [
      'if ($paysFirst) return $hasWinner;',
      'if ($paysFirst) return false;',
      'two markets of a group win',
    ],
    'group-no-winner': [
      'return !$paysSecond || ($isLast && !$hasWinner);',
      'return !$paysSecond;',
      'no market of a group wins',
    ],
    'group-void-member': [
      'return !$paysSecond || ($isLast && !$hasWinner);',
      'return $isLast && !$hasWinner;',
      'a market of a group pays half each',
    ],
    'group-in-use': [
      "    if ($market.supply[0] + $market.supply[1] > 0) return refuse({ kind: 'market-in-use', market: $index });\n",
      '',
      'markets whose tokens exist are grouped',
    ],
    'group-twice': [
      "    if ($market.group >= 0) return refuse({ kind: 'market-grouped', market: $index });\n",
      '',
      'a market is in two groups',
    ],
    'last-debt-refused': ['|| $owed > $limit)', '|| $owed >= $limit)', 'the largest valid conversion is refused'],
  },
  'sim/core/command-handler.ts': {
    'group-of-the-same': ['market <= $last', 'market < $last', 'a market is twice in a group, and is paid for twice'],
  },
});
