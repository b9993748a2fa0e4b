/** sim/clob/signatures/order: the id of an order, and whether an owner signed it. Nothing here throws. */
import { ok, type Result, refuse } from '../../../base/result.ts';
import {
  CHAIN_IDS,
  type ExchangeDomain,
  ORDER_TYPES,
  type SignedOrder,
  type UnsignedOrder,
} from '../../../spec/clob/order.ts';
import type { SignerKeys } from './signer-keys.ts';
import { addressWord, bytes32Word, hexDigits, keccakHex, textWord, uintWord } from './words.ts';

const typeText = (struct: keyof typeof ORDER_TYPES) =>
  `${struct}(${ORDER_TYPES[struct].map(({ type, name }) => `${type} ${name}`).join(',')})`;

/** The type text of an order: the hash of a wallet's signature names it, and the signature repeats it. */
export const ORDER_TYPE = typeText('Order');

const DOMAIN = textWord('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const AUTH_DOMAIN = textWord('EIP712Domain(string name,string version,uint256 chainId)');
const AUTH = textWord('ClobAuth(address address,string timestamp,uint256 nonce,string message)');
const AUTH_MESSAGE = textWord('This message attests that I control the given wallet');
const ORDER = textWord(ORDER_TYPE);
const WALLET_SIGNATURE = textWord(typeText('TypedDataSign') + ORDER_TYPE);
const WALLET_NAME_AND_VERSION = textWord('DepositWallet') + textWord('1');
const ZERO = '0'.repeat(64);

type WordForm = readonly [wordOf: (value: unknown) => string | undefined, form: string];

/** The words of fields by their type, but for two fields with values of their own. */
const FORMS = {
  uint256: [uintWord, 'a whole number below 2^256, in decimal digits without leading zeros'],
  address: [addressWord, 'an address (0x and 40 hexadecimal digits)'],
  bytes32: [bytes32Word, '32 bytes (0x and 64 hexadecimal digits)'],
  side: [indexWord(['BUY', 'SELL']), 'BUY or SELL'],
  signatureType: [indexWord([0, 1, 2, 3]), '0, 1, 2 or 3'],
} satisfies Readonly<Record<string, WordForm>>;

function indexWord(values: readonly unknown[]): (value: unknown) => string | undefined {
  return (value) => (values.includes(value) ? uintWord(BigInt(values.indexOf(value))) : undefined);
}

/** The struct hash of an order, or the first field without its form. */
export function orderContents(order: UnsignedOrder): Result<string, string> {
  if (typeof order !== 'object' || order === null) return refuse('the order is not an object');
  let words = ORDER;
  for (const field of ORDER_TYPES.Order) {
    const { name } = field;
    const [wordOf, form] = FORMS[field.type === 'uint8' ? field.name : field.type];
    const word = wordOf(order[name]);
    if (word === undefined) return refuse(`order.${name} is not ${form}`);
    words += word;
  }
  return ok(keccakHex(words));
}

/** The hash that is signed for a message with this struct hash. */
export function typedDataDigest(separator: string, structHash: string): string {
  return keccakHex(`1901${separator}${structHash}`);
}

/** The struct hash of the ERC-7739 message by which a deposit wallet signs an order. `wallet` and `chain` are words. */
export function walletSignatureContents(contents: string, chain: string, wallet: string): string {
  return keccakHex(WALLET_SIGNATURE + contents + WALLET_NAME_AND_VERSION + chain + wallet + ZERO);
}

/** The words of a domain that signatures are made of. */
type DomainWords = { readonly separator: string; readonly chain: string };

const domains = new WeakMap<ExchangeDomain, DomainWords>();

/** Computed once for each object; undefined for a field without its form. */
export function domainWords(domain: ExchangeDomain): DomainWords | undefined {
  if (typeof domain !== 'object' || domain === null) return undefined;
  const known = domains.get(domain);
  if (known !== undefined) return known;
  const { name, version, verifyingContract } = domain;
  const [chain, contract] = [chainWord(domain.chainId), addressWord(verifyingContract)];
  if (typeof name !== 'string' || typeof version !== 'string' || chain === undefined || contract === undefined) {
    return undefined;
  }
  const words = { separator: keccakHex(DOMAIN + textWord(name) + textWord(version) + chain + contract), chain };
  domains.set(domain, words);
  return words;
}

const AUTH_NAME_AND_VERSION = textWord('ClobAuthDomain') + textWord('1');
const AUTH_SEPARATORS = new Map<number, string>(
  CHAIN_IDS.map((chainId) => [chainId, keccakHex(AUTH_DOMAIN + AUTH_NAME_AND_VERSION + chainWord(chainId))]),
);

/** The fields of `ClobAuth` that a client chooses: texts of headers. */
export type ClobAuth = { readonly address: string; readonly timestamp: string; readonly nonce: string };

/** The hash that the EOA of an address signs to get a key; undefined for a malformed field or unknown chain. */
export function clobAuthDigest({ address, timestamp, nonce }: ClobAuth, chainId: number): string | undefined {
  const separator = AUTH_SEPARATORS.get(chainId);
  const [addressed, numbered] = [addressWord(address), uintWord(nonce)];
  if (separator === undefined || addressed === undefined || numbered === undefined) return undefined;
  if (typeof timestamp !== 'string' || uintWord(timestamp) === undefined) return undefined;
  return typedDataDigest(separator, keccakHex(AUTH + addressed + textWord(timestamp) + numbered + AUTH_MESSAGE));
}

function chainWord(chainId: number) {
  return Number.isSafeInteger(chainId) ? uintWord(BigInt(chainId)) : undefined;
}

/** `domains`: the contract of the market on each chain that is accepted. `owner`: the EOA of the API key. */
type OrderClaim = {
  readonly order: SignedOrder;
  readonly domains: readonly ExchangeDomain[];
  readonly owner: string;
};

/** `domain` is the one of the claim that the order is signed for. */
type VerifiedOrder = { readonly id: string; readonly domain: ExchangeDomain };

/** Words of an order whose form and parties are valid. */
type ParsedOrder = Readonly<{
  contents: string;
  signature: string;
  /** The maker's word, if the maker is a deposit wallet. */
  wallet: string | undefined;
  owner: string;
}>;

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
    const id = words && signedId(parsed.value, words, keys);
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

function invalid(reason: string) {
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
function walletSuffix(separator: string, contents: string) {
  return separator + contents + ORDER_TYPE_SUFFIX;
}
