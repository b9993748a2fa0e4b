/** proof/judge/mutants/shape-wallet: rows of wallets, orders, trades and sessions whose fields are missing, null or of another type. */

import { isObject, listAt, objectsIn } from '../../../spec/json.ts';
import { family, type Mutant } from '../variant.ts';
import { asIso, asNumber, asText, asUnix, inArray, inSnakeCase, nulled, withKey } from '../wrappers/edit.ts';
import { bodies, drop, edit, set, wrapped } from '../wrappers/responses.ts';

const { on } = family('shape');

export const accountShapeMutants: readonly Mutant[] = [
  ...on('live-orders', [
    ['matched-number', '2.15/sizeMatched.type', 'sizeMatched is a number', edit('data.*.sizeMatched', asNumber)],
    ['trades-missing', '2.15/associateTrades', 'orders have no associateTrades', drop('data.*.associateTrades')],
    [
      'cursor-null',
      '4.5/next_cursor',
      'the last page has null for next_cursor',
      edit('next_cursor', (value) => (value === '' ? null : value)),
    ],
  ]),
  ...on('builder-trades', [
    ['owner-missing', '2.16/maker_orders.owner', 'the last maker has no owner', drop('last.maker_orders.last.owner')],
    ['times-unix', '2.16/match_time.type', 'match_time is Unix seconds', edit('*.match_time', asUnix)],
    [
      'envelope',
      '4.6/response.shape',
      'the trades come in an envelope',
      bodies((json) => ({ data: objectsIn(json), next_cursor: '' })),
    ],
  ]),
  ...on('place-order', [
    ['id-missing', '4.3/reply.orderID', 'the reply has no orderID', drop('orderID')],
    ['amount-number', '4.3/reply.takingAmount.type', 'takingAmount is a number', edit('takingAmount', asNumber)],
  ]),
  ...on('cancel-order', [
    [
      'canceled-text',
      '4.4/reply.canceled.type',
      'canceled is the id alone',
      bodies((json) => (isObject(json) ? { ...json, canceled: String(listAt(json, 'canceled')[0] ?? '') } : json)),
    ],
    ['not-canceled-array', '4.4/reply.not_canceled.type', 'not_canceled is an array', edit('not_canceled', inArray)],
  ]),
  ...on('heartbeat', [['status-missing', '4.2/heartbeat.status', 'the response is an empty object', drop('status')]]),
  ...on('heartbeat-v1', [
    ['id-number', '4.2/heartbeat-v1.heartbeat_id.type', 'heartbeat_id is a number', set('heartbeat_id', 7)],
  ]),
];

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
