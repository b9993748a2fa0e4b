/** sim/views/holdings: the fold of movements into an account per wallet and token; orderings are cached. */
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Movement } from './movement.ts';
import { type Account, applyMovement } from './position-maths.ts';

/** One wallet's account in one token, from its first movement on. */
export type Holding = Account & {
  /** Position in the order of first movements, over all wallets. */
  readonly number: number;
  readonly wallet: number;
  readonly market: number;
  readonly outcome: OutcomeIndex;
  /** Moment of the last movement, milliseconds. */
  changedAt: number;
  /** Counts movements. */
  version: number;
  /** The account of the same wallet in the other token of the market, if there is one. */
  opposite: Holding | undefined;
};

/** The accounts of one wallet, or of one token. */
export type HoldingSet = {
  /** In order of first movement. */
  readonly all: readonly Holding[];
  /** `make()`, cached under `name` until a holding of this set or `moment`, the version of all else, changes. */
  remembered(name: string, make: () => readonly Holding[], moment?: number): readonly Holding[];
};

export type Holdings = ReturnType<typeof createHoldings>;

type Ordering = { readonly moment: number; readonly list: readonly Holding[] };
type MutableSet = HoldingSet & { readonly all: Holding[]; orderings: Map<string, Ordering> | undefined };

export function createHoldings() {
  /** By wallet, then by token key. */
  const accounts: Map<number, Holding>[] = [];
  /** By wallet and by token key. */
  const byWallet: MutableSet[] = [];
  const byToken: MutableSet[] = [];
  let count = 0;

  const accountsOf = (wallet: number): Map<number, Holding> => {
    const known = accounts[wallet] ?? new Map<number, Holding>();
    accounts[wallet] = known;
    return known;
  };
  const open = (own: Map<number, Holding>, wallet: number, market: number, outcome: OutcomeIndex): Holding => {
    const opposite = own.get(tokenKey(market, outcome === 0 ? 1 : 0));
    const fresh = { size: 0, average: 0, totalBought: 0, realizedPnl: 0, changedAt: 0, version: 0 };
    const holding: Holding = { number: count, wallet, market, outcome, ...fresh, opposite };
    count += 1;
    if (opposite !== undefined) opposite.opposite = holding;
    own.set(tokenKey(market, outcome), holding);
    setOf(byWallet, wallet).all.push(holding);
    setOf(byToken, tokenKey(market, outcome)).all.push(holding);
    return holding;
  };

  return {
    apply(movement: Movement) {
      const { wallet, market, outcome } = movement;
      const own = accountsOf(wallet);
      const holding = own.get(tokenKey(market, outcome)) ?? open(own, wallet, market, outcome);
      applyMovement(holding, movement);
      holding.changedAt = movement.at;
      holding.version += 1;
      setOf(byWallet, wallet).orderings = undefined;
      setOf(byToken, tokenKey(market, outcome)).orderings = undefined;
    },
    ofWallet: (wallet: number) => byWallet[wallet] ?? NOTHING,
    ofToken: (market: number, outcome: OutcomeIndex) => byToken[tokenKey(market, outcome)] ?? NOTHING,
  };
}

const NOTHING: HoldingSet = { all: [], remembered: () => [] };

function tokenKey(market: number, outcome: OutcomeIndex) {
  return market * 2 + outcome;
}

function setOf(sets: MutableSet[], key: number): MutableSet {
  const known = sets[key] ?? createSet();
  sets[key] = known;
  return known;
}

function createSet(): MutableSet {
  const set: MutableSet = {
    all: [],
    orderings: undefined,
    remembered(name, make, moment = 0) {
      const known = set.orderings?.get(name);
      if (known?.moment === moment) return known.list;
      const list = make();
      set.orderings ??= new Map();
      set.orderings.set(name, { moment, list });
      return list;
    },
  };
  return set;
}
