/** backtest/injected/injected-tape: recorded history as a tape of orders; snapshots correct the drift. */
import { createHash } from 'node:crypto';
import type { Tape } from '../../sim/tape/tape.ts';
import type { ReplaySource } from '../replay/source.ts';
import { calendarOf, type Entry } from './calendar.ts';
import type { Drift } from './drift.ts';
import { InjectedPlayer } from './injected-player.ts';
import type { Survey } from './survey.ts';

/** Grows with every change of what the tape does with a recording. */
const VERSION = 1;

export type InjectedTape = Tape & {
  /** The meters of the player that was made last, by served market. */
  drifts(): readonly Drift[];
  /** Background orders that the engine refused, by reason. */
  refused(): Readonly<Record<string, number>>;
};

export function injectedTape(recording: ReplaySource, survey: Survey): InjectedTape {
  const calendar: readonly Entry[] = calendarOf(recording, survey);
  let latest: InjectedPlayer | undefined;
  return {
    checksum: createHash('sha256').update(`injected ${VERSION} ${recording.checksum}`).digest('hex'),
    play(saved) {
      latest = new InjectedPlayer(recording, survey, calendar, saved);
      return latest;
    },
    drifts: () => latest?.drifts ?? [],
    refused: () => latest?.background.refused ?? {},
  };
}
