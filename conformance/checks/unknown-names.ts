/**
 * conformance/checks/unknown-names: well-formed names that exist on no service: unknown orders, markets, wallets, keys. A check
 * may use them freely.
 */
import type { Wallet } from '../../wire/credentials.ts';

export const NO_CONDITION = `0x${'0'.repeat(63)}1`;
export const NO_ORDER = `0x${'1'.repeat(64)}`;
export const NO_TOKEN = '1'.repeat(77);
/** An id that no entity has; it fits a signed integer of 32 bits. */
export const NO_NUMBER = '2147483646';
/** An id beyond 32 bits that a double represents exactly. */
export const BEYOND_INTS = '3000000000';
export const NO_SLUG = 'no-such-slug-touchstone';
/** An id that no route accepts. */
export const NO_THING = 'no-such-thing';
export const NO_CREATOR = 'no-such-creator-touchstone';
/** An address whose key is unknown. */
export const NO_ADDRESS = '0x000000000000000000000000000000000000dEaD';
/** A heartbeat id, or an API key, that was never issued. */
export const NO_UUID = '00000000-0000-4000-8000-000000000000';

export const UNKNOWN_NAMES: ReadonlySet<string> = new Set([
  NO_CONDITION,
  NO_ORDER,
  NO_TOKEN,
  NO_NUMBER,
  BEYOND_INTS,
  NO_SLUG,
  NO_THING,
  NO_CREATOR,
  NO_ADDRESS,
  NO_UUID,
]);

/** A fabricated wallet of the right form, for probes that every service must refuse. */
export const STRANGER: Wallet = {
  address: '0x2222222222222222222222222222222222222222',
  apiKey: '00000000-0000-4000-8000-000000000002',
  passphrase: '2'.repeat(64),
  secret: 'c3RyYW5nZXItc3RyYW5nZXItc3RyYW5nZXItMDAwMDI=',
};
