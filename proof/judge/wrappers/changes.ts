/** proof/judge/wrappers/changes: kinds of changes, and a watch that classifies each by the event log. */
import { numberAt, objectsIn, parseJson } from '../../../base/json.ts';
import type { Event, TradeEvent } from '../../../spec/venue/event.ts';
import { get, type Handler } from '../../../wire/message.ts';
import type { Internals } from '../variant.ts';

export const CHANGES = {
  rested: 'an order begins to rest',
  cancelled: 'a resting order is cancelled',
  'part-filled': 'a resting order is filled in part',
  filled: 'a resting order is filled whole',
  taken: 'an order takes liquidity',
  'fok-killed': 'a FOK or FAK order is killed',
  lapsed: 'heartbeats stop, which cancels an order',
  expired: 'a GTD order expires',
  settled: 'a trade settles',
  'sold-out': 'a position goes to zero',
  beat: 'a heartbeat is accepted',
} as const;

export type ChangeKind = keyof typeof CHANGES;

/** One change and the addresses of the affected wallets, in lower case. */
export type Happened = { readonly kind: ChangeKind; readonly wallets: readonly string[] };

/** Returns the changes since the watch began or was last read. */
export function watchChanges(handle: Handler, internals: Internals): () => readonly Happened[] {
  let read = internals.log().length;
  return () => {
    const log = internals.log();
    if (log.length === read) return [];
    const events = log.slice(read);
    read = log.length;
    return changesIn(events, handle, internals);
  };
}

function changesIn(events: readonly Event[], handle: Handler, internals: Internals): readonly Happened[] {
  const ended = new Map(
    events.flatMap((event) => (event.kind === 'order-closed' ? [[event.order, event.reason] as const] : [])),
  );
  const by = (kind: ChangeKind, ...wallets: readonly number[]): Happened => {
    return { kind, wallets: wallets.map((wallet) => addressOf(internals, wallet)) };
  };
  return events.flatMap((event): readonly Happened[] => {
    switch (event.kind) {
      case 'order-accepted':
        return ended.has(event.order) || event.type === 'FOK' || event.type === 'FAK'
          ? []
          : [by('rested', event.wallet)];
      case 'order-closed':
        return endingOf(event.reason).map((kind) => by(kind));
      case 'trade':
        return [
          by('taken', event.takerWallet),
          ...event.makers.map(({ order, wallet }) =>
            by(ended.get(order) === 'matched' ? 'filled' : 'part-filled', wallet),
          ),
          ...soldOut(event, handle, internals),
        ];
      case 'trade-status':
        return event.status === 'MATCHED' ? [] : [by('settled')];
      case 'heartbeat-kept':
        return [by('beat', event.key)];
      default:
        return [];
    }
  });
}

function endingOf(reason: string): readonly ChangeKind[] {
  switch (reason) {
    case 'cancelled':
      return ['cancelled'];
    case 'killed':
      return ['fok-killed'];
    case 'heartbeat':
      return ['lapsed'];
    case 'expired':
      return ['expired'];
    default:
      return [];
  }
}

/** The parties of a trade that hold no shares of their token after it. */
function soldOut({ market, outcome, takerWallet, makers }: TradeEvent, handle: Handler, internals: Internals) {
  const legs = [{ wallet: takerWallet, outcome }, ...makers];
  const condition = internals.ids().market(market) ?? '';
  return legs.flatMap((leg): readonly Happened[] => {
    const user = addressOf(internals, leg.wallet);
    const { body } = handle(get('/positions', { user, market: condition, sizeThreshold: '0' }));
    const isHeld = objectsIn(parseJson(body)).some((row) => numberAt(row, 'outcomeIndex') === leg.outcome);
    return isHeld ? [] : [{ kind: 'sold-out', wallets: [user] }];
  });
}

function addressOf(internals: Internals, wallet: number): string {
  return (internals.ids().wallet(wallet) ?? '').toLowerCase();
}
