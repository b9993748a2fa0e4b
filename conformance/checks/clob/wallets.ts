/** conformance/checks/clob/wallets: the wallet of a check, its private key, and API keys that exist for one check. */
import { textAt } from '../../../base/json.ts';
import { CLOB_CONTRACTS, type ExchangeDomain } from '../../../spec/clob/contracts.ts';
import { signedByKey } from '../../../wire/clob-signer/level-one.ts';
import type { Wallet, WalletDialect } from '../../../wire/credentials.ts';
import { bare, get, type Request } from '../../../wire/message.ts';
import { authHeaders } from '../../../wire/signer.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { calmWallet } from '../orders/parties.ts';

/** A wallet of a profile with signed orders. */
export type KeyedWallet = Wallet & { readonly privateKey: string; readonly dialect: WalletDialect };

/** The last wallet of the credentials file. Ends the check if the file has no private key for it. */
export function keyedWallet(context: CheckContext): KeyedWallet {
  const wallet = calmWallet(context);
  const { privateKey, dialect } = wallet;
  if (privateKey === undefined || dialect === undefined)
    return context.notTestable(
      'the last wallet has no private key',
      'add privateKey, of a throw-away account, to the wallets of the credentials file',
    );
  return { ...wallet, privateKey, dialect };
}

/** The domains of the exchange for a token, and of the exchange for the other kind of market. */
export function domainsOf({ dialect }: KeyedWallet, tokenId: string): { own: ExchangeDomain; other: ExchangeDomain } {
  const { standard, negativeRisk } = CLOB_CONTRACTS[dialect.contracts];
  const [own, other] = dialect.isNegRisk(tokenId) ? [negativeRisk, standard] : [standard, negativeRisk];
  return { own: own[0] as ExchangeDomain, other: other[0] as ExchangeDomain };
}

/** A nonce that no earlier check and no earlier run has used. */
export function drawNonce(context: CheckContext): string {
  return `${context.serviceSeconds()}${String(Math.floor(context.random() * 1e6)).padStart(6, '0')}`;
}

/** The request with the level-1 headers of the wallet. */
export function byKey(context: CheckContext, wallet: KeyedWallet, request: Request, nonce: string): Request {
  return signedByKey(wallet.privateKey, wallet.dialect, request, { timestamp: context.serviceSeconds(), nonce });
}

/** The request with the level-2 headers alone: its body stays as it is, with any signature of an order in it. */
export function withHeadersOf(context: CheckContext, wallet: Wallet, request: Request): Request {
  return { ...request, headers: { ...request.headers, ...authHeaders(wallet, request, context.serviceSeconds()) } };
}

export const CREATE_KEY = bare('POST', '/auth/api-key');
export const DELETE_KEY = bare('DELETE', '/auth/api-key');
export const DERIVE_KEY = get('/auth/derive-api-key');

/** The wallet with the API key in a response; undefined if the response has none. */
export function withKeyOf(wallet: KeyedWallet, { json }: Exchange): KeyedWallet | undefined {
  const [apiKey, secret, passphrase] = ['apiKey', 'secret', 'passphrase'].map((name) => textAt(json, name));
  if (apiKey === undefined || secret === undefined || passphrase === undefined) return undefined;
  return { ...wallet, apiKey, secret, passphrase };
}

/** Runs `work` with an API key that is revoked afterwards. */
export async function withOwnKey(
  context: CheckContext,
  wallet: KeyedWallet,
  work: (own: KeyedWallet) => Promise<void>,
): Promise<void> {
  const created = await context.send(byKey(context, wallet, CREATE_KEY, drawNonce(context)));
  const own = withKeyOf(wallet, created);
  if (own === undefined) return context.notTestable('no API key can be created', 'see clob.keys');
  try {
    await work(own);
  } finally {
    await context.send(DELETE_KEY, own);
  }
}
