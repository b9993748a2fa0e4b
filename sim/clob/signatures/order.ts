/** sim/clob/signatures/order: the id of an order, and whether an owner signed it. Nothing here throws. */
import { ok, type Result, refuse } from '../../../base/result.ts';
import type { ExchangeDomain } from '../../../spec/clob/contracts.ts';
import type { SignedOrder, UnsignedOrder } from '../../../spec/clob/order.ts';
import type { SignerKeys } from './signer-keys.ts';
import {
  type DomainWords,
  domainWords,
  ORDER_TYPE,
  orderContents,
  typedDataDigest,
  walletSignatureContents,
} from './typed-data.ts';
import { addressWord, hexDigits } from './words.ts';

/** `domains`: the contract of the market on each chain that is accepted. `owner`: the EOA of the API key. */
export type OrderClaim = {
  readonly order: SignedOrder;
  readonly domains: readonly ExchangeDomain[];
  readonly owner: string;
};

/** `domain` is the one of the claim that the order is signed for. */
export type VerifiedOrder = { readonly id: string; readonly domain: ExchangeDomain };

/** Words of an order whose form and parties are valid. */
type ParsedOrder = {
  readonly contents: string;
  readonly signature: string;
  /** The maker's word, if the maker is a deposit wallet. */
  readonly wallet: string | undefined;
  readonly owner: string;
};

/** The id of an order on an exchange, 0x and 64 hexadecimal digits; undefined for a field without its form. */
export function orderHash(order: UnsignedOrder, domain: ExchangeDomain): string | undefined {
  const contents = orderContents(order);
  const words = domainWords(domain);
  return contents.ok && words !== undefined ? `0x${typedDataDigest(words.separator, contents.value)}` : undefined;
}

/** The order's id, or a sentence about the fault in its fields, parties or signature. */
export function verifyOrder({ order, domains, owner }: OrderClaim, keys: SignerKeys): Result<VerifiedOrder, string> {
  const parsed = parseOrder(order, owner);
  if (!parsed.ok) return parsed;
  for (const domain of domains) {
    const words = domainWords(domain);
    const id = words === undefined ? undefined : signedId(parsed.value, words, keys);
    if (id !== undefined) return ok({ id: `0x${id}`, domain });
  }
  return refuse(invalid("order.signature is not the owner's signature of this order for the exchange of its market"));
}

function parseOrder(order: SignedOrder, owner: string): Result<ParsedOrder, string> {
  const contents = orderContents(order);
  if (!contents.ok) return refuse(invalid(contents.refusal));
  const signature = hexDigits(order.signature);
  if (signature === undefined) return refuse(invalid('order.signature is not 0x and hexadecimal digits'));
  const [maker, signer, owned] = [addressWord(order.maker), addressWord(order.signer), addressWord(owner)];
  const isWallet = order.signatureType === 3;
  if (owned === undefined) return refuse(invalid('the owner of the API key is not an address'));
  if (!isWallet && signer !== owned) return refuse('the order signer address has to be the address of the API KEY');
  if ((isWallet || order.signatureType === 0) && maker !== signer) {
    return refuse(invalid(`order.maker is not order.signer, as signatureType ${order.signatureType} requires`));
  }
  return ok({ contents: contents.value, signature, wallet: isWallet ? maker : undefined, owner: owned.slice(24) });
}

function invalid(reason: string): string {
  return `invalid signature: ${reason}`;
}

/** The id of the order if the owner signed it for this domain. */
function signedId({ contents, signature, wallet, owner }: ParsedOrder, words: DomainWords, keys: SignerKeys) {
  const id = typedDataDigest(words.separator, contents);
  if (wallet === undefined) return keys.isSignedBy(owner, id, signature) ? id : undefined;
  if (signature.slice(INNER_DIGITS).toLowerCase() !== walletSuffix(words.separator, contents)) return undefined;
  const digest = typedDataDigest(words.separator, walletSignatureContents(contents, words.chain, wallet));
  return keys.isSignedBy(owner, digest, signature.slice(0, INNER_DIGITS)) ? id : undefined;
}

/** Digits of the signature within a wallet's signature. */
const INNER_DIGITS = 130;

const ORDER_TYPE_SUFFIX = Buffer.from(ORDER_TYPE).toString('hex') + ORDER_TYPE.length.toString(16).padStart(4, '0');

/** The bytes that ERC-7739 appends: domain separator, struct hash, type text, and its length in two bytes. */
function walletSuffix(separator: string, contents: string): string {
  return separator + contents + ORDER_TYPE_SUFFIX;
}
