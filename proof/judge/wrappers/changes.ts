/** proof/judge/wrappers/changes: kinds of changes, and a watch that classifies each by the event log. */

import { numberAt, objectsIn, parseJson } from '../../../base/json.ts';
import type { CloseReason, Event, TradeEvent } from '../../../spec/venue/event.ts';
import { get, type Handler, type Request, type Response } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import type { Internals, Wrap } from '../variant.ts';
import { callerOf } from './signatures.ts';

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
type Happened = { readonly kind: ChangeKind; readonly wallets: readonly string[] };

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
        return [ENDINGS[event.reason] ?? []].flat().map((kind) => by(kind));
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

const ENDINGS: Readonly<Partial<Record<CloseReason, ChangeKind>>> = {
  cancelled: 'cancelled',
  killed: 'fok-killed',
  heartbeat: 'lapsed',
  expired: 'expired',
};

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

function addressOf(internals: Internals, wallet: number) {
  return (internals.ids().wallet(wallet) ?? '').toLowerCase();
}

/** `frozen`: the change never shows. `late`: it shows with the next change of its kind. */
export const MODES = ['frozen', 'late'] as const;
export type Mode = (typeof MODES)[number];

/** The memory of a request: the response shown, the latest true one, and whether the two may differ. */
type Known = Readonly<{
  shown: Response;
  latest: Response;
  changes: number;
  isStale: boolean;
}>;

/** The service whose responses miss changes of `kind`. A change of wallets affects the requests about them. */
export function stale(kind: ChangeKind, mode: Mode): Wrap {
  return (handle, internals) => {
    const known = new Map<string, Known>();
    const changed = watchChanges(handle, internals);
    const happened: Happened[] = [];
    return (request) => {
      const response = handle(request);
      happened.push(...changed().filter((change) => change.kind === kind));
      if (response.status !== 200) return response;
      const { key, wallet } = identityOf(request, internals);
      const changes = happened.filter(
        ({ wallets }) => wallets.length === 0 || wallet === undefined || wallets.includes(wallet),
      ).length;
      const next = nextOf(known.get(key), response, changes, mode);
      known.set(key, next);
      return { ...next.shown, headers: { ...next.shown.headers, ...dateOf(response) } };
    };
  };
}

function nextOf(known: Known | undefined, latest: Response, changes: number, mode: Mode): Known {
  if (known === undefined) return { shown: latest, latest, changes, isStale: false };
  const isChanged = changes > known.changes;
  const isStale = known.isStale || isChanged;
  if (!isStale) return { shown: latest, latest, changes, isStale };
  return { shown: mode === 'late' && isChanged ? known.latest : known.shown, latest, changes, isStale };
}

/** Equal requests have equal keys; all heartbeats of a caller are equal, because each has the id of the last. */
function identityOf(
  request: Request,
  internals: Internals,
): { readonly key: string; readonly wallet: string | undefined } {
  const { method, path, query, body } = request;
  const caller = callerOf(request, internals);
  const text = matchRoute(request)?.id === 'heartbeat-v1' ? '' : `${query} ${String(body)}`;
  const wallet = new URLSearchParams(query).get('user') ?? caller?.address;
  return { key: `${method} ${path} ${text} ${caller?.apiKey}`, wallet: wallet?.toLowerCase() };
}

/** The Date header of a stale response stays current, because callers sign by it. */
function dateOf({ headers }: Response): Readonly<Record<string, string>> {
  return headers['date'] === undefined ? {} : { date: headers['date'] };
}
