/** sim/clob/account/api-keys: creates, lists and revokes API keys, and shows the balances of the caller. */

import { invariant, ok, type Result, refuse } from '../../../base/result.ts';
import { headerName } from '../../../spec/auth.ts';
import { CHAIN_IDS, CLOB_CONTRACTS, type SignatureType } from '../../../spec/clob/order.ts';
import { checksummed } from '../../../wire/checksum.ts';
import { isFresh } from '../../auth.ts';
import {
  badRequest,
  type Call,
  error,
  okJson,
  okValue,
  type RouteFunction,
  type RouteFunctions,
  type RouteResponse,
} from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { WorldAccount } from '../../world/world.ts';
import { clobAuthChain } from '../signatures/clob-auth.ts';
import { SIGNER_KEYS } from '../signatures/signer-keys.ts';
import { derivedWallets } from '../signatures/wallets.ts';
import { openWallet, recordKey } from './open-account.ts';
import { type OwnedKey, type Owner, ownersOf, usableKeys } from './owners.ts';

const INVALID = 'Invalid L1 Request headers';
const NONCE_LENGTH_MAX = 78;

type Claim = { readonly address: string; readonly nonce: string };

export function ownerOf({ world }: Service, wallet: number | undefined): Owner {
  const owner = wallet === undefined ? undefined : ownersOf(world).byWallet(wallet);
  invariant(owner !== undefined, 'the caller is an owner');
  return owner;
}

function openAccount(service: Service, address: string, now: number) {
  openWallet(service, address, address, 0, now);
  const derived = derivedWallets(address);
  invariant(derived !== undefined, 'the address has its form');
  const wallets = [
    [1, derived.proxy],
    [2, derived.safe],
    // `/deployed` confirms both, and clients then use the older one.
    [3, derived.legacyDeposit],
    [3, derived.deposit],
  ] as const;
  for (const [type, wallet] of wallets) {
    if (service.views.people.byAddress(wallet) === undefined) openWallet(service, address, wallet, type, now);
  }
}

function keyOf(service: Service, { address, nonce }: Claim) {
  return ownersOf(service.world)
    .byAddress(address)
    ?.keys.find((key) => key.nonce === nonce);
}

function trio(key: OwnedKey | undefined): RouteResponse {
  invariant(key !== undefined, 'the key was created');
  const { apiKey, secret, passphrase } = key;
  return okValue({ apiKey, secret, passphrase });
}

/** The address and nonce that a valid level-1 signature proves. */
function readClaim(service: Service, { headers, now }: Call): Result<Claim, string> {
  const { prefix } = service.profile.auth;
  const read = (name: string) => headers[`${prefix}${name}`.toLowerCase()] ?? '';
  const [given, signature, timestamp] = [read('ADDRESS'), read('SIGNATURE'), read('TIMESTAMP')];
  const nonce = read('NONCE') === '' ? '0' : read('NONCE');
  const isNonce = /^(0|[1-9]\d*)$/.test(nonce) && nonce.length <= NONCE_LENGTH_MAX;
  if (!/^0x[0-9a-fA-F]{40}$/.test(given) || !/^\d{1,12}$/.test(timestamp) || !isNonce) return refuse(INVALID);
  if (service.judgesFreshness !== false && !isFresh(timestamp, now, service.profile.auth)) return refuse(INVALID);
  const address = checksummed(given.slice(2));
  const chain = clobAuthChain({ address, timestamp, nonce, signature }, SIGNER_KEYS, CHAIN_IDS);
  return chain === undefined ? refuse(INVALID) : ok({ address, nonce });
}

