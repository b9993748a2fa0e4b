/** conformance/discovery/reader: sends the requests of discovery. A failure binds nothing and ends no run. */
import { get, isSuccess, type Query, type Request } from '../../wire/message.ts';
import type { Exchange, Wallet } from '../check.ts';
import { SendStopped } from '../client/exchange.ts';
import { inParallel } from '../client/in-parallel.ts';

export type Reader = {
  /** The JSON of a 2xx response; undefined otherwise. A second request omits rejected bounds of a page. */
  read(path: string, query?: Query): Promise<unknown>;
  /** The whole 2xx response to any request. */
  send(request: Request, as?: Wallet): Promise<Exchange | undefined>;
  /** Works on several items in parallel. Results are in the order of the items. */
  each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]>;
  /** Why requests were not sent any more; undefined if discovery reached its end. */
  whyCut(): string | undefined;
};

/** Maximum number of bytes that discovery reads, because it keeps the rows for the whole run. */
const READ_BYTES_MAX = 16 * 1024 ** 2;

/** Statuses of a rejected value, in contrast to an unknown entity. */
const REFUSED: readonly number[] = [400, 422];

export function createReader(send: (request: Request, as?: Wallet) => Promise<Exchange>, lanes: () => number): Reader {
  let bytes = 0;
  let cut: string | undefined;
  const attempt = async (request: Request, as?: Wallet): Promise<Exchange | undefined> => {
    if (bytes > READ_BYTES_MAX) return undefined;
    try {
      const exchange = await send(request, as);
      bytes += Buffer.byteLength(exchange.text);
      return exchange;
    } catch (error) {
      if (!(error instanceof SendStopped)) throw error;
      if (error.why === 'not-run') cut ??= error.message;
      return undefined;
    }
  };
  const sendWhole = async (request: Request, as?: Wallet): Promise<Exchange | undefined> => {
    const exchange = await attempt(request, as);
    return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
  };
  const read = async (path: string, query: Query = {}): Promise<unknown> => {
    const exchange = await attempt(get(path, query));
    if (exchange === undefined || isSuccess(exchange)) return exchange?.json;
    // Checks of bounds judge this refusal. They need bound roles.
    const { limit, minBalance, ...rest } = query;
    if ((limit ?? minBalance) === undefined || !REFUSED.includes(exchange.status)) return undefined;
    return (await sendWhole(get(path, rest)))?.json;
  };
  return {
    send: sendWhole,
    read,
    each: (items, work) => inParallel(items, lanes, work),
    whyCut: () => cut,
  };
}

/** Up to `count` items spread evenly over the list, the first included. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);
}

/** The texts without repetition and without empty ones, in order of first appearance. */
export function distinct(texts: Iterable<string | undefined>): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) if (text !== undefined && text !== '') found.add(text);
  return [...found];
}

/** Keys by falling number, without zeros. Equal numbers stay in order. */
export function byMost(counted: readonly (readonly [string, number])[]): readonly string[] {
  return counted
    .filter(([, count]) => count > 0)
    .map(([key, count], index) => ({ key, count, index }))
    .sort((a, b) => b.count - a.count || a.index - b.index)
    .map(({ key }) => key);
}

/** One path segment, percent-encoded. */
export function segment(text: string): string {
  return encodeURIComponent(text.slice(0, 500));
}
