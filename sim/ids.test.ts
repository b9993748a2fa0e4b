/** sim/ids tests: identifiers are distinct and repeatable, and decode to their numbers. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createIds, hexCodec, uuidCodec } from './ids.ts';

const number = fc.nat({ max: 0xffff_ffff });

describe('identifiers of the wire', () => {
  test.prop([fc.string(), number])('decode to their number', (seed, n) => {
    expect(hexCodec(seed, 'order').decode(hexCodec(seed, 'order').encode(n))).toBe(n);
    expect(uuidCodec(seed, 'trade').decode(uuidCodec(seed, 'trade').encode(n))).toBe(n);
  });

  test.prop([number, number])('differ between numbers', (a, b) => {
    const { order } = createIds('7');
    expect(order.encode(a) === order.encode(b)).toBe(a === b);
  });

  it('have the stated forms', () => {
    const ids = createIds('7');
    expect(ids.order.encode(0)).toMatch(/^0x[0-9a-f]{64}$/);
    expect(ids.trade.encode(1)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are the same in every process: pinned', () => {
    expect(createIds('7').order.encode(1)).toMatchInlineSnapshot(
      `"0x40500e4bc44ebe5201eb06454136f72b20cfdb8b15bec9c9a1b14f25233d1306"`,
    );
    expect(createIds('7').trade.encode(1)).toMatchInlineSnapshot(`"4c91b7e9-55ca-455d-ae10-0035e0533c50"`);
  });

  it('of another seed or kind are unknown', () => {
    const ids = createIds('7');
    expect(createIds('8').order.decode(ids.order.encode(3))).toBeUndefined();
    expect(ids.tradeTransaction.decode(ids.order.encode(3))).toBeUndefined();
  });

  it('that were never written are unknown', () => {
    const { order, trade } = createIds('7');
    const id = order.encode(5);
    for (const text of [
      '',
      '0x',
      '5',
      id.toUpperCase(),
      `${id}0`,
      `${id.slice(0, -1)}x`,
      '__proto__',
      `0x${'0'.repeat(64)}`,
    ]) {
      expect(order.decode(text)).toBeUndefined();
    }
    expect(trade.decode(id)).toBeUndefined();
  });
});
