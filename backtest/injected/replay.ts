/** backtest/injected/replay: a recording as a running service, in process or over HTTP. */

import { resolve } from 'node:path';
import { createRng } from '../../base/rng.ts';
import { type Simulator, simulatorOf } from '../../sim/simulator.ts';
import { type SimulatorOptions, venueRules } from '../../sim/simulator-options.ts';
import type { Tape } from '../../sim/tape/tape.ts';
import { createNamedAccount } from '../../sim/world/population.ts';
import { worldSource } from '../../sim/world/source.ts';
import type { World } from '../../sim/world/world.ts';
import { loadProfile } from '../../spec/profile.ts';
import type { VenueRules } from '../../spec/venue/rules.ts';
import type { Recording } from '../data/recording.ts';
import type { ReplaySource } from '../replay/source.ts';
import { openEngine } from '../run/open-engine.ts';
import { MAKER_CASH, STRATEGY, TAKER_CASH } from './background.ts';
import { type InjectedTape, injectedTape } from './injected-player.ts';
import { listRecorded } from './recorded-catalog.ts';
import { type Survey, surveyRecording } from './survey.ts';

type ServedWallet = { readonly name: string; readonly cash: number };

type ServedWorldOptions = Readonly<{
  source: ReplaySource;
  survey: Survey;
  /** Addresses and keys follow from it. */
  seed: string;
  rules: VenueRules;
  /** By number; the first one is the strategy. */
  wallets: readonly ServedWallet[];
}>;

/** Condition ids in the credentials, at most. */
const NAMED_MARKETS = 100;

/** The clock stands at the first recorded moment. */
function servedWorld({ source, survey, seed, rules, wallets }: ServedWorldOptions): World {
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
    accounts: wallets.map(({ name }, index) =>
      createNamedAccount(createRng(`${seed}/replay/${name}`), name, index, index === STRATEGY, firstMs),
    ),
    venue: openEngine({ ticks, cash: wallets.map(({ cash }) => cash), rules, firstMs }),
    writeMarkets: markets.slice(0, NAMED_MARKETS).map(({ catalog }) => catalog.conditionId),
    names: { wallets: wallets.slice(0, 1).map(({ name }) => name), markets: survey.markets.map(({ name }) => name) },
    warnings: survey.warnings,
  };
}

export type ServedOptions = Omit<SimulatorOptions, 'world' | 'tape' | 'onProgress'> & {
  /** Cash of the strategy wallet, micro dollars; 10,000 dollars by default. */
  readonly cash?: number;
};

export type ReplayOptions = ServedOptions & {
  /** Called with the rows that are read before the service begins. */
  readonly onSurvey?: (rows: number) => void;
};

/** Markets as a running service. */
export type Served<Player extends Tape = Tape> = Readonly<{
  simulator: Simulator;
  survey: Survey;
  /** For a run without the service around it: the world at its beginning, and the tape. */
  begin: () => World;
  tape: Player;
}>;

export type Replay = Served<InjectedTape>;

const CASH = 10_000_000_000;

/**
 * Serves the recording in the fidelity injected. The recording must stay open as long as the service is used. Throws
 * `DataError` when it is damaged or has no market that can be served, and what `createSimulator` throws.
 */
export function openReplay(recording: Recording, { onSurvey, ...options }: ReplayOptions = {}): Replay {
  const survey = surveyRecording(recording, onSurvey);
  const background = [
    { name: 'background maker', cash: MAKER_CASH },
    { name: 'background taker', cash: TAKER_CASH },
  ];
  return serveSource({ source: recording, survey, tape: injectedTape(recording, survey), others: background }, options);
}

type ServedParts<Player> = Readonly<{
  source: ReplaySource;
  survey: Survey;
  tape: Player;
  /** The wallets of the tape, in the order of their numbers, after that of the strategy. */
  others: readonly ServedWallet[];
}>;

/** Serves the markets of a source, on which a tape trades. Throws what `createSimulator` throws. */
export function serveSource<Player extends Tape>(
  { source, survey, tape, others }: ServedParts<Player>,
  { profile: chosen = 'document', seed: given = 1, cash = CASH, ...own }: ServedOptions,
): Served<Player> {
  const profile = typeof chosen === 'string' ? loadProfile(chosen) : structuredClone(chosen);
  const [seed, rules] = [String(given), venueRules(profile)];
  const wallets = [{ name: 'strategy', cash }, ...others];
  const begin = worldSource(() => servedWorld({ source, survey, seed, rules, wallets }));
  const world = `replay:${resolve(source.file)}`;
  const content = source.checksum.slice(0, 16);
  const parts = { begin, identity: () => ({ seed, rules, world, content }), profile };
  return { simulator: simulatorOf(parts, { ...own, tape }), survey, begin, tape };
}
