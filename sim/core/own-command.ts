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
  switch (kind) {
    case 'place':
      return copiedOrder(command);
    case 'cancel':
      return { kind, wallet: command.wallet, order: command.order };
    case 'list-market':
      return { kind, terms: ownTerms(command.terms) };
    case 'resolve-market':
      return { kind, market: command.market, payout: ownList(command.payout, 2) };
    case 'group-markets':
      return { kind, markets: ownList(command.markets, GROUP_LIMIT) };
    case 'convert': {
      const { wallet, group, markets, size } = command;
      return { kind, wallet, group, markets: ownList(markets, GROUP_LIMIT), size };
    }
    default: {
      const { wallet, market, amount, size, key, tick, trade, outcome } = command as Readonly<Record<string, unknown>>;
      return { kind, wallet, market, amount, size, key, tick, trade, outcome } as Command;
    }
  }
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

function ownTerms(terms: MarketTerms): MarketTerms {
  if (typeof terms !== 'object' || terms === null) return terms;
  const { tick, minSize, fee, delayMs } = terms;
  if (typeof fee !== 'object' || fee === null) return { tick, minSize, fee, delayMs };
  const { rate, exponent, takerOnly } = fee;
  return { tick, minSize, fee: { rate, exponent, takerOnly }, delayMs };
}

/** The items, with `undefined` for those that are missing; none of a list that is longer than it may be. */
function ownList<List extends readonly number[]>(list: List, most: number): List {
  if (!Array.isArray(list)) return list;
  const { length } = list;
  return Array.from({ length: length <= most ? length : 0 }, (_, at) => list[at]) as unknown as List;
}
