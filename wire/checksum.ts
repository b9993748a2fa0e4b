/** wire/checksum: the mixed-case spelling of wallet addresses. */
import { keccak_256 } from '@noble/hashes/sha3.js';

/** The mixed-case spelling of 40 hexadecimal digits that EIP-55 defines: a digit's case is a bit of the hash. */
export function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  const cased = Array.from(lower, (digit, index) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}

/** True for `0x` and 40 hexadecimal digits in the spelling of `checksummed`. */
export function isChecksummed(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && checksummed(address.slice(2)) === address;
}
