/** cli/flags/summary-formats: `--report FORMAT=FILE` of summaries of reports: text, Markdown, a page or JSON. */
import { writeEach } from '../files/output-files.ts';
import { assertInputsKept } from '../files/whole-file.ts';
import { parseOutputs, type ReportOutput } from './report-outputs.ts';

type SummaryFormat = 'text' | 'markdown' | 'html' | 'json';
const FORMATS: { readonly files: readonly SummaryFormat[]; readonly folders: readonly never[] } = {
  files: ['text', 'markdown', 'html', 'json'],
  folders: [],
};

/** Asynchronous, so that the page kit is loaded only for a page. */
export type SummaryWriters<Summary> = Readonly<Record<SummaryFormat, (summary: Summary) => Promise<string>>>;

/** Throws `CliError` for a format that does not exist and a file that cannot be written. */
export function parseSummaryOutputs(values: readonly string[]): readonly ReportOutput<SummaryFormat>[] {
  return parseOutputs(values, FORMATS);
}

/** Returns a message for each file that cannot be written. Throws `CliError` if one of `inputs` would be replaced. */
export async function writeSummary<Summary>(
  summary: Summary,
  outputs: readonly ReportOutput<SummaryFormat>[],
  writers: SummaryWriters<Summary>,
  inputs: readonly string[],
): Promise<readonly string[]> {
  const named = outputs.map(({ format, path }) => ({ flag: `--report ${format}`, file: path }));
  assertInputsKept(named, inputs);
  const files = outputs.map(async ({ format, path }) => {
    const text = await writers[format](summary);
    return { file: path, text: () => text };
  });
  return writeEach(await Promise.all(files));
}
