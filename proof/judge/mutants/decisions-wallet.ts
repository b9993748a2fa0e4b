/** proof/judge/mutants/decisions-wallet: decisions about wallet data that differ from those of the document profile. */
import { family } from '../variant.ts';
import { inverted, lowered, plus, STRANGER, times } from '../wrappers/edit.ts';
import { assuming, editQuery, reading } from '../wrappers/requests.ts';
import { backwards, edit, reworded } from '../wrappers/responses.ts';

const { table } = family('decisions');

export const walletDecisionMutants = table({
  positions: [
    [
      'initial-bought',
      'D/position-maths.initialValue',
      'initialValue is a dollar too high',
      edit('*.initialValue', plus(1)),
    ],
    ['percent-fraction', 'D/position-maths.percentPnl', 'percentages are fractions', edit('*.percentPnl', times(0.01))],
    ['mergeable-inverted', 'D/position-flags.mergeable', 'mergeable is inverted', edit('*.mergeable', inverted)],
    [
      'value-code',
      'D/wallet-values.bounds',
      'a value out of bounds has the code bad_request',
      reworded('invalid_field', 'bad_request'),
    ],
    [
      'boolean-digits',
      'D/boolean-spelling.wallet',
      '1 means true',
      reading('redeemable', (value) => (value === '1' ? 'true' : value)),
    ],
    ['digits', 'D/number-spelling.noise', 'sizes have floating point noise', edit('*.size', plus(1e-9))],
  ],
  'closed-positions': [
    [
      'no-condition',
      'D/wallet-values.conditions',
      'a market that is not a condition id is left out',
      reading('market', (list) => list.replaceAll('not-a-condition', `0x${'0'.repeat(64)}`)),
    ],
    [
      'user-exact',
      'D/wallet-user.case',
      'an address in lower case is another wallet',
      reading('user', (user) => (user === user.toLowerCase() ? STRANGER : user)),
    ],
    [
      'repeated-last',
      'D/repeated-parameters.wallet-scalar',
      'of a repeated parameter the last counts',
      editQuery((query) => {
        for (const name of new Set(query.keys()))
          if (name !== 'market') query.set(name, query.getAll(name).at(-1) ?? '');
      }),
    ],
  ],
  activity: [
    ['type-words', 'D/activity-types.words', 'types are in lower case', edit('*.type', lowered)],
    ['usdc-size', 'D/activity-types.usdcSize', 'usdcSize counts shares', edit('*.usdcSize', plus(1))],
    ['limit-default', 'D/activity-list.limit.default', 'the default of limit is 50', assuming('limit', '50')],
  ],
  holders: [
    ['token-asset', 'D/holder-asset.asset', 'asset is the token', edit('*', (group) => assetAsToken(group))],
    [
      'capitals-unknown',
      'D/condition-form.case-listed',
      'a condition id in capitals is unknown',
      reading('market', (market) => (/[A-F]/.test(market) ? `0x${'0'.repeat(64)}` : market)),
    ],
    ['groups-reversed', 'D/holders-limit.groups', 'groups come in reverse', backwards],
  ],
});

function assetAsToken(group: unknown): unknown {
  const { token = '', holders = [] } = group as { token?: string; holders?: readonly object[] };
  return { token, holders: holders.map((holder) => ({ ...holder, asset: token })) };
}
