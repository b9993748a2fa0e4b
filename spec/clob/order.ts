/** spec/clob/order: contracts and signed orders of CLOB profiles. `expiration`, `orderType`, `owner` are not signed. */

/** Polygon, and its test network Amoy. */
export const CHAIN_IDS = [137, 80_002] as const;

export type ExchangeDomain = Readonly<{
  name: string;
  version: string;
  chainId: number;
  verifyingContract: string;
}>;

/** 0: an EOA; 1: a proxy wallet of the EOA; 2: its safe; 3: its deposit wallet (ERC-1271, ERC-7739). */
export type SignatureType = 0 | 1 | 2 | 3;

/** A domain for each chain, in the order of `CHAIN_IDS`, for both kinds of markets. */
type ClobContracts = Readonly<{
  signatureTypes: readonly SignatureType[];
  standard: readonly ExchangeDomain[];
  negativeRisk: readonly ExchangeDomain[];
  /** The adapter of markets of negative risk, which moves shares like the exchanges do. */
  adapter: string;
}>;

/** Both exchanges have the same address on both chains. */
const STANDARD_EXCHANGE = '0xE111180000d2663C0091e4f400237545B87B996B';
const ADAPTER = '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296';
const NEGATIVE_RISK_EXCHANGE = '0xe2222d279d744050d28e00520010520000310F59';

function contractsOf(name: string, signatureTypes: readonly SignatureType[]): ClobContracts {
  const domainsOf = (verifyingContract: string): ExchangeDomain[] =>
    CHAIN_IDS.map((chainId) => ({ name, version: '2', chainId, verifyingContract }));
  return {
    signatureTypes,
    standard: domainsOf(STANDARD_EXCHANGE),
    negativeRisk: domainsOf(NEGATIVE_RISK_EXCHANGE),
    adapter: ADAPTER,
  };
}

/** The contracts of kuest are not known. Its entry, and thus its clients, have the addresses of Polymarket. */
export const CLOB_CONTRACTS: Readonly<Record<'polymarket' | 'kuest', ClobContracts>> = {
  polymarket: contractsOf('Polymarket CTF Exchange', [0, 1, 2, 3]),
  kuest: contractsOf('CTF Exchange', [3]),
};

/** A whole number below 2^256: a bigint, or decimal digits without leading zeros. */
type Uint256 = bigint | string;

/** Addresses are 0x and 40 hexadecimal digits; `metadata` and `builder`, 0x and 64. `timestamp`: milliseconds. */
export type UnsignedOrder = Readonly<{
  salt: Uint256;
  maker: string;
  signer: string;
  tokenId: Uint256;
  makerAmount: Uint256;
  takerAmount: Uint256;
  side: 'BUY' | 'SELL';
  signatureType: SignatureType;
  timestamp: Uint256;
  metadata: string;
  builder: string;
}>;

/** `signature`: 0x and hexadecimal digits, 65 bytes, or 317 for signature type 3. */
export type SignedOrder = UnsignedOrder & { readonly signature: string };

/** A deposit wallet signs the order inside a message of its own (ERC-7739). */
export const ORDER_TYPES = {
  Order: [
    { name: 'salt', type: 'uint256' },
    { name: 'maker', type: 'address' },
    { name: 'signer', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'makerAmount', type: 'uint256' },
    { name: 'takerAmount', type: 'uint256' },
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
    { name: 'timestamp', type: 'uint256' },
    { name: 'metadata', type: 'bytes32' },
    { name: 'builder', type: 'bytes32' },
  ],
  TypedDataSign: [
    { name: 'contents', type: 'Order' },
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const;
