/** backtest/run/own-order: an order as the strategy knows it. The venue's responses bring it up to date. */
import type { OrderRecord } from '../result.ts';
import type { OrderType, OwnOrder, Side } from '../strategy.ts';

export class KnownOrder implements OwnOrder {
  readonly id: number;
  readonly token: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: number;
  readonly size: number;
  filled = 0;
  state: OwnOrder['state'] = 'sent';
  reason: string | undefined = undefined;

  constructor({ id, token, side, type, price, size }: OrderRecord) {
    this.id = id;
    this.token = token;
    this.side = side;
    this.type = type;
    this.price = price / 10_000;
    this.size = size / 1e6;
  }

  /** An order that the strategy knows to have ended. */
  static ended(record: OrderRecord): KnownOrder {
    const order = new KnownOrder(record);
    order.state = record.state === 'rejected' ? 'rejected' : 'ended';
    order.reason = record.reason;
    order.filled = record.filled / 1e6;
    return order;
  }
}
