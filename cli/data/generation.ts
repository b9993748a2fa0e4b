/** cli/data/generation: the work of `touchstone data generate`: a capture or recording from a seed, with defects. */
import { setImmediate } from 'node:timers/promises';
import { type DefectKind, PLANTED_KINDS } from '../../backtest/data/defects.ts';
import { isCaptureName, writeCapture } from '../../backtest/data/generate/capture-file.ts';
import { type GeneratedTable, generatedTable } from '../../backtest/data/generate/generated-table.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { writeDraft } from '../files/draft-file.ts';
import type { GenerateFlags } from './command.ts';
import { type RowProgress, rowProgress, withDataErrors, writeRecording } from './progress.ts';

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
  const json = `${JSON.stringify({ file: output, rows, planted }, null, 2)}\n`;
  process.stdout.write(flags.json === true ? json : `${rows} rows\n${text.join('')}${output} is written.\n`);
  return EXIT.ok;
}

type Writing = {
  readonly output: string;
  readonly draft: string;
  readonly signal: AbortSignal;
  readonly progress: RowProgress;
};

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
