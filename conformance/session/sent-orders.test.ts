/** conformance/session/sent-orders tests: which requests may leave an order behind. */
import { describe, expect, it } from 'vitest';
import { bare, type Request, withJson } from '../../wire/message.ts';
import { createSentOrders } from './sent-orders.ts';

const WITH_ORDER = withJson('POST', '/order', { order: { salt: 1 } });

/** Orders that are lost after the request was sent, so that no response comes. */
function lostOf(request: Request): number {
  const sentOrders = createSentOrders();
  sentOrders.note(request)?.(undefined);
  return sentOrders.lost();
}

describe('an order without an answer', () => {
  it('may rest', () => {
    expect(lostOf(WITH_ORDER)).toBe(1);
  });

  it.each([
    ['a body', bare('POST', '/order')],
    ['an order in it', withJson('POST', '/order', { owner: 'x' })],
    ['being placed', bare('GET', '/order')],
  ])('cannot rest without %s', (_, request) => {
    expect(lostOf(request)).toBe(0);
  });
});
