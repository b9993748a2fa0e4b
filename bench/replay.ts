/** bench/replay: the speed at which recorded history is played into the engine (docs/replaying.md). */
import { join } from 'node:path';
import { generatedTable } from '../backtest/data/generate/generated-table.ts';
import { openRecording } from '../backtest/data/open-recording.ts';
import { runPipeline } from '../backtest/data/pipeline.ts';
import { RecordingWriter } from '../backtest/data/recording-writer.ts';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { openReplay } from '../backtest/injected/replay.ts';
import { taped } from '../sim/tape/taped.ts';
import { print, withSpread } from './machine.ts';

const EVENTS = 1_000_000;
const MARKETS = 20;
const ROUNDS = 5;

export async function benchReplay(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'recording.arrow');
    const table = generatedTable({ seed: 1, events: EVENTS, markets: MARKETS, defects: [] });
    await runPipeline({ files: [], tables: [table], gapSeconds: 60 }, new RecordingWriter(file));
    const rates: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rate = await playRate(file);
      if (round > 0) rates.push(rate / 1_000);
    }
    print(`injected, ${EVENTS} rows of ${MARKETS} markets`, withSpread(rates, 'k rows/s', 0), 'goal: 300 k rows/s');
  });
}

async function playRate(file: string): Promise<number> {
  const recording = await openRecording(file);
  const { begin, tape, survey } = openReplay(recording);
  const venue = taped(begin().venue, tape.play());
  const start = performance.now();
  venue.advanceTo(survey.lastMs);
  const seconds = (performance.now() - start) / 1_000;
  recording.close();
  if (tape.drifts().some(({ differing }) => differing > 0)) throw new Error('the injected book has drifted');
  return recording.coverage.rows / seconds;
}
