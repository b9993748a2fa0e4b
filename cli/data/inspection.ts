/** cli/data/inspection: the work of `touchstone data inspect`: the coverage and defects of recordings or captures. */

import { isArrowFile, openRecording } from '../../backtest/data/open-recording.ts';
import { type RecordingSink, runPipeline } from '../../backtest/data/pipeline.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { untilInterrupted } from '../files/draft-file.ts';
import type { InspectFlags } from './command.ts';
import { type RowProgress, rowProgress, withDataErrors } from './progress.ts';
import { type Inspection, inspectionJson, inspectionText } from './report.ts';

/** Inspects and prints. Throws `CliError`. */
export async function inspectFiles(files: readonly string[], flags: InspectFlags): Promise<ExitCode> {
  const progress = rowProgress(`inspecting ${files.length} ${files.length === 1 ? 'file' : 'files'}`);
  const unreadable: string[] = [];
  const onUnreadable = (what: string): void => void unreadable.push(what);
  const inspected = await withDataErrors(() =>
    untilInterrupted((signal) => inspect(files, flags, { signal, progress, onUnreadable })).finally(() =>
      progress.end(),
    ),
  );
  if (inspected === 'interrupted') return EXIT.interrupted;
  process.stdout.write(flags.json === true ? inspectionJson(inspected) : inspectionText(inspected));
  if (unreadable.length > 0) throw new CliError(visible(unreadable.join('; ')));
  return flags.strict === true && inspected.defects.length > 0 ? EXIT.usage : EXIT.ok;
}

type InspectionControl = {
  readonly signal: AbortSignal;
  readonly progress: RowProgress;
  readonly onUnreadable: (what: string) => void;
};

async function inspect(
  files: readonly string[],
  { format, gap }: InspectFlags,
  { signal, progress, onUnreadable }: InspectionControl,
): Promise<Inspection> {
  const [file = ''] = files;
  if (await isArrowFile(file)) {
    if (files.length > 1) throw new CliError(`${file} is a recording: inspect one recording at a time`);
    return await inspectRecording(file, signal, progress);
  }
  return await runPipeline(
    {
      files,
      layout: format,
      gapSeconds: gap,
      maxLoss: 'any',
      onUnreadable,
      signal,
      onProgress: ({ phase, rows }) => progress.show(phase, rows),
    },
    NO_SINK,
  );
}

/** The events of captures that are only inspected go nowhere. */
const NO_SINK: RecordingSink = { begin: async () => undefined, add: async () => undefined, end: async () => undefined };

/** Reads every batch, which verifies its checksum. */
async function inspectRecording(file: string, signal: AbortSignal, progress: RowProgress): Promise<Inspection> {
  const recording = await openRecording(file);
  try {
    let rows = 0;
    for (const batch of recording.batches()) {
      rows += batch.rows;
      progress.show('reading', rows);
      // A turn of the event loop, in which Ctrl-C arrives.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    const { sources, coverage, catalog, tokens, defects, checksum } = recording;
    return { sources, coverage, catalog, tokens, defects, checksum };
  } finally {
    recording.close();
  }
}
