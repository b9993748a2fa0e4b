/** cli/data/conversion: the work of `touchstone data convert`: from captures to one recording, and a summary. */
import { existsSync } from 'node:fs';
import { countsByKind } from '../../backtest/data/defects.ts';
import type { RecordingFacts } from '../../backtest/data/pipeline.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { writeDraft } from '../files/draft-file.ts';
import { assertApart } from '../files/whole-file.ts';
import type { ConvertFlags } from './command.ts';
import { rowProgress, withDataErrors, writeRecording } from './progress.ts';
import { coverageText, defectsText } from './report.ts';

/** Converts and prints a summary. Throws `CliError`. */
export async function convertFiles(files: readonly string[], flags: ConvertFlags): Promise<ExitCode> {
  for (const file of files.filter((name) => existsSync(name)))
    assertApart([
      { flag: 'the capture', file },
      { flag: '--output', file: flags.output },
    ]);
  const written = await withDataErrors(() =>
    writeDraft(flags.output, (draft, signal) => convert(files, flags, draft, signal)),
  );
  if (written === 'interrupted' || written === undefined) return EXIT.interrupted;
  process.stdout.write(`${coverageText(written)}${defectsText(written.defects)}${flags.output} is written.\n`);
  return EXIT.ok;
}

async function convert(
  files: readonly string[],
  { format, gap, strict, output, maxLoss }: ConvertFlags,
  draft: string,
  signal: AbortSignal,
): Promise<RecordingFacts> {
  const progress = rowProgress(`converting ${files.length} ${files.length === 1 ? 'file' : 'files'}`);
  const source = { files, layout: format, gapSeconds: gap, maxLoss, signal };
  const facts = await writeRecording(draft, source, progress).finally(() => progress.end());
  if (strict !== true || facts.defects.length === 0) return facts;
  const counts = Object.entries(countsByKind(facts.defects)).map(([kind, count]) => `${kind} ${count}`);
  throw new CliError(
    `--strict: ${output} is not written, because the data has defects: ${counts.join(', ')}; ` +
      'see touchstone data inspect',
  );
}
