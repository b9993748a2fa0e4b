/** sim/world/written/refusal-text: refusals of the venue, in words for the author of a description. */
import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { Refusal } from '../../../spec/venue/command.ts';

/** The fault of a field that is out of its range. */
const FIELDS: Readonly<Record<string, string>> = {
  tick: 'a tick divides one dollar evenly and is at most half of it',
  payout: 'the payouts of both outcomes add up to 1',
  amount: 'the money of all wallets together exceeds the limit of the venue',
  to: 'a transfer goes to another wallet',
  markets: 'each market is named once, and a group has 2 to 1000 of them',
};

export function refusalText(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'malformed':
      return FIELDS[refusal.what] ?? `${refusal.what} is out of its range`;
    case 'insufficient-cash':
    case 'insufficient-tokens':
      return `${refusal.kind}: needs ${formatMicro(refusal.needed)}, has ${formatMicro(refusal.free)}`;
    case 'price-out-of-range':
      return `${refusal.kind}: from ${formatPrice(refusal.min)} to ${formatPrice(refusal.max)}`;
    case 'price-off-tick':
      return `${refusal.kind}: steps of ${formatPrice(refusal.tick)}`;
    case 'size-too-small':
      return `${refusal.kind}: at least ${formatMicro(refusal.min)}`;
    case 'market-not-accepting':
      return `${refusal.kind}: it is ${refusal.state}`;
    case 'trade-settled':
      return `${refusal.kind}: it is ${refusal.status}`;
    case 'cannot-reverse':
      return `${refusal.kind}: a party has spent what it would return, or the market is resolved`;
    case 'group-payout':
      return `${refusal.kind}: one market of a group pays [1, 0], each other [0, 1]`;
    default:
      return refusal.kind;
  }
}
