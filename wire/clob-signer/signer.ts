/** wire/clob-signer/signer: wallet signatures of a client (RFC 6979). Shares no code with the simulator. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ExchangeDomain } from '../../spec/clob/contracts.ts';
import { ORDER_TYPES, type UnsignedOrder } from '../../spec/clob/order.ts';
import { checksummed } from '../checksum.ts';
import { type StructTypes, type StructValue, signingHash, structHash, typeText } from './typed-data.ts';

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

const TYPES: StructTypes = {
  ...ORDER_TYPES,
  ClobAuth: [
    { name: 'address', type: 'address' },
    { name: 'timestamp', type: 'string' },
    { name: 'nonce', type: 'uint256' },
    { name: 'message', type: 'string' },
  ],
};

/** The checksummed address of the EOA with this key. Keys are 0x and 64 hexadecimal digits. */
export function addressOf(privateKey: string): string {
  const publicKey = secp256k1.getPublicKey(hexToBytes(privateKey.slice(2)), false);
  return checksummed(bytesToHex(keccak_256(publicKey.slice(1)).slice(-20)));
}

/** The level-1 signature for the headers with this timestamp (Unix seconds) and nonce. */
export function signClobAuth(
  privateKey: string,
  { timestamp, nonce, chainId }: { timestamp: number | string; nonce: number | string; chainId: number },
): string {
  const claim = {
    address: addressOf(privateKey),
    timestamp: String(timestamp),
    nonce: BigInt(nonce),
    message: 'This message attests that I control the given wallet',
  };
  const domain = { name: 'ClobAuthDomain', version: '1', chainId };
  return `0x${bytesToHex(sign(privateKey, signingHash(separatorOf(domain), structHash(TYPES, 'ClobAuth', claim))))}`;
}

export function orderIdOf(order: UnsignedOrder, domain: ExchangeDomain): string {
  return `0x${bytesToHex(signingHash(separatorOf(domain), orderStructHash(order)))}`;
}

/** The signature of an order of any type. For type 3, the key is that of the deposit wallet's owner. */
export function signOrder(privateKey: string, order: UnsignedOrder, domain: ExchangeDomain): string {
  const separator = separatorOf(domain);
  const contents = orderStructHash(order);
  if (order.signatureType !== 3) return `0x${bytesToHex(sign(privateKey, signingHash(separator, contents)))}`;
  const wallet = { name: 'DepositWallet', version: '1', chainId: domain.chainId, verifyingContract: order.maker };
  const nested = { contents: orderValue(order), ...wallet, salt: `0x${'00'.repeat(32)}` };
  const inner = sign(privateKey, signingHash(separator, structHash(TYPES, 'TypedDataSign', nested)));
  const type = utf8ToBytes(typeText(TYPES, 'Order'));
  const length = Uint8Array.of(type.length >> 8, type.length & 0xff);
  return `0x${bytesToHex(concatBytes(inner, separator, contents, type, length))}`;
}

/** The other signature that the same key and hash allow: s in the upper half of the curve's order. Services must refuse it. */
export function withUpperS(signature: string): string {
  const bytes = hexToBytes(signature.slice(2));
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${bytesToHex(bytes.slice(32, 64))}`);
  const upper = hexToBytes(s.toString(16).padStart(64, '0'));
  const recovery = Uint8Array.of(bytes[64] === 27 ? 28 : 27);
  return `0x${bytesToHex(concatBytes(bytes.slice(0, 32), upper, recovery, bytes.slice(65)))}`;
}

function orderValue(order: UnsignedOrder): StructValue {
  return { ...order, side: order.side === 'BUY' ? 0n : 1n, signatureType: BigInt(order.signatureType) };
}

function orderStructHash(order: UnsignedOrder): Uint8Array {
  return structHash(TYPES, 'Order', orderValue(order));
}

/** The type of a domain has only the fields that the domain has. */
function separatorOf(domain: Partial<ExchangeDomain>): Uint8Array {
  const fields = DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined);
  const value = { ...domain, chainId: BigInt(domain.chainId ?? 0) };
  return structHash({ EIP712Domain: fields }, 'EIP712Domain', value);
}

/** r, s and 27 or 28. */
function sign(privateKey: string, hash: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(hash, hexToBytes(privateKey.slice(2)), {
    prehash: false,
    format: 'recovered',
  });
  return Uint8Array.of(...rest, 27 + recovery);
}
