/** cli/history/run: the work of `touchstone history`. */
import { join } from 'node:path';
import { type History, historyOf } from '../../reports/history/history.ts';
import { historyMarkdown } from '../../reports/history/markdown.ts';
import { historyText } from '../../reports/history/text.ts';
import { jsonFile, visible } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { conclude } from '../files/output-files.ts';
import { reportsIn } from '../files/report-folder.ts';
import { parseSummaryOutputs, type SummaryWriters, writeSummary } from '../flags/summary-formats.ts';
import type { HistoryFlags } from './command.ts';

const WRITERS: SummaryWriters<History> = {
  text: async (summary) => historyText(summary),
  markdown: async (summary) => historyMarkdown(summary),
  json: async (summary) => jsonFile(summary),
  html: async (summary) => (await import('../../reports/history/history-page.ts')).historyHtml(summary),
};

export async function history(folder: string, { report }: HistoryFlags): Promise<ExitCode> {
  const outputs = parseSummaryOutputs(report);
  const summary = historyOf(reportsIn(folder));
  if (summary.runs.length === 0) {
    const [first] = summary.skipped;
    const why = first === undefined ? 'it is empty' : `${first.file}: ${first.reason}`;
    throw new CliError(`${folder} has no reports (${visible(why)}): write some with --report json=FILE`);
  }
  const read = summary.runs.map(({ file }) => join(folder, file));
  const unwritten = await writeSummary(summary, outputs, WRITERS, read);
  return conclude(EXIT.ok, historyText(summary), unwritten);
}
