/** conformance/session/sent-orders tests: which requests may leave an order behind. */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../base/json.ts';
import { bare, type Request, type Response, withJson } from '../../wire/message.ts';
import { exchangeOf } from './exchange.ts';
import { createSentOrders } from './sent-orders.ts';

const WALLET = `0x${'a1'.repeat(20)}`;
const ORDER = { salt: 1, maker: WALLET };
const WITH_ORDER = withJson('POST', '/order', { order: ORDER });

/** Number of orders without a known id that may rest after a request; `response`: undefined if there was none. */
function unnamedAfter(request: Request, response?: Response): number {
  const sentOrders = createSentOrders();
  sentOrders.note(request)(response && exchangeOf(request, response, parseJson));
  return sentOrders.placedBy(WALLET)?.unnamed.size ?? 0;
}

const response = (status: number, body: string): Response => ({ status, headers: {}, body });

describe('an order', () => {
  it.each([
    ['no response', undefined],
    ['an error of a gateway', response(502, '<html>')],
    ['an error of the service', response(500, '{"error":"internal"}')],
    ['a success without an id', response(200, '{}')],
  ])('with %s may rest', (_, met) => {
    expect(unnamedAfter(WITH_ORDER, met)).toBe(1);
    expect(unnamedAfter(withJson('POST', '/orders', [{ order: ORDER }, { order: ORDER }]), met)).toBe(2);
  });

  it('that is refused cannot rest', () => {
    expect(unnamedAfter(WITH_ORDER, response(400, '{"error":"no"}'))).toBe(0);
  });

  it.each([
    ['a body', bare('POST', '/order')],
    ['an order in it', withJson('POST', '/order', { owner: 'x' })],
    ['being placed', bare('GET', '/order')],
  ])('cannot rest without %s', (_, request) => {
    expect(unnamedAfter(request)).toBe(0);
  });
});
