/** backtest/injected/served-world: the world of a service on recorded or simulated markets, without orders. */
import { createRng } from '../../base/rng.ts';
import { createAccount } from '../../sim/world/population.ts';
import type { World, WorldAccount } from '../../sim/world/world.ts';
import type { VenueRules } from '../../spec/venue/rules.ts';
import type { ReplaySource } from '../replay/source.ts';
import { openEngine } from '../run/open-engine.ts';
import { STRATEGY } from './background.ts';
import { listRecorded } from './recorded-catalog.ts';
import type { Survey } from './survey.ts';

export type ServedWallet = { readonly name: string; readonly cash: number };

export type ServedWorldOptions = {
  readonly source: ReplaySource;
  readonly survey: Survey;
  /** Addresses and keys follow from it. */
  readonly seed: string;
  readonly rules: VenueRules;
  /** By number; the first one is the strategy. */
  readonly wallets: readonly ServedWallet[];
};

/** Condition ids in the credentials, at most. */
const NAMED_MARKETS = 100;

/** The clock stands at the first recorded moment. */
export function servedWorld({ source, survey, seed, rules, wallets }: ServedWorldOptions): World {
  const entries = new Map(source.catalog.map((entry) => [entry.market, entry]));
  const { events, markets } = listRecorded(survey, entries);
  const { firstMs } = survey;
  const ticks = survey.markets.map(({ tick }) => tick);
  return {
    seed,
    name: 'replay',
    startMs: firstMs,
    events,
    markets,
    creators: [],
    comments: [],
    accounts: wallets.map(({ name }, index) => accountOf(seed, name, index, firstMs)),
    venue: openEngine({ ticks, cash: wallets.map(({ cash }) => cash), rules, firstMs }),
    writeMarkets: markets.slice(0, NAMED_MARKETS).map(({ catalog }) => catalog.conditionId),
    names: { wallets: wallets.slice(0, 1).map(({ name }) => name), markets: survey.markets.map(({ name }) => name) },
    warnings: survey.warnings,
  };
}

function accountOf(seed: string, name: string, index: number, startMs: number): WorldAccount {
  const account = createAccount(createRng(`${seed}/replay/${name}`), index, index === STRATEGY, true, startMs);
  const { profile } = account;
  return profile === undefined ? account : { ...account, profile: { ...profile, name, displayUsernamePublic: true } };
}
