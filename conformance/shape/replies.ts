/** conformance/shape/replies: contradictions in replies to orders and cancels, whatever was expected of the request. */
import { flagAt, isObject, listAt, objectAt, parseJson, textAt, textOrEmpty } from '../../base/json.ts';
import type { ClauseId, Deviation, Exchange, RouteId } from '../check.ts';
import { canonicalJson } from '../checks/steady.ts';

/** A statement about one reply, and whether it holds. */
export type Statement = Deviation & { readonly clause: ClauseId; readonly holds: boolean };

const NAMED = '4.3/reply.orderID.present';
const UNIQUE = '4.3/reply.orderID.unique';
const CANCELED = '4.4/canceled';
const EXCLUSIVE = '4.4/exclusive';

export const REPLY_CLAUSES: Readonly<Partial<Record<RouteId, readonly ClauseId[]>>> = {
  'place-order': [NAMED, UNIQUE],
  'cancel-order': [CANCELED, EXCLUSIVE],
};

/** The orders of a run by the ids that replies gave them. */
export type KnownOrders = Map<string, string>;

/** Statements that a reply verifies or breaks. `known` is undefined if earlier orders may be forgotten. */
export function statementsOf(route: RouteId, exchange: Exchange, known: KnownOrders | undefined): readonly Statement[] {
  if (!isObject(exchange.json)) return [];
  if (route === 'place-order') return orderStatements(exchange, known);
  return route === 'cancel-order' ? cancelStatements(exchange) : [];
}

function orderStatements({ request, json }: Exchange, known: KnownOrders | undefined): readonly Statement[] {
  if (flagAt(json, 'success') !== true) return [];
  const id = textOrEmpty(json, 'orderID');
  const named: Statement = {
    clause: NAMED,
    holds: id !== '',
    pointer: '/orderID',
    expected: 'the id of the order, because success is true',
    actual: json,
    expectation: { at: { '/orderID': { $match: '\\S' } } },
  };
  if (id === '' || known === undefined) return [named];
  const order = canonicalJson(objectAt(parseJson(String(request.body ?? '')), 'order'));
  const other = known.get(id);
  known.set(id, other ?? order);
  // A service may accept the same order twice and name it once.
  const holds = other === undefined || other === order;
  const expected = 'an id that no earlier order of the run has';
  return [named, { clause: UNIQUE, holds, pointer: '/orderID', expected, actual: id }];
}

function cancelStatements({ request, json }: Exchange): readonly Statement[] {
  const wanted = textAt(parseJson(String(request.body ?? '')), 'orderId');
  const canceled = listAt(json, 'canceled').filter((id) => typeof id === 'string');
  if (wanted === undefined || canceled.length === 0) return [];
  const stranger = canceled.find((id) => id.toLowerCase() !== wanted.toLowerCase());
  const kept = Object.keys(objectAt(json, 'not_canceled') ?? {});
  const both = canceled.find((id) => kept.includes(id));
  return [
    {
      clause: CANCELED,
      holds: stranger === undefined,
      pointer: '/canceled',
      expected: `no order other than ${wanted}`,
      actual: stranger,
      expectation: { at: { '/canceled': { $each: wanted } } },
    },
    {
      clause: EXCLUSIVE,
      holds: both === undefined,
      expected: 'the id in canceled or in not_canceled',
      actual: json,
      expectation: { at: { '/not_canceled': { $exact: {} } } },
    },
  ];
}
