/**
 * conformance/checks/unknown-names: well-formed names that exist on no service: unknown orders, markets, wallets, keys.
 * A check may use them freely. They are random, because services and their test data have round numbers. Addresses of
 * digits alone are valid under any checksum.
 */
import type { Wallet } from '../../wire/credentials.ts';

export const NO_CONDITION = '0x85431ce6888129ca7b0a94476b4414b5433e993159b9a02bf3024ad46dc92b52';
export const NO_ORDER = '0xb1a4d854e6f25a0b5e07761f9b0081a2b067c81d3810d12c213d47347a3bb104';
export const NO_TOKEN = '11507610557877884303404629532616138773575339118684616810858522416167928678864';
/** An id that no entity has; it fits a signed integer of 32 bits. */
export const NO_NUMBER = '1904735261';
/** An id beyond 32 bits that a double represents exactly. */
export const BEYOND_INTS = '3197052846';
export const NO_SLUG = 'no-such-slug-touchstone';
/** An id that no route accepts. */
export const NO_THING = 'no-such-thing-touchstone';
export const NO_CREATOR = 'no-such-creator-touchstone';
/** An address whose key is unknown. */
export const NO_ADDRESS = '0x0241654273943217073805998412832402710719';
/** A heartbeat id, or an API key, that was never issued. */
export const NO_UUID = '92b35501-909c-4fca-a575-db184420d5e5';

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
  address: '0x4497204201290542009714566696721192342607',
  apiKey: 'd76a1e22-1a2b-4acd-a4b7-ddce62e0b8ce',
  passphrase: '6f9edd671f48fb86723bd647088636e986766cd739cdbfcb3188f3b8e308eee0',
  secret: 'c3RyYW5nZXItc3RyYW5nZXItc3RyYW5nZXItMDAwMDI=',
};
