/** proof/venue/soak/watch-markets: marks of settlements, resolutions and redemptions. */
import { MICRO } from '../../../base/units.ts';
import type { EventOf } from '../oracle/invariant.ts';
import type { Watch } from './watch-state.ts';

export function observeListing({ markets }: Watch, { market, terms }: EventOf<'market-listed'>): void {
  const { tick, fee } = terms;
  markets[market] = { tick, fee, changes: 0, open: 0, group: undefined, payout: undefined };
}

export function observeGroup(
  { markets, unresolved }: Watch,
  { group, markets: members }: EventOf<'markets-grouped'>,
): void {
  unresolved[group] = members.length;
  for (const member of members) {
    const market = markets[member];
    if (market !== undefined) market.group = group;
  }
}

export function observeConversion({ marks }: Watch, { markets, others }: EventOf<'converted'>): void {
  if (others.length === 0) marks.happenings['conversion of a whole group'] += 1;
  else if (markets.length === 1) marks.happenings['conversion of one market'] += 1;
  else marks.happenings['conversion of some markets'] += 1;
}

export function observeStatus(watch: Watch, { trade, status }: EventOf<'trade-status'>): void {
  const { happenings } = watch.marks;
  const known = watch.trades[trade];
  if (known === undefined) return;
  if (status === 'CONFIRMED' || status === 'FAILED') watch.unsettled -= 1;
  if (status === 'CONFIRMED' && known.wasRetried) happenings['settlement retried, then confirmed'] += 1;
  if (status === 'FAILED' && known.status === 'MINED') happenings['settlement failed after mining'] += 1;
  if (status === 'RETRYING') known.wasRetried = true;
  known.status = status;
}

export function observeResolution(
  { marks, markets, unresolved }: Watch,
  { market, payout }: EventOf<'market-resolved'>,
): void {
  const { happenings } = marks;
  if (payout[0] === MICRO || payout[1] === MICRO) happenings['resolution that pays one outcome'] += 1;
  else if (payout[0] === payout[1]) happenings['resolution that pays half each'] += 1;
  else happenings['resolution that pays odd parts'] += 1;
  const known = markets[market];
  if (known !== undefined) known.payout = payout;
  const group = known?.group;
  if (group === undefined) return;
  const left = (unresolved[group] ?? 0) - 1;
  unresolved[group] = left;
  happenings['resolution of a member of a group'] += 1;
  if (payout[0] === MICRO) happenings['resolution of the winner of a group'] += 1;
  if (left === 0) happenings['resolution of the last member of a group'] += 1;
}

/** Shares that pay a fraction of a micro dollar leave it to the venue. */
export function observeRedemption({ marks, markets }: Watch, { market, sizes }: EventOf<'redeemed'>): void {
  const payout = markets[market]?.payout ?? [0, 0];
  const isWhole = ((sizes[0] % MICRO) * payout[0]) % MICRO === 0 && ((sizes[1] % MICRO) * payout[1]) % MICRO === 0;
  if (!isWhole) marks.happenings['redemption that rounds'] += 1;
}
