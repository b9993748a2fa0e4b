/** conformance/discovery/reader: asks on behalf of discovery. What goes wrong binds nothing and ends nothing. */

import type { Wallet } from '../../wire/credentials.ts';
import type { Query } from '../../wire/message.ts';
import { get, isSuccess, type Request } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import { inParallel } from '../session/in-parallel.ts';
import { SendStopped } from '../session/trouble.ts';

export type Reader = {
  /** The JSON of a 2xx answer; undefined for anything else. A page size that is refused is left to the service. */
  read(path: string, query?: Query): Promise<unknown>;
  /** As `read`, of any request, with the answer's headers. */
  ask(request: Request, as?: Wallet): Promise<Exchange | undefined>;
  /** Reads several at once; results in the order of the items. */
  each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]>;
};

/** Bytes that discovery reads, because it keeps the rows for the whole run. Beyond them it asks nothing more. */
const READ_BYTES_MAX = 16 * 1024 ** 2;

/** Statuses by which services refuse a value, as opposed to not knowing the thing asked about. */
const REFUSED: readonly number[] = [400, 422];

export function createReader(send: (request: Request, as?: Wallet) => Promise<Exchange>, jobs: number): Reader {
  let bytes = 0;
  const attempt = async (request: Request, as?: Wallet): Promise<Exchange | undefined> => {
    if (bytes > READ_BYTES_MAX) return undefined;
    try {
      const exchange = await send(request, as);
      bytes += Buffer.byteLength(exchange.text);
      return exchange;
    } catch (error) {
      if (error instanceof SendStopped) return undefined;
      throw error;
    }
  };
  const ask = async (request: Request, as?: Wallet): Promise<Exchange | undefined> => {
    const exchange = await attempt(request, as);
    return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
  };
  const read = async (path: string, query: Query = {}): Promise<unknown> => {
    const exchange = await attempt(get(path, query));
    if (exchange === undefined || isSuccess(exchange)) return exchange?.json;
    // Whether it may refuse that size is for the checks of the bounds, which need something to ask about.
    const { limit, ...rest } = query;
    if (limit === undefined || !REFUSED.includes(exchange.status)) return undefined;
    return (await ask(get(path, rest)))?.json;
  };
  return {
    ask,
    read,
    each: (items, work) => inParallel(items, jobs, work),
  };
}

/** Up to `count` items spread evenly over the list, the first included. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);
}

/** The texts without repetition, in order of first appearance; empty ones left out. */
export function distinct(texts: Iterable<string | undefined>): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) if (text !== undefined && text !== '') found.add(text);
  return [...found];
}

/** Keys by falling number, equal numbers in the order they came; those with none are left out. */
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
