/** wire/clob-signer/typed-data: a small EIP-712 encoder. Throws for a value that does not fit its type. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Fields of each struct. */
export type StructTypes = Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;

export type StructValue = { readonly [field: string]: unknown };

/** The type text of a struct, followed by those of the structs in it, in the sequence of their names. */
export function typeText(types: StructTypes, struct: string): string {
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

export function structHash(types: StructTypes, struct: string, value: StructValue): Uint8Array {
  const fields = fieldsOf(types, struct).map(({ type, name }) => fieldWord(types, type, name, value[name]));
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(typeText(types, struct))), ...fields));
}

/** The bytes to sign for a struct whose domain has this separator. */
export function signingHash(separator: Uint8Array, hash: Uint8Array): Uint8Array {
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
