/** cli/data/progress: how far a command about data is, on stderr, and errors of data as errors of the command. */
import { DataError } from '../../backtest/data/data-error.ts';
import { type PipelineOptions, type RecordingFacts, runPipeline } from '../../backtest/data/pipeline.ts';
import { RecordingWriter } from '../../backtest/data/recording-writer.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError } from '../exit.ts';
import { createTextProgress } from '../terminal/text-progress.ts';

export type RowProgress = { show(verb: string, rows: number): void; end(): void };

export function rowProgress(first: string): RowProgress {
  const progress = createTextProgress(process.stderr, first);
  let [shownVerb, start, startRows] = ['', 0, 0];
  return {
    show(verb, rows) {
      if (verb !== shownVerb) [shownVerb, start, startRows] = [verb, performance.now(), rows];
      progress.show(() => {
        const seconds = Math.max(0.001, (performance.now() - start) / 1_000);
        return `${verb}: ${rows} rows, ${Math.round((rows - startRows) / seconds)} a second`;
      });
    },
    end: () => progress.end(),
  };
}

/** Writes a recording to `draft` and shows its rows. */
export async function writeRecording(
  draft: string,
  source: PipelineOptions,
  progress: RowProgress,
): Promise<RecordingFacts> {
  const writer = new RecordingWriter(draft);
  try {
    return await runPipeline({ ...source, onProgress: ({ phase, rows }) => progress.show(phase, rows) }, writer);
  } finally {
    await writer.close();
  }
}

/** Turns errors of data into errors that the user can act on. */
export async function withDataErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DataError ? new CliError(visible(error.message)) : error;
  }
}
