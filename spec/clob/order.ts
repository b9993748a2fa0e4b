/** spec/clob/order: the signed order of a CLOB profile. `expiration`, `orderType` and `owner` are not signed. */
import type { SignatureType } from './contracts.ts';

/** A whole number below 2^256: a bigint, or decimal digits without leading zeros. */
type Uint256 = bigint | string;

/** Addresses are 0x and 40 hexadecimal digits; `metadata` and `builder`, 0x and 64. `timestamp`: milliseconds. */
export type UnsignedOrder = {
  readonly salt: Uint256;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: Uint256;
  readonly makerAmount: Uint256;
  readonly takerAmount: Uint256;
  readonly side: 'BUY' | 'SELL';
  readonly signatureType: SignatureType;
  readonly timestamp: Uint256;
  readonly metadata: string;
  readonly builder: string;
};

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
