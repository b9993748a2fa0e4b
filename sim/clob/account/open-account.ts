/** sim/clob/account/open-account: opens funded wallets and API keys as commands of the venue: they are logged. */
import { invariant } from '../../../base/result.ts';
import { MICRO } from '../../../base/units.ts';
import type { SignatureType } from '../../../spec/clob/order.ts';
import type { Command } from '../../../spec/venue/command.ts';
import { isAcceptingOrders } from '../../catalog/market-state.ts';
import { type Addition, noteOf } from '../../commands/additions.ts';
import { grow } from '../../commands/grow.ts';
import { DEFAULT_FUNDING, type Service } from '../../service.ts';

/** Opens a wallet for which the private key of `owner` signs with this type. The address must be free. */
export function openWallet(service: Service, owner: string, address: string, type: SignatureType, now: number): void {
  const { venue, markets } = service.world;
  const from = venue.eventCount;
  const { dollars, shares } = service.funding ?? DEFAULT_FUNDING;
  note(service, { addition: 'owned-wallet', address, owner, signatureType: type }, now);
  const opened = venue.step({ kind: 'open-wallet' }, now);
  invariant(opened.ok && opened.value.kind === 'created', 'a wallet can always be opened');
  const wallet = opened.value.index;
  const stocked = shares === 0 ? [] : markets.filter((market) => isAcceptingOrders(venue, market));
  const cash = Math.round(dollars * MICRO);
  const size = Math.round(shares * MICRO);
  if (cash > 0) must(service, { kind: 'deposit', wallet, amount: cash }, now);
  for (const { index: market } of stocked) {
    must(service, { kind: 'deposit', wallet, amount: size }, now);
    must(service, { kind: 'split', wallet, market, size }, now);
  }
  grow(service, from);
}

/** Creates the API key of an address and a nonce, or revokes it. */
export function recordKey(service: Service, address: string, nonce: string, isRevoked: boolean, now: number): void {
  const from = service.world.venue.eventCount;
  note(service, { addition: 'api-key', address, nonce, isRevoked }, now);
  grow(service, from);
}

function note(service: Service, addition: Addition, now: number) {
  must(service, { kind: 'note', text: noteOf(addition) }, now);
}

function must({ world }: Service, command: Command, now: number) {
  invariant(world.venue.step(command, now).ok, `${command.kind} of a new wallet is never refused`);
}
