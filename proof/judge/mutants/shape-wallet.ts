/** proof/judge/mutants/shape-wallet: wallet rows whose fields are missing, null or of another type. */

import { family, type Mutant } from '../variant.ts';
import { asIso, asNumber, asText, inSnakeCase, nulled, withKey } from '../wrappers/edit.ts';
import { drop, edit, wrapped } from '../wrappers/responses.ts';

const { on } = family('shape');

export const walletShapeMutants: readonly Mutant[] = [
  ...on('positions', [
    ['size-missing', '2.1/size', 'the last row has no size', drop('last.size')],
    ['title-null', '2.1/title', 'titles are null', edit('*.title', nulled)],
    ['percent-text', '2.1/percentPnl.type', 'a percentage is text', edit('last.percentPnl', asText)],
    ['timestamp-iso', '2.1/timestamp.type', 'moments are ISO texts', edit('*.timestamp', asIso)],
    ['asset-bare', '2.1/asset.format', 'asset has no index', edit('*.asset', (value) => String(value).split(':')[0])],
  ]),
  ...on('closed-positions', [
    [
      'negative-risk',
      '2.2/negativeRisk.absent',
      'it is there',
      edit(
        '*',
        withKey('negativeRisk', () => false),
      ),
    ],
    ['end-date-missing', '2.2/endDate', 'rows have no endDate', drop('*.endDate')],
    ['snake-case', '2.2/conditionId', 'names are in snake case', edit('*', inSnakeCase)],
  ]),
  ...on('activity', [
    ['index-text', '2.3/outcomeIndex.type', 'outcomeIndex is text', edit('*.outcomeIndex', asText)],
    ['usdc-missing', '2.3/usdcSize', 'entries have no usdcSize', drop('*.usdcSize')],
    ['wrapped', '4.9/response.shape', 'the array is wrapped in an object', wrapped],
  ]),
  ...on('holders', [
    [
      'flag-number',
      '2.4/holders.displayUsernamePublic.type',
      'a flag is 0 or 1',
      edit('*.holders.*.displayUsernamePublic', asNumber),
    ],
    [
      'holders-single',
      '2.4/holders.type',
      'a single holder is not in an array',
      edit('*.holders', (value) => (Array.isArray(value) ? value[0] : value)),
    ],
  ]),
];
