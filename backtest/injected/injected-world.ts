/**
 * backtest/injected/injected-world: the world in which a recording is replayed: its markets without orders, the two wallets of the background, and
 * one wallet with a key and cash for the strategy. The tape brings everything that happens.
 */
import type { Command, FeeTerms } from '../../sim/core/command.ts';
import { createExchange, type Exchange } from '../../sim/core/exchange.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { createAccount } from '../../sim/world/cast.ts';
import { SECOND_MS } from '../../sim/world/moment.ts';
import { createRng } from '../../sim/world/rng.ts';
import type { World, WorldAccount } from '../../sim/world/world.ts';
import { invariant } from '../../spec/result.ts';
import type { Recording } from '../data/recording.ts';
import { MAKER, MAKER_CASH, STRATEGY, TAKER, TAKER_CASH } from './background.ts';
import { listRecorded, MIN_SIZE } from './listing.ts';
import type { Survey } from './survey.ts';

export type InjectedWorldOptions = {
  readonly recording: Recording;
  readonly survey: Survey;
  /** Addresses and keys follow from it. */
  readonly seed: string;
  readonly rules: VenueRules;
  /** Cash of the strategy, micro dollars. */
  readonly cash: number;
};

/** Condition ids in the credentials, at most. */
const NAMED_MARKETS = 100;
const NO_FEE: FeeTerms = { rate: 0, exponent: 1, takerOnly: true };
const NAMES = ['strategy', 'background maker', 'background taker'];

/** The clock stands at the first recorded moment. */
export function injectedWorld({ recording, survey, seed, rules, cash }: InjectedWorldOptions): World {
  const entries = new Map(recording.catalog.map((entry) => [entry.market, entry]));
  const { events, markets } = listRecorded(survey, entries);
  const startMs = survey.firstMs;
  return {
    ...{ seed, name: 'replay', startMs, events, markets, creators: [], comments: [] },
    accounts: [STRATEGY, MAKER, TAKER].map((index) => accountOf(seed, index, startMs)),
    exchange: openExchange(survey, rules, cash),
    writeMarkets: markets.slice(0, NAMED_MARKETS).map(({ catalog }) => catalog.conditionId),
    names: { wallets: NAMES.slice(0, 1), markets: survey.markets.map(({ name }) => name) },
    warnings: survey.warnings,
  };
}

function accountOf(seed: string, index: number, startMs: number): WorldAccount {
  const name = NAMES[index] ?? '';
  const account = createAccount(createRng(`${seed}/replay/${name}`), index, index === STRATEGY, true, startMs);
  const { profile } = account;
  return profile === undefined ? account : { ...account, profile: { ...profile, name, displayUsernamePublic: true } };
}

/** The exchange before the first recorded moment: all markets listed without orders, three wallets with cash. */
export function openExchange(
  { markets, firstMs }: Survey,
  rules: VenueRules,
  cash: number,
  fee: FeeTerms = NO_FEE,
): Exchange {
  const exchange = createExchange(rules);
  const commands: readonly Command[] = [
    ...markets.map(
      ({ tick }) => ({ kind: 'list-market', terms: { tick, minSize: MIN_SIZE, fee, delayMs: 0 } }) as const,
    ),
    ...[cash, MAKER_CASH, TAKER_CASH].flatMap((amount, wallet) => [
      { kind: 'open-wallet' } as const,
      { kind: 'deposit', wallet, amount } as const,
    ]),
  ];
  for (const command of commands) {
    const result = exchange.step(command, firstMs - SECOND_MS);
    invariant(result.ok, `${command.kind} is accepted, not ${JSON.stringify(result)}`);
  }
  return exchange;
}
