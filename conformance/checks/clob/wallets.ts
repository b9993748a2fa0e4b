/** conformance/checks/clob/wallets: the wallet of a check, its private key, and API keys that exist for one check. */

import { textAt } from '../../../base/json.ts';
import { CLOB_CONTRACTS, type ExchangeDomain } from '../../../spec/clob/order.ts';
import { signedByKey } from '../../../wire/clob-signer/dialect.ts';
import type { Wallet, WalletDialect } from '../../../wire/credentials.ts';
import { bare, get, type Request } from '../../../wire/message.ts';
import { authHeaders } from '../../../wire/signer.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { bodyLike, fieldLike, statusLike } from '../assertions.ts';
import { calmWallet, drawDigits } from '../orders/plan.ts';
import { clobCheck, clobRoute, judgeResponse, responseClauses } from './statements.ts';

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
export const drawNonce = (context: CheckContext): string => drawDigits(context, 6);

/** The request with the level-1 headers of the wallet. */
export function byKey(context: CheckContext, wallet: KeyedWallet, request: Request, nonce: string): Request {
  return signedByKey(wallet.privateKey, wallet.dialect, request, { timestamp: context.serviceSeconds(), nonce });
}

/** The request with the level-2 headers alone: its body stays as it is, with any signature of an order in it. */
export function withHeadersOf(context: CheckContext, wallet: Wallet, request: Request): Request {
  return { ...request, headers: { ...request.headers, ...authHeaders(wallet, request, context.serviceSeconds()) } };
}

const CREATE_KEY = bare('POST', '/auth/api-key');
const DELETE_KEY = bare('DELETE', '/auth/api-key');
const DERIVE_KEY = get('/auth/derive-api-key');

/** The wallet with the API key in a response; undefined if the response has none. */
function withKeyOf(wallet: KeyedWallet, { json }: Exchange): KeyedWallet | undefined {
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

const ROWS = ['create-api-key', 'derive-api-key', 'delete-api-key'].map((name) => clobRoute(`P/${name}`));
const [CREATED, DERIVED, DELETED] = ROWS as [(typeof ROWS)[0], (typeof ROWS)[0], (typeof ROWS)[0]];

export const clobKeyChecks = [
  clobCheck('keys', {
    title: 'an API key is created once for a nonce, derived again, listed, and revoked',
    clauses: [
      ...ROWS.flatMap(responseClauses),
      'P/create-api-key.once',
      'P/derive-api-key.same',
      'P/api-keys.listed',
      'P/delete-api-key.revoked',
    ],
    safety: 'session',
    capability: 'trading',
    kind: 'auth',
    async run(context) {
      const wallet = keyedWallet(context);
      const nonce = drawNonce(context);
      const created = await context.send(byKey(context, wallet, CREATE_KEY, nonce));
      judgeResponse(context, CREATED, created);
      const own = withKeyOf(wallet, created);
      if (own === undefined) return;
      const again = await context.send(byKey(context, wallet, CREATE_KEY, nonce));
      const because = 'the nonce has a key, and clients derive it after status 400';
      context.judge(statusLike('P/create-api-key.once', again, 400, because));
      const derived = await context.send(byKey(context, wallet, DERIVE_KEY, nonce));
      judgeResponse(context, DERIVED, derived);
      context.judge(
        bodyLike('P/derive-api-key.same', derived, new SameAs(created, ''), 'POST /auth/api-key created it'),
      );
      const listed = await context.send(get('/auth/api-keys'), own);
      context.judge(
        fieldLike(
          'P/api-keys.listed',
          listed,
          '/apiKeys',
          { $contains: [new SameAs(created, '/apiKey')] },
          'the key signed the request',
        ),
      );
      const deleted = await context.send(DELETE_KEY, own);
      if (!judgeResponse(context, DELETED, deleted)) return;
      const after = await context.send(get('/auth/api-keys'), own);
      context.judge(statusLike('P/delete-api-key.revoked', after, 401, 'its key was revoked'));
    },
  }),
  clobCheck('balance-allowance.units', {
    title: 'the balance of dollars counts millionths',
    clauses: ['P/balance-allowance.collateral'],
    safety: 'session',
    capability: 'trading',
    async run(context) {
      const query = { asset_type: 'COLLATERAL', signature_type: '0' };
      const of = await context.send(get('/balance-allowance', query), keyedWallet(context));
      context.judge(fieldLike('P/balance-allowance.collateral', of, '/balance', { $match: '^\\d+$' }));
    },
  }),
];
