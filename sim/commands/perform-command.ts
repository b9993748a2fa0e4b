/** sim/commands/perform-command: commands that move a running world, as logged commands of the venue. */
import { likely } from '../../base/closest.ts';
import { invariant } from '../../base/result.ts';
import { MICRO, PRICE_ONE, unitsToNumber } from '../../base/units.ts';
import type { Command, Reply } from '../../spec/venue/command.ts';
import type { OrderView } from '../core/order-view.ts';
import { createVenue, type Venue } from '../core/venue.ts';
import { type NamedMarket, namedIn } from '../named.ts';
import type { Service } from '../service.ts';
import { termsOf } from '../world/floor.ts';
import { allOf, type World } from '../world/world.ts';
import { WorldError } from '../world/world-error.ts';
import { type Directory, tradeLookup } from '../world/written/directory.ts';
import { refusalText } from '../world/written/refusal-text.ts';
import { deedCommand, microOf, perform, priceOf } from '../world/written/world-steps.ts';
import { type Addition, catalogOf, nextId, noteOf, withAdditions } from './additions.ts';
import { type AnyCommand, readCommand } from './command-words.ts';
import { grow } from './grow.ts';

type LiveDirectory = Directory & { readonly order: (order: string, place: string) => number };

export function liveDirectory({ world, catalog, views }: Service): LiveDirectory {
  const { venue } = world;
  const named = namedIn(world);
  return {
    market(name, place) {
      const id = own(named.markets, name)?.conditionId ?? name;
      const market = catalog.marketByCondition(id) ?? catalog.marketBySlug(id);
      return market?.index ?? fail(place, 'market', name, Object.keys(named.markets), 'a condition id or a slug');
    },
    wallet(name, place) {
      const account = catalog.accountByAddress(own(named.wallets, name)?.address ?? name);
      return account?.index ?? fail(place, 'wallet', name, Object.keys(named.wallets), 'an address');
    },
    /** A group has no name on the wire: any of its markets names it. */
    group(name, place) {
      const market = this.market(name, place);
      return venue.market(market)?.group ?? fail(place, 'group', name, [], 'a market that is in one');
    },
    trade(trade, place) {
      const number = typeof trade === 'string' ? views.ids.trade.decode(trade) : undefined;
      return known(number, venue.tradeCount) ?? tradeLookup(venue)(trade, place);
    },
    order(order, place) {
      const number = views.ids.order.decode(order);
      if (number !== undefined && venue.order(number) !== undefined) return number;
      throw new WorldError(`${place}: no order "${order}": pass the orderID of a response`);
    },
  };
}

