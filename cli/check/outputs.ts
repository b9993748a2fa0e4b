/** cli/check/outputs: the files that a run writes, and its report on the terminal. */

import type { Check } from '../../conformance/check.ts';
import { roundedTo3 } from '../../conformance/evidence/traced.ts';
import type { Finding, Report } from '../../conformance/report.ts';
import type { HttpTrace } from '../../reports/http-trace.ts';
import type { ReportExtras } from '../../reports/report-writer.ts';
import { unexpectedFailures } from '../../reports/summary.ts';
import { briefReport, type Screen, textReport } from '../../reports/text.ts';
import type { TimingsFile } from '../../reports/timings-file.ts';
import { visible } from '../../reports/untrusted.ts';
import { flagWords, networkWords } from '../deployment/network-words.ts';
import type { OutputFile } from '../files/output-files.ts';
import { readHttpTrace } from '../files/read-report.ts';
import { outputsOf, parseReportFiles, type ReportFile } from '../files/report-files.ts';
import { assertInputsKept, namedFiles } from '../files/whole-file.ts';
import { isPassive } from '../replay/choice.ts';
import { hasColours } from '../terminal/colors.ts';
import { jsonText } from '../terminal/json-text.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { CheckFlags } from './command.ts';
import { readableHttpTrace } from './http-trace-file.ts';
import type { CheckTime } from './judge.ts';

type Terminal = { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };

const DEFAULT_ROWS = 24;
const DEFAULT_COLUMNS = 80;
/** A pipe has room for one screen of long lines. */
const PIPE: Required<Terminal> = { isTTY: false, rows: 50, columns: 300 };

type Layout = Readonly<{
  /** Without `--short` and `--full` the report is whole if it fits. */
  flags: Pick<CheckFlags, 'short' | 'full'>;
  /** Rows that are printed below it. */
  below: number;
  /** The JSON report, if one is written. */
  file: string | undefined;
}>;

export function printedReport(report: Report, stream: Terminal, { flags, below, file }: Layout): string {
  const whole = textReport(report, hasColours(stream));
  if (flags.full) return whole;
  const terminal = stream.isTTY ? stream : PIPE;
  // A terminal without a size says 0.
  const { rows, columns }: Pick<Screen, 'rows' | 'columns'> = {
    rows: (terminal.rows || DEFAULT_ROWS) - below,
    columns: terminal.columns || DEFAULT_COLUMNS,
  };
  if (!flags.short && rowsOf(textReport(report), columns) < rows) return whole;
  const how = file === undefined ? 'add --full, or --report json=FILE' : `touchstone report ${shellWord(file)}`;
  return briefReport(report, { rows, columns, hasColours: hasColours(stream) }, how);
}

export function jsonFileOf(reports: readonly ReportFile[]): string | undefined {
  return reports.find(({ format }) => format === 'json')?.file;
}

function rowsOf(text: string, columns: number) {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), -1);
}

/** The files of `--report`, apart from those of other flags. Throws `CliError`. */
export function reportFilesOf({ report, timings, trace, ...inputs }: CheckFlags): readonly ReportFile[] {
  const named = namedFiles({ '--timings': timings, '--trace': trace });
  const reports = parseReportFiles(report, named, readableHttpTrace(trace) !== undefined);
  assertInputsKept([...reports, ...named], [inputs.expect, inputs.credentials, inputs.targetConfig]);
  return reports;
}

/** The files to write. A trace that cannot be read costs only the reports that show it. */
export function outputFilesOf(
  reports: readonly ReportFile[],
  { timings: file, trace: traced }: CheckFlags,
  report: Report,
  timings: ReadonlyMap<string, CheckTime>,
): readonly OutputFile[] {
  const trace = readableHttpTrace(traced);
  const own = new Map([...timings].map(([id, { milliseconds }]) => [id, milliseconds]));
  const timed = file === undefined ? {} : { timings: own };
  const outputs = outputsOf(reports, () => report, trace === undefined ? timed : withHttpTrace(timed, trace));
  return file === undefined ? outputs : [...outputs, { file, text: () => timingsJson(report, timings) }];
}

