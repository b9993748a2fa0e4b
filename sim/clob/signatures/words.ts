/** sim/clob/signatures/words: untrusted values as words of 32 bytes in hexadecimal; no word for another form. */
import { keccak_256 } from '@noble/hashes/sha3.js';

/** 2^256 has 78 digits. */
const DECIMAL = /^(?:0|[1-9][0-9]{0,77})$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES32 = /^0x[0-9a-fA-F]{64}$/;

/** The signature of a deposit wallet has 317 bytes. */
const SHORT_HEX = /^0x[0-9a-fA-F]{0,634}$/;
const UINT256_END = 1n << 256n;

/** The word of a bigint or of decimal digits without leading zeros. */
export function uintWord(value: unknown): string | undefined {
  if (typeof value === 'string') return DECIMAL.test(value) ? numberWord(BigInt(value)) : undefined;
  return typeof value === 'bigint' ? numberWord(value) : undefined;
}

export function addressWord(value: unknown): string | undefined {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return undefined;
  return value.slice(2).toLowerCase().padStart(64, '0');
}

export function bytes32Word(value: unknown): string | undefined {
  return typeof value === 'string' && BYTES32.test(value) ? value.slice(2).toLowerCase() : undefined;
}

/** The digits of a hexadecimal text that is no longer than a signature can be. */
export function hexDigits(value: unknown): string | undefined {
  return typeof value === 'string' && SHORT_HEX.test(value) ? value.slice(2) : undefined;
}

/** The word that typed data has for a text: its hash. */
export function textWord(text: string): string {
  return Buffer.from(keccak_256(Buffer.from(text, 'utf8'))).toString('hex');
}

/** The hash of bytes that are spelled in hexadecimal digits. */
export function keccakHex(digits: string): string {
  return Buffer.from(keccak_256(Buffer.from(digits, 'hex'))).toString('hex');
}

function numberWord(value: bigint) {
  return value >= 0n && value < UINT256_END ? value.toString(16).padStart(64, '0') : undefined;
}
