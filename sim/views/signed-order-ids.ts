/** sim/views/signed-order-ids: ids of signed orders: the hash that was signed, which the log has as the salt. */
import type { IdCodec } from '../ids.ts';
import type { Follower } from './follower.ts';

/** Orders that were not signed, such as those of the history, keep the ids of `plain`. */
export function signedOrderIds(follower: Follower, plain: IdCodec): IdCodec {
  const hashes = new Map<number, string>();
  const numbers = new Map<string, number>();
  const read = follower.fold({ hashes, numbers }, (event) => {
    if (event.kind !== 'order-accepted' || !isOrderHash(event.salt)) return;
    hashes.set(event.order, event.salt);
    numbers.set(event.salt, event.order);
  });
  const upToDate = () => {
    follower.catchUp();
    return read();
  };
  return {
    encode: (order) => upToDate().hashes.get(order) ?? plain.encode(order),
    decode: (text) => upToDate().numbers.get(text.toLowerCase()) ?? plain.decode(text),
  };
}

function isOrderHash(salt: string) {
  return /^0x[0-9a-f]{64}$/.test(salt);
}