function withHttpTrace(extras: ReportExtras, file: string): ReportExtras {
  let read: HttpTrace | undefined;
  return {
    ...extras,
    get trace() {
      read ??= readHttpTrace(file);
      return read;
    },
  };
}

function timingsJson(report: Report, timings: ReadonlyMap<string, CheckTime>): string {
  const checks = report.checks.flatMap(({ id }) => {
    const time = timings.get(id);
    if (time === undefined) return [];
    const throttled = roundedTo3(time.throttledMs);
    return [{ id, milliseconds: roundedTo3(time.milliseconds), ...(throttled !== 0 && { throttled }) }];
  });
  const timingsFile: TimingsFile = { target: report.target, seed: report.seed, checks };
  return jsonText(timingsFile);
}

/** Prints the report, or one line on stderr for a target that could not be judged. Only the report is on stdout. */
export function printReport(
  report: Report,
  checks: readonly Check[],
  url: string | undefined,
  flags: CheckFlags,
  reports: readonly ReportFile[],
): void {
  const [remark] = report.remarks;
  const isUnjudged = report.stopped === 'unreachable' && report.coverage.verified === 0;
  const isQuiet = flags.quiet === true;
  if (isUnjudged && remark !== undefined) console.error(`touchstone: ${visible(remark)}`);
  else if (!isQuiet) {
    const file = jsonFileOf(reports);
    const again = againLines(report, checks, url, flags, file);
    process.stdout.write(printedReport(report, process.stdout, { flags, below: again.length, file }));
    for (const line of again) console.error(`again  ${line}`);
  }
  if (isQuiet) for (const entry of report.stale) console.error(`touchstone: stale expectation: ${visible(entry)}`);
  if (isQuiet || isUnjudged) process.stdout.write(`${report.verdict}\n`);
}

type RepeatedFlags = Partial<CheckFlags> & Pick<CheckFlags, 'seed'>;

const SHOWN = 3;

/** One command line for each of the first failures. `file`: the JSON report, if one is written. */
export function againLines(
  report: Report,
  suite: readonly Check[],
  url: string | undefined,
  flags: RepeatedFlags,
  file: string | undefined,
): readonly string[] {
  const failures = unexpectedFailures(report).flatMap(({ id, findings }) => {
    const check = suite.find((one) => one.id === id);
    const [finding] = findings;
    const isOfSuite = check !== undefined && check.kind !== 'scenario' && check.kind !== 'differential';
    return isOfSuite && finding !== undefined ? [{ check, finding }] : [];
  });
  const { credentials, targetConfig, allowWrites } = flags;
  const writing = flagWords({ credentials, 'target-config': targetConfig, 'allow-writes': allowWrites });
  const reaching = url === undefined ? [] : [...writing, ...networkWords(flags)];
  return failures.slice(0, SHOWN).map(({ check, finding }) => {
    const words =
      file === undefined
        ? [...commandOf(check, finding, url), ...runWords(flags, finding)]
        : ['replay', finding.id, '--report', file];
    return ['touchstone', ...words, ...reaching].map(shellWord).join(' ');
  });
}

function commandOf(check: Check, { counterexample }: Finding, url: string | undefined): readonly string[] {
  const target = url === undefined ? [] : [url];
  // A passive check fails by responses to the other checks of its route.
  const pattern = isPassive(check) ? `${check.route}.*` : check.id;
  if (counterexample === undefined) return ['check', ...target, '--only', pattern];
  const { seed, path } = counterexample;
  return ['explore', ...target, '--only', check.id, '--path', path, '--seed', String(seed)];
}

function runWords(
  { seed, world, profile, worldSkipInvalid }: RepeatedFlags,
  { counterexample }: Finding,
): readonly string[] {
  const name = counterexample === undefined ? 'seed' : 'world-seed';
  return flagWords({ [name]: String(seed), world, profile, 'world-skip-invalid': worldSkipInvalid });
}
