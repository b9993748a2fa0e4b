/** scenarios/recording/signers: the wallets that signed, by known or ordered names, and their secrets. */

import { type Named, walletName } from '../../sim/named.ts';
import { type AuthPart, authHeader } from '../../wire/auth-headers.ts';
import type { Wallet } from '../../wire/credentials.ts';
import type { Request } from '../../wire/message.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export type Signers = {
  /** The wallet that a request claims to be from; undefined without any of the five headers. */
  nameOf(request: Request): string | undefined;
  /** Undefined for wallets whose keys are not known. */
  walletOf(name: string): Wallet | undefined;
  /** Addresses and keys, each with its expression. */
  readonly terms: readonly { readonly text: string; readonly expression: string }[];
  /** Unknown wallets and the names assigned to them. */
  readonly strangers: readonly { readonly name: string; readonly address: string }[];
  readonly secrets: Secrets;
};

export type Secrets = {
  /** Keys and passphrases: searched anywhere in a text, because they are few. */
  readonly lasting: readonly string[];
  /** Signatures, one a request: searched as whole words. */
  readonly passing: ReadonlySet<string>;
};

/** The names for unknown wallets; a deployment has no more. */
const NAMES = Array.from({ length: 8 }, (_, position) => walletName(position));
const PARTS: readonly AuthPart[] = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'];
const LASTING_MAX = 500;
/** Shorter texts are not keys, and would occur everywhere. */
const SECRET_LENGTH_MIN = 8;

export function signersOf(wallets: Named['wallets'], exchanges: readonly RecordedExchange[]): Signers {
  const known = new Map(Object.entries(wallets));
  const byAddress = new Map<string, string>();
  const keys = new Map<string, string>();
  const addresses = new Map<string, string>();
  const strangers: { readonly name: string; readonly address: string }[] = [];
  const lasting = new Set<string>();
  const passing = new Set<string>();
  const keep = (kept: Set<string>, text: string | undefined) => {
    if (text !== undefined && text.length >= SECRET_LENGTH_MIN) kept.add(text);
  };
  for (const [name, wallet] of known) {
    byAddress.set(wallet.address.toLowerCase(), name);
    addresses.set(wallet.address, name);
    keys.set(wallet.apiKey, name);
    for (const text of [wallet.secret, wallet.passphrase, wallet.apiKey, wallet.privateKey]) {
      if (text === undefined) continue;
      keep(lasting, text);
      // A query that no map can express is written as it was sent.
      keep(lasting, encodeURIComponent(text.toWellFormed()));
    }
  }
  const free = NAMES.filter((name) => !known.has(name));
  for (const { request } of exchanges) {
    const address = authHeader(request, 'ADDRESS');
    const key = authHeader(request, 'API_KEY');
    const phrase = authHeader(request, 'PASSPHRASE');
    keep(passing, authHeader(request, 'SIGNATURE'));
    if (lasting.size < LASTING_MAX) for (const text of [key, phrase]) keep(lasting, text);
    if (address === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address)) continue;
    const name = byAddress.get(address.toLowerCase()) ?? free.shift() ?? `wallet${byAddress.size + 1}`;
    if (!byAddress.has(address.toLowerCase())) {
      byAddress.set(address.toLowerCase(), name);
      addresses.set(address, name);
      strangers.push({ name, address });
    }
    if (key !== undefined && key.length >= SECRET_LENGTH_MIN && !keys.has(key) && !known.has(name)) keys.set(key, name);
  }
  return {
    nameOf(request) {
      if (!PARTS.some((part) => authHeader(request, part) !== undefined)) return undefined;
      const [address, key] = [authHeader(request, 'ADDRESS') ?? '', authHeader(request, 'API_KEY') ?? ''];
      return byAddress.get(address.toLowerCase()) ?? keys.get(key) ?? NAMES[0];
    },
    walletOf: (name) => known.get(name),
    terms: termsOf(addresses, keys),
    strangers,
    secrets: { lasting: [...lasting], passing },
  };
}

function termsOf(addresses: ReadonlyMap<string, string>, keys: ReadonlyMap<string, string>): Signers['terms'] {
  const owners = [...addresses].flatMap(([address, name]) => {
    const lower = address.toLowerCase();
    const whole = { text: address, expression: `wallets.${name}.address` };
    return lower === address ? [whole] : [whole, { text: lower, expression: `lower(wallets.${name}.address)` }];
  });
  return [...owners, ...[...keys].map(([text, name]) => ({ text, expression: `wallets.${name}.apiKey` }))];
}
