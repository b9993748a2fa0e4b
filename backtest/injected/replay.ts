/**
 * backtest/injected/replay: the door of this folder: a recording as a running service. Any client of the interface trades against it, in process
 * or over HTTP.
 */
import { resolve } from 'node:path';
import { type Simulator, type SimulatorOptions, simulatorOf } from '../../sim/simulator.ts';
import { venueRules } from '../../sim/venue-rules.ts';
import { worldSource } from '../../sim/world/source.ts';
import type { World } from '../../sim/world/world.ts';
import { loadProfile } from '../../spec/profile.ts';
import type { Recording } from '../data/recording.ts';
import { type InjectedTape, injectedTape } from './injected-tape.ts';
import { injectedWorld } from './injected-world.ts';
import { type Survey, surveyRecording } from './survey.ts';

export type ReplayOptions = Omit<SimulatorOptions, 'world' | 'tape' | 'onProgress'> & {
  /** Cash of the strategy wallet, micro dollars; 10,000 dollars by default. */
  readonly cash?: number;
  /** Called with the rows that are read before the service begins. */
  readonly onSurvey?: (rows: number) => void;
};

export type Replay = {
  readonly simulator: Simulator;
  readonly survey: Survey;
  /** What a run without the service around it needs: the world at its beginning, and the tape. */
  readonly begin: () => World;
  readonly tape: InjectedTape;
};

const CASH = 10_000_000_000;

/**
 * Serves the recording in the fidelity injected. The recording must stay open as long as the service is used. Throws `DataError` when it is damaged
 * or has no market that can be served, and what `createSimulator` throws.
 */
export function openReplay(recording: Recording, options: ReplayOptions = {}): Replay {
  const { profile: asked = 'document', seed: given = 1, cash = CASH, onSurvey, ...own } = options;
  const profile = typeof asked === 'string' ? loadProfile(asked) : structuredClone(asked);
  const [seed, rules] = [String(given), venueRules(profile)];
  const survey = surveyRecording(recording, onSurvey);
  const tape = injectedTape(recording, survey);
  const begin = worldSource(() => injectedWorld({ recording, survey, seed, rules, cash }));
  const world = `replay:${resolve(recording.file)}`;
  const content = recording.checksum.slice(0, 16);
  const source = { begin, identity: () => ({ seed, rules, world, content }), profile };
  return { simulator: simulatorOf(source, { ...own, tape }), survey, begin, tape };
}
