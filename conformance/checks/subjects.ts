/** conformance/checks/subjects: names of the subjects of routes, from the bindings, and names that nothing has. */
import { flagAt, type JsonObject } from '../../base/json.ts';
import type { Subject } from '../../spec/ids.generated.ts';
import type { Bindings, Role } from '../check.ts';
import {
  eventsOf,
  NO_ADDRESS,
  NO_CONDITION,
  NO_NUMBER,
  NO_SLUG,
  NO_TOKEN,
  textsInside,
  textsOf,
} from './assertions.ts';

type SubjectRow = Readonly<{
  role: Role;
  /** Names that the target is known to serve, the best one first. An empty text is a row without its name. */
  names: (bindings: Bindings) => readonly string[];
  /** Further names in other lists of the target. A route that fails binds no `names`, but must know these. */
  others: (bindings: Bindings) => readonly string[];
  /** A well-formed name that no entity has. */
  unknown: string;
  /** A name to try if no list contains one. The default is `unknown`. */
  guess?: (bindings: Bindings) => string;
}>;

const ADDRESSED = { others: ({ addresses }: Bindings) => addresses, unknown: NO_ADDRESS };

const inNoOtherList = (): readonly string[] => [];

export const SUBJECTS: Readonly<Record<Subject, SubjectRow>> = {
  market: {
    role: 'market',
    names: ({ markets }) => textsOf(markets, 'slug'),
    others: inNoOtherList,
    unknown: NO_SLUG,
  },
  condition: {
    role: 'condition',
    names: ({ conditions }) => textsOf(conditions, 'condition_id'),
    others: ({ markets }) => textsOf(trading(markets), 'conditionId'),
    unknown: NO_CONDITION,
  },
  book: {
    role: 'book',
    names: ({ books }) => textsOf(books, 'asset_id'),
    others: ({ markets }) => trading(markets).flatMap((market) => textsInside(market, 'clobTokenIds') ?? []),
    unknown: NO_TOKEN,
  },
  wallet: { role: 'wallet', names: ({ wallets }) => wallets, ...ADDRESSED },
  'closed-wallet': { role: 'closed-wallet', names: ({ closedWallets }) => closedWallets, ...ADDRESSED },
  'active-wallet': { role: 'active-wallet', names: ({ activeWallets }) => activeWallets, ...ADDRESSED },
  'held-market': {
    role: 'held-market',
    names: ({ heldMarkets }) => heldMarkets,
    others: ({ markets }) => textsOf(trading(markets), 'conditionId'),
    unknown: NO_CONDITION,
  },
  comment: {
    role: 'comment',
    names: ({ comments }) => comments,
    others: inNoOtherList,
    unknown: NO_NUMBER,
    guess: () => '1',
  },
  profile: {
    role: 'profile',
    names: ({ profiles }) => profiles,
    others: inNoOtherList,
    unknown: NO_ADDRESS,
    // Not in `others`: a wallet that trades may have no profile.
    guess: ({ addresses: [trader = NO_ADDRESS] }) => trader,
  },
  event: {
    role: 'event',
    names: ({ events }) => textsOf(events, 'id'),
    others: ({ markets }) => textsOf(markets.flatMap(eventsOf), 'id'),
    unknown: NO_NUMBER,
  },
  'event-slug': {
    role: 'event',
    names: ({ events }) => textsOf(events, 'slug'),
    others: ({ markets }) => textsOf(markets.flatMap(eventsOf), 'slug'),
    unknown: NO_SLUG,
  },
};

/** Markets that trade now. A service may keep only the list row of a market that ended. */
function trading(markets: readonly JsonObject[]): readonly JsonObject[] {
  return markets.filter((market) => flagAt(market, 'active') === true && flagAt(market, 'closed') === false);
}