export const KEY_FUNCTIONS: RouteFunctions = {
  /** Creates the key of an address and a nonce, and the funded wallets of a new address. A nonce has one key. */
  'P/create-api-key': (service, call) => {
    const claim = readClaim(service, call);
    if (!claim.ok) return error('unauthorized', claim.refusal);
    const { address, nonce } = claim.value;
    if (keyOf(service, claim.value) !== undefined) {
      return badRequest('Could not create api key: the nonce has one already');
    }
    if (ownersOf(service.world).byAddress(address) === undefined) openAccount(service, address, call.now);
    recordKey(service, address, nonce, false, call.now);
    return trio(keyOf(service, claim.value));
  },
  /** Returns the key of an address and a nonce once more. */
  'P/derive-api-key': (service, call) => {
    const claim = readClaim(service, call);
    if (!claim.ok) return error('unauthorized', claim.refusal);
    const key = keyOf(service, claim.value);
    return key?.isRevoked !== false ? badRequest('Could not derive api key! The nonce has none') : trio(key);
  },
  'P/api-keys': (service, { caller }) => {
    return okValue({ apiKeys: usableKeys(ownerOf(service, caller?.index)).map(({ apiKey }) => apiKey) });
  },
  /** Revokes the key that signed the request. The key of a wallet of the world stays. */
  'P/delete-api-key': (service, { headers, now }) => {
    const id = headers[headerName('SVC_API_KEY', service.profile.auth.prefix).toLowerCase()] ?? '';
    const key = ownersOf(service.world).apiKey(id.toLowerCase());
    invariant(key !== undefined, 'the key has signed the request');
    const { nonce } = key;
    if (nonce === undefined) return badRequest('the API key of a wallet of this world cannot be deleted');
    recordKey(service, key.account.address, nonce, true, now);
    return okJson('"OK"');
  },
  'P/closed-only': () => okJson('{"closed_only":false}'),
};

/** The largest allowance: nothing on a simulated chain has to be approved. */
const UNLIMITED = ((1n << 256n) - 1n).toString();

/** Of several wallets of a type, the one that ordered last: the request does not name a wallet. */
function walletOfType({ views }: Service, { wallets }: Owner, type: SignatureType): WorldAccount | undefined {
  views.catchUp();
  return wallets
    .filter(({ owner }) => (owner?.signatureType ?? 0) === type)
    .reduce<WorldAccount | undefined>(
      (best, each) =>
        best === undefined || views.openOrders.latestOf(each.index) > views.openOrders.latestOf(best.index)
          ? each
          : best,
      undefined,
    );
}

function allowancesOf({ profile }: Service): Record<string, string> {
  const { standard, negativeRisk, adapter } = CLOB_CONTRACTS[profile.clob?.contracts ?? 'polymarket'];
  const spenders = [standard[0]?.verifyingContract, negativeRisk[0]?.verifyingContract, adapter];
  return Object.fromEntries(spenders.flatMap((spender) => (spender === undefined ? [] : [[spender, UNLIMITED]])));
}

const done: RouteFunction = () => okJson('"OK"');

export const BALANCE_FUNCTIONS: RouteFunctions = {
  /** Whole micro units, shares and dollars in open orders included, as on the chain. */
  'P/balance-allowance': (service, { params, caller }) => {
    const { views, world } = service;
    const isShares = params['asset_type'] === 'CONDITIONAL';
    const card = isShares ? views.tokens.byTokenId(String(params['token_id'] ?? '')) : undefined;
    if (isShares && card === undefined) return badRequest('Invalid token id');
    const type = Number(params['signature_type'] ?? 0) as SignatureType;
    const wallet = walletOfType(service, ownerOf(service, caller?.index), type)?.index;
    const held =
      card === undefined
        ? wallet !== undefined && world.venue.cash(wallet)
        : wallet !== undefined && world.venue.tokens(wallet, card.market.index, card.outcome);
    const balance = held ? String(held.free + held.reserved) : '0';
    return okValue({ balance, allowances: allowancesOf(service) });
  },
  'P/update-balance-allowance': done,
  'P/notifications': () => okJson('[]'),
  'P/drop-notifications': done,
  'P/order-scoring': () => okJson('{"scoring":false}'),
  /** The body is a list of order ids. */
  'P/orders-scoring': (_service, { body }) => {
    if (!Array.isArray(body) || !body.every((id) => typeof id === 'string')) return badRequest('Invalid payload');
    return okValue(Object.fromEntries(body.map((id) => [id, false])));
  },
};
