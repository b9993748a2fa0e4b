/** cli/history/run: the work of `touchstone history`. */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type HistoryFile,
  type ReportOrReason,
  type RunHistory,
  runHistoryOf,
} from '../../reports/run-history/run-history.ts';
import { runHistoryMarkdown, runHistoryText } from '../../reports/run-history/text.ts';
import { jsonFile, visible } from '../../reports/untrusted.ts';
import { CliError, EXIT, type ExitCode, orCliError } from '../exit.ts';
import { conclude } from '../files/output-files.ts';
import { readReport } from '../files/read-report.ts';
import { parseSummaryOutputs, type SummaryWriters, writeSummary } from '../flags/summary-formats.ts';
import type { HistoryFlags } from './command.ts';

const WRITERS: SummaryWriters<RunHistory> = {
  text: async (summary) => runHistoryText(summary),
  markdown: async (summary) => runHistoryMarkdown(summary),
  json: async (summary) => jsonFile(summary),
  html: async (summary) => (await import('../../reports/run-history/run-history-page.ts')).runHistoryHtml(summary),
};

export async function history(folder: string, { report }: HistoryFlags): Promise<ExitCode> {
  const outputs = parseSummaryOutputs(report);
  const summary = runHistoryOf(reportsIn(folder));
  if (summary.runs.length === 0) {
    const [first] = summary.skipped;
    const why = first === undefined ? 'it is empty' : `${first.file}: ${first.reason}`;
    throw new CliError(`${folder} has no reports (${visible(why)}): write some with --report json=FILE`);
  }
  const read = summary.runs.map(({ file }) => join(folder, file));
  return conclude(EXIT.ok, runHistoryText(summary), await writeSummary(summary, outputs, WRITERS, read));
}

/** Reads each report on request. Throws `CliError` for a folder that cannot be read. */
function* reportsIn(folder: string): Generator<HistoryFile> {
  for (const { name } of entriesOf(folder)) yield { file: name, ...reportOrReason(join(folder, name)) };
}

function entriesOf(folder: string): readonly Dirent[] {
  const entries = orCliError(
    () => readdirSync(folder, { withFileTypes: true }),
    (code) => `${folder} cannot be read as a folder (${code}): check the path`,
  );
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function reportOrReason(path: string): ReportOrReason {
  if (!isRegularFile(path)) return { reason: 'not a regular file' };
  if (!path.endsWith('.json')) return { reason: 'its name does not end in .json' };
  try {
    return { report: readReport(path) };
  } catch (error) {
    if (error instanceof CliError) return { reason: error.message.replace(`${path}: `, '') };
    throw error;
  }
}

/** Reading a FIFO would wait for its writer. A link to nowhere, or in a circle, is no file. */
function isRegularFile(path: string) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
