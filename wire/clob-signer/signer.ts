/** wire/clob-signer/signer: wallet signatures of a client (RFC 6979). Shares no code with the simulator. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ExchangeDomain, ORDER_TYPES, type UnsignedOrder } from '../../spec/clob/order.ts';
import { checksummed } from '../checksum.ts';

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

/** The other signature that the same key and hash allow: s in the upper half. Services must refuse it. */
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
  return structHash({ EIP712Domain: fields }, 'EIP712Domain', { ...domain, chainId: BigInt(domain.chainId ?? 0) });
}

/** r, s and 27 or 28. */
function sign(privateKey: string, hash: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(hash, hexToBytes(privateKey.slice(2)), {
    prehash: false,
    format: 'recovered',
  });
  return Uint8Array.of(...rest, 27 + recovery);
}

/** Fields of each struct. */
type StructTypes = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;

type StructValue = { readonly [field: string]: unknown };

/** The type text of a struct, followed by those of the structs in it, in the sequence of their names. */
function typeText(types: StructTypes, struct: string) {
  const others = [...structsIn(types, struct)].filter((name) => name !== struct).sort();
  return [struct, ...others]
    .map(
      (name) =>
        `${name}(${fieldsOf(types, name)
          .map((field) => `${field.type} ${field.name}`)
          .join(',')})`,
    )
    .join('');
}

function structHash(types: StructTypes, struct: string, value: StructValue): Uint8Array {
  const fields = fieldsOf(types, struct).map(({ type, name }) => fieldWord(types, type, name, value[name]));
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(typeText(types, struct))), ...fields));
}

/** The bytes to sign for a struct whose domain has this separator. */
function signingHash(separator: Uint8Array, hash: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), separator, hash));
}

function fieldsOf(types: StructTypes, struct: string) {
  const fields = types[struct];
  if (fields === undefined) throw new Error(`typed data has no struct ${struct}`);
  return fields;
}

function structsIn(types: StructTypes, struct: string, found = new Set<string>()): Set<string> {
  found.add(struct);
  for (const { type } of fieldsOf(types, struct)) if (type in types && !found.has(type)) structsIn(types, type, found);
  return found;
}

function fieldWord(types: StructTypes, type: string, name: string, value: unknown): Uint8Array {
  if (type in types) return structHash(types, type, value as StructValue);
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(value));
  const isDigits = typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value);
  if (type === 'bytes32' && isDigits && value.length === 66) return hexToBytes(value.slice(2));
  if (type === 'address' && isDigits && value.length === 42)
    return concatBytes(new Uint8Array(12), hexToBytes(value.slice(2)));
  if (type.startsWith('uint')) return uintBytes(BigInt(value as bigint | string), Number(type.slice('uint'.length)));
  throw new Error(`the field ${name} of the typed data does not fit the type ${type}`);
}

/** 32 bytes, the most significant first. */
function uintBytes(value: bigint, bits: number): Uint8Array {
  if (value < 0n || value >> BigInt(bits) !== 0n) throw new Error(`${value} is not a number of ${bits} bits`);
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * (31 - index))) & 0xffn));
}
