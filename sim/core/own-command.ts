/**
 * sim/core/own-command: a command as it was when it was given. Each of its fields is read once, so that what is judged is what
 * is done: an object of somebody else's program may answer every question anew, or not at all.
 */
import type { Command, MarketTerms, PlaceOrder } from './command.ts';
import { GROUP_LIMIT } from './rules.ts';

/** A copy with the fields of its kind, well-formed or not; undefined where one of them cannot be read. */
export function ownCommand(command: Command): Command | undefined {
  try {
    return typeof command === 'object' && command !== null ? copied(command) : command;
  } catch {
    return undefined;
  }
}

function copied(command: Command): Command {
  const { kind } = command;
  // Who asks for the kind from here on compares texts alone.
  if (typeof kind !== 'string') return { kind };
  if (kind === 'place') return copiedOrder(command);
  if (kind === 'cancel') return { kind, wallet: command.wallet, order: command.order };
  return copiedOther(command, kind);
}

/** What commands have that are neither orders nor cancellations: one form for all, which is read as quickly as any. */
type Other = Record<'kind' | 'wallet' | 'market' | 'size' | 'group' | 'markets' | 'terms' | 'payout', unknown> &
  Record<'amount' | 'key' | 'tick' | 'trade' | 'outcome', unknown>;

function copiedOther(command: Exclude<Command, { kind: 'place' | 'cancel' }>, kind: Command['kind']): Command {
  const own: Other = {
    kind,
    wallet: undefined,
    market: undefined,
    size: undefined,
    group: undefined,
    markets: undefined,
    terms: undefined,
    payout: undefined,
    amount: undefined,
    key: undefined,
    tick: undefined,
    trade: undefined,
    outcome: undefined,
  };
  const given = command as Partial<Other>;
  switch (kind) {
    case 'list-market':
      own.terms = ownTerms(given.terms);
      break;
    case 'resolve-market':
      own.market = given.market;
      own.payout = ownList(given.payout, 2);
      break;
    case 'group-markets':
      own.markets = ownList(given.markets, GROUP_LIMIT);
      break;
    case 'convert':
      own.wallet = given.wallet;
      own.group = given.group;
      own.markets = ownList(given.markets, GROUP_LIMIT);
      own.size = given.size;
      break;
    case 'split':
    case 'merge':
      own.wallet = given.wallet;
      own.market = given.market;
      own.size = given.size;
      break;
    case 'redeem':
      own.wallet = given.wallet;
      own.market = given.market;
      break;
    case 'deposit':
      own.wallet = given.wallet;
      own.amount = given.amount;
      break;
    case 'heartbeat':
      own.key = given.key;
      break;
    case 'pause-market':
    case 'resume-market':
    case 'close-market':
      own.market = given.market;
      break;
    case 'change-tick':
      own.market = given.market;
      own.tick = given.tick;
      break;
    case 'disturb-settlement':
      own.trade = given.trade;
      own.outcome = given.outcome;
      break;
    default:
  }
  return own as Command;
}

function copiedOrder(command: PlaceOrder): PlaceOrder {
  const { wallet, key, market, outcome, side, type, price, size, postOnly, expiresAt, salt } = command;
  // An expiry that is undefined is none.
  return {
    kind: 'place',
    wallet,
    key,
    market,
    outcome,
    side,
    type,
    price,
    size,
    postOnly,
    expiresAt,
    salt,
  } as PlaceOrder;
}

function ownTerms(terms: unknown): unknown {
  if (typeof terms !== 'object' || terms === null) return terms;
  const { tick, minSize, fee, delayMs } = terms as Partial<MarketTerms>;
  if (typeof fee !== 'object' || fee === null) return { tick, minSize, fee, delayMs };
  const { rate, exponent, takerOnly } = fee;
  return { tick, minSize, fee: { rate, exponent, takerOnly }, delayMs };
}

/** The items, with `undefined` for those that are missing; none of a list that is longer than it may be. */
function ownList(list: unknown, most: number): unknown {
  if (!Array.isArray(list)) return list;
  const { length } = list;
  // A proxy may say anything of its length, and another thing each time that it is made a number.
  const count = Number.isSafeInteger(length) && length <= most ? length : 0;
  const items: unknown[] = [];
  for (let at = 0; at < count; at += 1) items.push(list[at]);
  return items;
}
