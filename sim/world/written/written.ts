/** sim/world/written/written: a whole world from a description; the rest follows from the seed. */
import { createRng } from '../../../base/rng.ts';
import type { VenueRules } from '../../../spec/venue/rules.ts';
import type { MarketView } from '../../core/venue.ts';
import { createCreators, withCreators } from '../creators.ts';
import { createFloor, type Floor, termsOf } from '../floor.ts';
import { createComments, createNamedAccount } from '../population.ts';
import { START_MS, type World } from '../world.ts';
import { WorldError } from '../world-error.ts';
import { createWrittenCatalog, type WrittenCatalog } from './catalog.ts';
import type { WrittenMarket, WrittenWorld } from './description.ts';
import { createLookup, type Directory, type Lookup, tradeLookup } from './directory.ts';
import { liveThrough, microOf, perform, priceOf, spanOf } from './world-steps.ts';

/** Longest history: its first moment must lie after 1970. */
const SPAN_MAX_MS = 1e12;

/**
 * The world of a description. Wallets and markets are numbered in its order. Every wallet has a key, and every market
 * without a delay is set aside for writes. The clock is at the moment at which generated histories end.
 * Throws `WorldError`, one line that begins with the place in the description, if the venue refuses a command
 * or a name is unknown.
 */
export function writeWorld(seed: string, description: WrittenWorld, rules: VenueRules): World {
  const { history } = description;
  const span = spanOf(history);
  if (span > SPAN_MAX_MS) throw new WorldError('history: its waits add up to more than 1e9 seconds: shorten some');
  const rng = createRng(`${seed}/written`);
  const beginMs = START_MS - span;
  const written = new Map(Object.entries(description.markets));
  const wallets = Object.keys(description.wallets).map((name, index) =>
    createNamedAccount(rng.fork(`wallet ${name}`), name, index, true, beginMs),
  );
  const creators = createCreators(rng.fork('creators'), 1, beginMs, wallets);
  const catalog = createWrittenCatalog(rng.fork('listing'), written, creators[0], beginMs);
  const { events, markets } = catalog;
  const accounts = withCreators(wallets, markets);
  const floor = createFloor(beginMs, rules);
  const { venue } = floor;
  const directory: Directory = {
    wallet: createLookup('wallet', Object.keys(description.wallets)),
    market: createLookup('market', written.keys()),
    group: createLookup('group', catalog.groups.keys()),
    trade: tradeLookup(venue),
  };
  openMarkets(floor, catalog, written);
  openWallets(floor, description.wallets, directory.market);
  liveThrough(floor, history, directory);
  venue.advanceTo(START_MS);
  const square = { events, accounts, startMs: START_MS };
  return {
    seed,
    name: 'written',
    startMs: START_MS,
    events,
    markets,
    creators,
    accounts,
    comments: accounts.length === 0 ? [] : createComments(rng.fork('comments'), square, 1),
    venue,
    writeMarkets: markets
      .filter(({ index }) => isPrompt(venue.market(index)))
      .map(({ catalog }) => catalog.conditionId),
    names: { wallets: Object.keys(description.wallets), markets: [...written.keys()] },
    warnings: [],
  };
}

/** Open, and matches without a delay, as a check run requires. */
function isPrompt(market: MarketView | undefined) {
  return market?.state === 'open' && market.terms.delayMs === 0;
}

/** An account with a key and a profile in its name of the description. */
function openMarkets(floor: Floor, { markets, groups }: WrittenCatalog, written: ReadonlyMap<string, WrittenMarket>) {
  [...written].forEach(([name, { tick, fee }], index) => {
    const market = markets[index];
    if (market === undefined) return;
    const place = `markets.${name}`;
    const rate = microOf(fee.rate, `${place}.fee.rate`);
    const terms = termsOf(market, priceOf(tick, `${place}.tick`), { ...fee, rate });
    // All other terms have passed the schema.
    perform(floor, { kind: 'list-market', terms }, `${place}.tick`);
  });
  for (const [name, members] of groups) {
    if (members.length < 2) {
      const [only] = [...written].filter(([, { group }]) => group === name);
      throw new WorldError(
        `markets.${only?.[0]}.group: a group has at least two markets, and "${name}" has this one only`,
      );
    }
    perform(floor, { kind: 'group-markets', markets: members }, `group ${name}`);
  }
}

/** Dollars are deposited; shares of both tokens come from splits, whose dollars are deposited as well. */
function openWallets(floor: Floor, wallets: WrittenWorld['wallets'], market: Lookup) {
  Object.entries(wallets).forEach(([name, { cash, tokens }], wallet) => {
    const place = `wallets.${name}`;
    perform(floor, { kind: 'open-wallet' }, place);
    const held = Object.entries(tokens).map(([where, amount]) => {
      const at = `${place}.tokens.${where}`;
      return { at, market: market(where, at), size: microOf(amount, at) };
    });
    const deposit = held.reduce((sum, { size }) => sum + size, microOf(cash, `${place}.cash`));
    if (deposit > 0) perform(floor, { kind: 'deposit', wallet, amount: deposit }, `${place}.cash`);
    for (const { at, market: where, size } of held) {
      if (size > 0) perform(floor, { kind: 'split', wallet, market: where, size }, at);
    }
  });
}
