/** proof/judge/mutants/shape-account: responses about orders, trades and sessions with wrong fields. */
import { isObject, listAt, objectsIn } from '../../../spec/json.ts';
import { family, type Mutant } from '../variant.ts';
import { asNumber, asUnix, inArray } from '../wrappers/edit.ts';
import { bodies, drop, edit, set } from '../wrappers/responses.ts';

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
