/** bench/packages: order books from npm under the same stream, each in the form that suits it best. */
import { OrderBook as OlderBook, Side as OlderSide } from 'hft-limit-order-book';
import { OrderBook, Side } from 'nodejs-order-book';
import { type Contestant, clocked, type Times } from './race.ts';
import { CODES, type Stream, type Tape } from './recorded-operations.ts';

type Outcome = Readonly<{
  done: readonly { readonly id: string; readonly size: number }[];
  partial: { readonly id: string } | null;
  partialQuantityProcessed: number;
  err: unknown;
}>;

type Book<BookSide> = {
  limit(order: { id: string; side: BookSide; size: number; price: number }): Outcome;
  market(order: { side: BookSide; size: number }): Outcome;
  cancel(id: string): unknown;
};

type Sides<BookSide> = { readonly BUY: BookSide; readonly SELL: BookSide };

/** A call of the book, prepared before the measurement. */
type Call<BookSide> =
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'market'; readonly taker: number; readonly order: { side: BookSide; size: number } }
  | {
      readonly kind: 'limit';
      readonly taker: number;
      readonly order: { id: string; side: BookSide; size: number; price: number };
    };

function callsOf<BookSide>(stream: Stream, sides: Sides<BookSide>): readonly Call<BookSide>[] {
  return Array.from({ length: stream.length }, (_, at) => {
    const taker = stream.orders[at] ?? 0;
    const code = stream.codes[at] ?? 0;
    const id = String(taker);
    if (code === CODES.cancel) return { kind: 'cancel', id };
    const side = code % 2 === 0 ? sides.BUY : sides.SELL;
    const size = stream.sizes[at] ?? 0;
    if (code >= CODES.marketBid) return { kind: 'market', taker, order: { side, size } };
    return { kind: 'limit', taker, order: { id, side, size, price: stream.ticks[at] ?? 0 } };
  });
}

function playCalls<BookSide>(book: Book<BookSide>, calls: readonly Call<BookSide>[]) {
  for (const call of calls) {
    if (call.kind === 'limit') book.limit(call.order);
    else if (call.kind === 'market') book.market(call.order);
    else book.cancel(call.id);
  }
}

function tapeOf<BookSide>(book: Book<BookSide>, calls: readonly Call<BookSide>[]): Tape {
  const tape: number[] = [];
  for (const call of calls) {
    if (call.kind === 'cancel') {
      book.cancel(call.id);
      continue;
    }
    const { done, partial, partialQuantityProcessed, err } =
      call.kind === 'limit' ? book.limit(call.order) : book.market(call.order);
    if (err !== null) throw new Error(`the package refused ${JSON.stringify(call)}`);
    const { taker } = call;
    for (const { id, size } of done) if (Number(id) !== taker) tape.push(Number(id), taker, size);
    if (partial !== null && Number(partial.id) !== taker) {
      tape.push(Number(partial.id), taker, partialQuantityProcessed);
    }
  }
  return tape;
}

export type PackagedBook = { readonly contestant: Contestant; tape(): Tape };

function packaged<BookSide>(
  name: string,
  stream: Stream,
  sides: Sides<BookSide>,
  create: () => Book<BookSide>,
): PackagedBook {
  const calls = callsOf(stream, sides);
  const ready = (): (() => Times) => {
    const book = create();
    return clocked(() => playCalls(book, calls));
  };
  return { contestant: { name, operations: stream.length, ready }, tape: () => tapeOf(create(), calls) };
}

export function packagedBooks(stream: Stream): readonly PackagedBook[] {
  return [
    packaged('nodejs-order-book 10.1.1', stream, Side, () => new OrderBook()),
    packaged('hft-limit-order-book 7.0.2', stream, OlderSide, () => new OlderBook()),
  ];
}
