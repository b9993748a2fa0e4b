/** sim/world/identity: generates identifiers: addresses with their checksum, hashes, tokens, API keys. */
import type { Rng } from '../../base/rng.ts';
import { checksummed } from '../../wire/checksum.ts';
import type { WorldAccount } from './world.ts';

export function newAddress(rng: Rng): string {
  return checksummed(rng.hex(40));
}

/** `0x` and 64 hexadecimal digits: condition, question and request ids. */
export function newHash(rng: Rng): string {
  return `0x${rng.hex(64)}`;
}

export function newTokenId(rng: Rng): string {
  return BigInt(newHash(rng)).toString();
}

/** The level-2 trio: a version 4 UUID, 64 hexadecimal digits, 32 bytes in base64. */
export function newKey(rng: Rng): NonNullable<WorldAccount['key']> {
  const id = rng.hex(30);
  const variant = rng.pick(['8', '9', 'a', 'b']);
  const rest = `${id.slice(15, 18)}-${id.slice(18)}`;
  const apiKey = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(12, 15)}-${variant}${rest}`;
  return { apiKey, passphrase: rng.hex(64), secret: Buffer.from(rng.hex(64), 'hex').toString('base64') };
}