function known(number: number | undefined, count: Venue['tradeCount']) {
  return number !== undefined && number < count ? number : undefined;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const NAMES_SHOWN = 12;

function fail(place: string, kind: string, name: string, names: readonly string[], other: string): never {
  const [near] = likely(name, names);
  const advice = near === undefined ? '' : ` did you mean "${near}"?`;
  const listed = names.length === 0 ? '' : `there are ${names.slice(0, NAMES_SHOWN).join(', ')}; or `;
  throw new WorldError(`${place}: no ${kind} "${name}":${advice} ${listed}pass ${other}`);
}

/** The result of a command: the market opened, the id of the comment, or the shares filled at once. */
export type CommandResult = {
  readonly market?: NamedMarket;
  readonly comment?: string;
  readonly filled?: number;
};

/** Performs a command at `now`. Throws `WorldError` with the place of the fault, before anything has changed. */
export function performCommand(service: Service, value: unknown, now: number): CommandResult {
  const words = readCommand(value);
  const { venue } = service.world;
  const from = venue.eventCount;
  const step: Steps = (command, place) => perform({ venue, now }, command, place);
  try {
    return performWords(service, words, step, now);
  } finally {
    grow(service, from);
  }
}

function performWords(service: Service, words: AnyCommand, step: Steps, now: number): CommandResult {
  const directory = liveDirectory(service);
  if ('open' in words) return openMarket(service, words.open, step, now);
  if ('comment' in words) {
    const { wallet, market, text, reply } = words.comment;
    const author = directory.wallet(wallet, 'comment.wallet');
    const event = service.world.markets[directory.market(market, 'comment.market')]?.event;
    const all = service.world.comments.flatMap(allOf);
    if (reply !== undefined && !all.some(({ id }) => id === reply))
      throw new WorldError(`comment.reply: no comment "${reply}": pass the id of one`);
    const about = { wallet: author, event: event?.own.id ?? '', text };
    step(
      { kind: 'note', text: noteOf({ addition: 'comment', ...about, ...(reply !== undefined && { reply }) }) },
      'comment',
    );
    return { comment: String(nextId(all.map(({ id }) => id))) };
  }
  if ('fill' in words) return { filled: fillOrder(service, words.fill, directory, step) };
  const [verb = ''] = Object.keys(words);
  step(deedCommand(words, verb, directory), verb);
  return {};
}

function openMarket(
  service: Service,
  { market: name, ends, ...written }: Extract<AnyCommand, { open: unknown }>['open'],
  step: Steps,
  now: number,
): CommandResult {
  const { world } = service;
  if (Object.hasOwn(namedIn(world).markets, name))
    throw new WorldError(`open.market: there is a market "${name}" already: choose another name`);
  const addition: Addition = { addition: 'market', name, market: written, ends };
  const [market] = catalogOf(world, addition, now).markets;
  invariant(market !== undefined, 'a catalog of one market has one');
  const rate = microOf(written.fee.rate, 'open.fee.rate');
  const terms = termsOf(market, priceOf(written.tick, 'open.tick'), { ...written.fee, rate });
  const listing = { kind: 'list-market', terms } as const;
  // First on an empty venue, because the note stays.
  const tried = createVenue().step(listing, now);
  if (!tried.ok) throw new WorldError(`open.tick: ${refusalText(tried.refusal)}`);
  step({ kind: 'note', text: noteOf(addition) }, 'open');
  step(listing, 'open');
  const grown = withAdditions(world, world.venue.eventCount - 2);
  const opened = namedIn(grown).markets[name];
  return opened === undefined ? {} : { market: opened };
}

/** Performs commands of the venue at this moment. Throws `WorldError` at `place` if it refuses. */
type Steps = (command: Command, place: string) => Reply;

/** A counterparty takes the order at its price, and those ahead of it. Returns the shares that filled at once. */
function fillOrder(
  { world }: Service,
  words: Extract<AnyCommand, { fill: unknown }>['fill'],
  directory: LiveDirectory,
  step: Steps,
): number {
  const { venue } = world;
  const number = directory.order(words.order, 'fill.order');
  const order = venue.order(number);
  const left = venue.remaining(number);
  if (order === undefined || order.state !== 'live')
    throw new WorldError(`fill.order: the order does not rest: it is ${order?.state}`);
  const state = venue.market(order.market)?.state;
  if (state !== 'open') throw new WorldError(`fill: market-not-accepting: it is ${state}`);
  const size = words.size === undefined ? left : microOf(words.size, 'fill.size');
  if (size === 0 || size > left)
    throw new WorldError(`fill.size: ${unitsToNumber(left, 6)} shares of the order are open`);
  const all = size + sharesAhead(world, order);
  const minSize = venue.market(order.market)?.terms.minSize ?? 0;
  if (all < minSize)
    throw new WorldError(`fill.size: size-too-small: at least ${unitsToNumber(minSize, 6)}, the least of its market`);
  // A dollar a share covers any price, and another one any fee.
  const amount = 2 * all + MICRO;
  const { deposits, debt } = venue.treasury();
  if (amount > Number.MAX_SAFE_INTEGER - deposits - debt)
    throw new WorldError('fill.size: more than the money of the venue');
  const wallet = counterparty(world, step);
  const side = order.side === 'BUY' ? 'SELL' : 'BUY';
  const { market, outcome, price } = order;
  step({ kind: 'deposit', wallet, amount }, 'fill');
  if (side === 'SELL') step({ kind: 'split', wallet, market, size: all }, 'fill');
  const terms = { market, outcome, side, type: 'FAK', price, size: all, postOnly: false } as const;
  step({ kind: 'place', wallet, key: wallet, ...terms, salt: `fill-${venue.eventCount}` }, 'fill');
  return unitsToNumber(left - venue.remaining(number), 6);
}

/** Shares at better prices on the side of the order, and of earlier orders at its price. */
function sharesAhead({ venue }: World, order: OrderView): number {
  const { market, outcome, side, price } = order;
  const levels = side === 'BUY' ? venue.bids(market, outcome) : venue.asks(market, outcome);
  const isBetter = (other: number) => (side === 'BUY' ? other > price : other < price);
  const better = levels.reduce((sum, level) => (isBetter(level.price) ? sum + level.size : sum), 0);
  let later = 0;
  const level = venue.restingAt(market, outcome, side, price);
  for (let number = order.order; ; number += 1) {
    const other = venue.order(number);
    if (other === undefined) return better + level - later;
    if (other.state === 'live' && other.market === market && isAt(other, order)) later += venue.remaining(number);
  }
}

/** Whether an order rests on the level of another one, in terms of either token. */
function isAt(one: OrderView, other: OrderView) {
  if (one.outcome === other.outcome) return one.side === other.side && one.price === other.price;
  return one.side !== other.side && one.price + other.price === PRICE_ONE;
}

/** A wallet that does nothing but fill, so that it never trades with itself; opened at the first fill. */
function counterparty({ counterparty: known }: World, step: Steps): number {
  if (known !== undefined) return known;
  step({ kind: 'note', text: noteOf({ addition: 'wallet' }) }, 'fill');
  const reply = step({ kind: 'open-wallet' }, 'fill');
  invariant(reply.kind === 'created', 'a wallet can always be opened');
  return reply.index;
}
