/** bench/data: the cost of converting a capture, and of reading the recording. */

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeCapture } from '../backtest/data/generate/capture-file.ts';
import { generatedTable } from '../backtest/data/generate/generated-table.ts';
import { openRecording } from '../backtest/data/open-recording.ts';
import { runPipeline } from '../backtest/data/pipeline.ts';
import { RecordingWriter } from '../backtest/data/recording-writer.ts';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { openReplay } from '../backtest/injected/replay.ts';
import { taped } from '../sim/tape/tape.ts';
import { inRounds, print, withSpread } from './machine.ts';

const EVENTS = 1_000_000;
const MARKETS = 20;
const ROUNDS = 3;

/** Prints rows a second of a conversion, and events a second of a loop over the columns of the recording. */
export async function benchData(): Promise<void> {
  await withFolder(async (folder) => {
    const capture = join(folder, 'capture.csv.gz');
    const table = generatedTable({ seed: 1, events: EVENTS, markets: MARKETS, defects: [] });
    await writeCapture(table, { file: capture, named: capture }, () => undefined);
    const recording = join(folder, 'recording.arrow');
    const measure = async () => ({ converted: await convertRate(capture, recording), read: await readRate(recording) });
    const rates = await inRounds(ROUNDS, measure, 1);
    const converted = rates.map((round) => round.converted / 1_000);
    const read = rates.map((round) => round.read / 1e6);
    const size = Math.round(statSync(capture).size / 1e6);
    print(`convert CSV.gz, ${EVENTS} rows, ${size} MB`, withSpread(converted, 'k rows/s', 0), 'goal: 300 k rows/s');
    print('read the recording, checksums verified', withSpread(read, 'M events/s'), 'goal: far above 2 M events/s');
  });
}

async function convertRate(capture: string, recording: string): Promise<number> {
  rmSync(recording, { force: true });
  const start = performance.now();
  const { coverage } = await runPipeline({ files: [capture], gapSeconds: 60 }, new RecordingWriter(recording));
  return coverage.rows / ((performance.now() - start) / 1_000);
}

/** Touches five columns of every event, as a replay does. */
async function readRate(file: string): Promise<number> {
  const start = performance.now();
  const recording = await openRecording(file);
  let rows = 0;
  let sum = 0;
  for (const { rows: count, venueTime, kind, side, tick, size } of recording.batches()) {
    for (let at = 0; at < count; at += 1) {
      if (kind[at] !== 0)
        sum += (venueTime[at] as number) + (side[at] as number) * (tick[at] as number) + (size[at] as number);
    }
    rows += count;
  }
  recording.close();
  if (sum === 0) throw new Error('the recording is empty');
  return rows / ((performance.now() - start) / 1_000);
}

const REPLAY_ROUNDS = 5;

export async function benchReplay(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'recording.arrow');
    const table = generatedTable({ seed: 1, events: EVENTS, markets: MARKETS, defects: [] });
    await runPipeline({ files: [], tables: [table], gapSeconds: 60 }, new RecordingWriter(file));
    const rates = await inRounds(REPLAY_ROUNDS, async () => (await playRate(file)) / 1_000, 1);
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
