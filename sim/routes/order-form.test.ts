/** sim/routes/order-form tests: price and size from the amounts of an order, for every tick. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { mulDivFloor, PRICE_ONE } from '../../base/units.ts';
import type { OrderType, Side } from '../../spec/venue/command.ts';
import { type OrderForm, priceAndSize } from './order-form.ts';

function form(side: Side, cash: number, size: number, orderType: OrderType): OrderForm {
  const [makerAmount, takerAmount] = side === 'BUY' ? [cash, size] : [size, cash];
  const texts = { tokenId: '', conditionId: '', maker: '', signer: '', salt: '', owner: '' };
  return { ...texts, makerAmount, takerAmount, side, orderType, postOnly: false, expiration: undefined };
}

const tick = fc.constantFrom(1000, 100, 50, 25, 10, 1);
const side = fc.constantFrom<Side>('BUY', 'SELL');
/** A price on the tick, and hundredths of shares up to a hundred million shares. */
const priced = fc.tuple(tick, fc.nat(), fc.integer({ min: 1, max: 10_000_000_000 })).map(([step, draw, hundredths]) => {
  const price = step * (1 + (draw % (PRICE_ONE / step - 1)));
  const size = hundredths * 10_000;
  return { step, price, size, cash: mulDivFloor(price, size, PRICE_ONE) };
});

describe('price and size', () => {
  test.prop([side, priced, fc.constantFrom<OrderType>('GTC', 'GTD', 'FOK', 'FAK')])(
    'of exact amounts are those of the client',
    (which, { step, price, size, cash }, type) => {
      expect(priceAndSize(form(which, cash, size, type), step)).toEqual({ ok: true, value: { price, size } });
    },
  );

  test.prop([side, priced])('of a resting order off the tick are refused', (which, { step, size, cash }) => {
    // For a hundredth of a share one micro dollar more is a whole tick of 0.0001.
    fc.pre(((cash + 1) * PRICE_ONE) % (size * step) !== 0);
    const off = form(which, cash + 1, size, 'GTC');
    expect(priceAndSize(off, step).ok).toBe(false);
  });

  test.prop([priced])('of a market order bought with rounded shares come back to the tick', ({ step, price }) => {
    const cash = 25_000_000;
    const shares = mulDivFloor(cash, PRICE_ONE, price);
    const fine = { 1000: 1_000, 100: 100, 50: 10, 25: 1, 10: 10, 1: 1 }[step] ?? 1;
    const size = shares - (shares % fine);
    expect(priceAndSize(form('BUY', cash, size, 'FOK'), step)).toEqual({ ok: true, value: { price, size } });
  });

  test.prop([side, tick, fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 })])(
    'of a market order are never worse for its signer than the ratio, and on the tick',
    (which, step, dollars, shares) => {
      const [cash, size] = [dollars * 10_000, shares * 10_000];
      const result = priceAndSize(form(which, cash, size, 'FAK'), step);
      if (!result.ok) expect(cash).toBeGreaterThanOrEqual(size);
      else {
        const { price } = result.value;
        expect(price % step).toBe(0);
        if (which === 'BUY') expect(price * size).toBeLessThanOrEqual(cash * PRICE_ONE);
        else expect(price * size).toBeGreaterThanOrEqual(cash * PRICE_ONE);
      }
    },
  );

  it('of absurd amounts are refused', () => {
    const most = Number.MAX_SAFE_INTEGER - (Number.MAX_SAFE_INTEGER % 10_000);
    expect(priceAndSize(form('BUY', most, 10_000, 'GTC'), 100).ok).toBe(false);
    expect(priceAndSize(form('SELL', most, 10_000, 'FAK'), 100).ok).toBe(false);
    expect(priceAndSize(form('BUY', 10_000, most, 'GTC'), 100).ok).toBe(false);
  });
});
