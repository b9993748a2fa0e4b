/** cli/data/run: the work of `touchstone data ...`: converts captures, inspects recordings, generates some. */

import { setImmediate } from 'node:timers/promises';
import { countsByKind, type DefectKind, PLANTED_KINDS } from '../../backtest/data/defects.ts';
import { isCaptureName, writeCapture } from '../../backtest/data/generate/capture-file.ts';
import { type GeneratedTable, generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { assertRegular, isArrowFile, openRecording } from '../../backtest/data/open-recording.ts';
import { type RecordingFacts, type RecordingSink, runPipeline } from '../../backtest/data/pipeline.ts';
import { counted } from '../../base/counted.ts';
import { visible } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { isSameFile, untilInterrupted, writeDraft } from '../files/whole-file.ts';
import { jsonText } from '../terminal/json-text.ts';
import type { ConvertFlags, GenerateFlags, InspectFlags } from './command.ts';
import { type RowProgress, rowProgress, withDataErrors, writeRecording } from './progress.ts';
import { coverageText, defectsText, type Inspection, inspectionJson, inspectionText } from './report.ts';

/** Inspects and prints. Throws `CliError`. */
export async function inspectFiles(files: readonly string[], flags: InspectFlags): Promise<ExitCode> {
  const progress = rowProgress(`inspecting ${counted(files.length, 'file')}`);
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
  for (const each of files) assertRegular(each);
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
      await setImmediate();
      signal.throwIfAborted();
    }
    const { sources, coverage, catalog, tokens, defects, checksum } = recording;
    return { sources, coverage, catalog, tokens, defects, checksum };
  } finally {
    recording.close();
  }
}

/** Converts and prints a summary. Throws `CliError`. */
export async function convertFiles(files: readonly string[], flags: ConvertFlags): Promise<ExitCode> {
  const { output } = flags;
  if (files.some((file) => isSameFile(file, output)))
    throw new CliError(`the capture and --output name one file, ${output}: give each its own`);
  const written = await withDataErrors(() =>
    writeDraft(output, (draft, signal) => convert(files, flags, draft, signal)),
  );
  if (written === 'interrupted' || written === undefined) return EXIT.interrupted;
  process.stdout.write(`${coverageText(written)}${defectsText(written.defects)}${output} is written.\n`);
  return EXIT.ok;
}

async function convert(
  files: readonly string[],
  { format, gap, strict, output, maxLoss }: ConvertFlags,
  draft: string,
  signal: AbortSignal,
): Promise<RecordingFacts> {
  const progress = rowProgress(`converting ${counted(files.length, 'file')}`);
  const source = { files, layout: format, gapSeconds: gap, maxLoss, signal };
  const facts = await writeRecording(draft, source, progress).finally(() => progress.end());
  if (strict !== true || facts.defects.length === 0) return facts;
  const counts = Object.entries(countsByKind(facts.defects)).map(([kind, count]) => `${kind} ${count}`);
  throw new CliError(
    `--strict: ${output} is not written, because the data has defects: ${counts.join(', ')}; ` +
      'see touchstone data inspect',
  );
}

/** Generates, and prints the planted defects. Throws `CliError` for flags that do not fit together. */
export async function generateFile(flags: GenerateFlags): Promise<ExitCode> {
  const { seed, events, markets, output } = flags;
  if (!isCaptureName(output) && !output.endsWith('.arrow'))
    throw new CliError(`${output}: the name has to end in .csv, .jsonl, either with .gz or .zst, or in .arrow`);
  const table = generatedTable({ seed, events, markets, defects: defectKinds(flags.defects) });
  const progress = rowProgress(`generating ${events} events`);
  const rows = await withDataErrors(() =>
    writeDraft(output, (draft, signal) => write(table, { output, draft, signal, progress })),
  ).finally(() => progress.end());
  if (rows === 'interrupted' || rows === undefined) return EXIT.interrupted;
  const { planted } = table;
  const text = Object.entries(planted).map(([kind, count]) => `planted ${kind}: ${count}\n`);
  const json = jsonText({ file: output, rows, planted });
  process.stdout.write(flags.json === true ? json : `${rows} rows\n${text.join('')}${output} is written.\n`);
  return EXIT.ok;
}

type Writing = Readonly<{
  output: string;
  draft: string;
  signal: AbortSignal;
  progress: RowProgress;
}>;

async function write(table: GeneratedTable, { output, draft, signal, progress }: Writing): Promise<number> {
  let rows = 0;
  if (isCaptureName(output)) {
    await writeCapture(table, { file: draft, named: output, signal }, (count) => {
      rows += count;
      progress.show('writing', rows);
    });
    return rows;
  }
  const facts = await writeRecording(draft, { files: [], tables: [interruptible(table)], signal }, progress);
  return facts.coverage.rows;
}

/** The same table. Ctrl-C arrives between its batches, because no file is read meanwhile. */
function interruptible(table: GeneratedTable): GeneratedTable {
  return {
    ...table,
    async *batches(names) {
      for await (const batch of table.batches(names)) {
        yield batch;
        await setImmediate();
      }
    },
  };
}

function defectKinds(names: readonly string[]): readonly DefectKind[] {
  if (names.length === 1 && names[0] === 'all') return PLANTED_KINDS;
  const unknown = names.filter((name) => !PLANTED_KINDS.some((kind) => kind === name));
  if (unknown.length === 0) return PLANTED_KINDS.filter((kind) => names.includes(kind));
  throw new CliError(
    `--defects: no defect is called ${unknown.join(', ')}; known are all, ${PLANTED_KINDS.join(', ')}`,
  );
}
