/** scenarios/client: a client of a deployment over HTTP that orders in the words of scenarios. */
import { randomInt } from 'node:crypto';
import { marketName } from '../sim/named.ts';
import type { Credentials, Wallet } from '../wire/credentials.ts';
import { type HttpTargetOptions, httpTarget, parseBaseUrl } from '../wire/http-target.ts';
import { get, type Request, type Response } from '../wire/message.ts';
import { cancelRequest, type OrderResponse, type OrderWords, orderRequest, parsedReply } from '../wire/order-body.ts';
import { marketOf, namedWallets, readerOf } from './stages/deployment.ts';

export type TradingClient = {
  /** Throws an `Error` of one line for an unknown name and for a request without a response. */
  order(words: OrderWords): Promise<OrderResponse>;
  cancel(orderId: string, wallet?: string): Promise<OrderResponse>;
  close(): Promise<void>;
};

export type ClientOptions = HttpTargetOptions & {
  readonly url: string;
  readonly credentials: Pick<Credentials, 'wallets' | 'markets'>;
};

/** Wallets and markets have the names `alice`, `bob`, ... and `market`, `other`, ... in the order of the file. */
export function createClient({ url, credentials, ...options }: ClientOptions): TradingClient {
  const base = parseBaseUrl(url);
  if (!base.ok) throw new Error(base.refusal);
  const target = httpTarget(base.value, options);
  const { wallets, markets = [] } = credentials;
  /** The lead of the service clock over that of this machine, once a response has shown it. */
  let aheadMs: number | undefined;
  const send = async (request: Request): Promise<Response> => {
    const outcome = await target.send(request);
    if (outcome.kind === 'trouble') throw new Error(`${request.method} ${request.path}: ${outcome.detail}`);
    const date = Date.parse(outcome.response.headers['date'] ?? '');
    if (Number.isFinite(date)) aheadMs = date - Date.now();
    return outcome.response;
  };
  const read = readerOf(async (request) => ({ kind: 'response', response: await send(request) }));
  const now = async (): Promise<number> => {
    if (aheadMs === undefined) await send(get('/markets', { limit: '1' }));
    return Date.now() + (aheadMs ?? 0);
  };
  const signerOf = (name: string | undefined): Wallet => {
    const named = namedWallets(wallets);
    const wallet =
      name === undefined ? wallets[0] : wallets.find((each) => each === named[name] || each.address === name);
    if (wallet !== undefined) return wallet;
    throw new Error(`no wallet "${name}": there are ${Object.keys(named).join(', ')}; or pass an address`);
  };
  return {
    async order(words) {
      const { market: name = 'market' } = words;
      const wallet = signerOf(words.wallet);
      const position = markets.findIndex((_, index) => marketName(index) === name);
      const market = await marketOf(read, markets[position] ?? name);
      const names = markets.map((_, at) => marketName(at)).join(', ');
      if (market === undefined) throw new Error(`no market "${name}": pass one of ${names}, or a condition id`);
      const request = orderRequest(words, market, { wallet, now: await now() }, String(randomInt(2 ** 47)));
      return parsedReply(await send(request));
    },
    cancel: async (orderId, wallet) =>
      parsedReply(await send(cancelRequest(orderId, { wallet: signerOf(wallet), now: await now() }))),
    close: () => target.close(),
  };
}
