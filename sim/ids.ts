/** sim/ids: identifiers on the wire: keyed permutations of the small integers of the core, decoded without a table. */
import { createHash } from 'node:crypto';
import { invariant } from '../base/result.ts';

/** One kind of identifier. Numbers are unsigned 32-bit. */
export type IdCodec = {
  encode(number: number): string;
  /** The number of an identifier; undefined for a text that this codec does not write. */
  decode(text: string): number | undefined;
};

/** Everything on the wire with a generated identifier. */
export type Ids = Readonly<{
  order: IdCodec;
  trade: IdCodec;
  /** Settlement transaction of a trade, by trade number. */
  tradeTransaction: IdCodec;
  /** Transaction of a split, merge or redemption, by position in the event log. */
  ledgerTransaction: IdCodec;
  heartbeat: IdCodec;
  /** Stands for an API key in data that other wallets can read. */
  owner: IdCodec;
}>;

export function createIds(seed: string): Ids {
  return {
    order: hexCodec(seed, 'order'),
    trade: uuidCodec(seed, 'trade'),
    tradeTransaction: hexCodec(seed, 'trade-transaction'),
    ledgerTransaction: hexCodec(seed, 'ledger-transaction'),
    heartbeat: uuidCodec(seed, 'heartbeat'),
    owner: uuidCodec(seed, 'owner'),
  };
}

/** `0x` and 64 hexadecimal digits. */
export function hexCodec(seed: string, kind: string): IdCodec {
  return codec(seed, kind, 2, 66, (bytes) => `0x${bytes.toString('hex')}`);
}

/** A version 4 UUID in lower case. */
export function uuidCodec(seed: string, kind: string): IdCodec {
  return codec(seed, kind, 0, 36, (bytes) => {
    const hex = bytes.toString('hex', 0, 16);
    const variant = '89ab'.charAt(bytes.readUInt8(8) & 3);
    const rest = `${hex.slice(17, 20)}-${hex.slice(20)}`;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${rest}`;
  });
}

/** The first eight digits after `start` are the permuted number; the other words only confirm it. */
function codec(seed: string, kind: string, start: number, length: number, write: (bytes: Buffer) => string): IdCodec {
  const keys = createHash('sha256').update(`${seed}:${kind}`).digest();
  const words = Array.from({ length: 8 }, (_, index) => keys.readUInt32BE(index * 4));
  const [first] = words;
  invariant(first !== undefined, 'a digest has eight words');
  const scratch = Buffer.alloc(32);
  const encode = (number: number) => {
    let at = 0;
    for (const key of words) at = scratch.writeUInt32BE(mix((number ^ key) >>> 0), at);
    return write(scratch);
  };
  const decode = (text: string): number | undefined => {
    if (text.length !== length) return undefined;
    const head = text.slice(start, start + 8);
    if (!/^[0-9a-f]{8}$/.test(head)) return undefined;
    const number = (unmix(Number.parseInt(head, 16)) ^ first) >>> 0;
    return encode(number) === text ? number : undefined;
  };
  return { encode, decode };
}

/** Scrambles 32 bits reversibly: xor-shifts and odd multipliers. */
function mix(word: number): number {
  let x = word;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Undoes `mix`: the multipliers are the inverses modulo 2^32. */
function unmix(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x43021123);
  x ^= (x >>> 15) ^ (x >>> 30);
  x = Math.imul(x, 0x1d69e2a5);
  return (x ^ (x >>> 16)) >>> 0;
}
