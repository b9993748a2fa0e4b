/** cli/explore/run: the work of `touchstone explore`: a check of the properties, bounded by cases or time. */
import { selectChecks } from '../../conformance/execution/execute.ts';
import type { Progress } from '../../conformance/execution/progress.ts';
import { type Exploration, type Found, propertyCheck, THOROUGH } from '../../conformance/properties/checks.ts';
import { WRONG_PATH } from '../../conformance/properties/play.ts';
import type { Property } from '../../conformance/properties/property.ts';
import { PROPERTIES } from '../../conformance/properties/suite.ts';
import type { Report } from '../../conformance/report.ts';
import { explorationChecks, withForm } from '../../conformance/suite.ts';
import { visible } from '../../reports/untrusted.ts';
import { exploreExitCodeOf } from '../check/exit-code.ts';
import { check } from '../check/run.ts';
import { CliError, type ExitCode } from '../exit.ts';
import { CLEAR, createTextProgress, type ProgressSink, type TextProgress } from '../terminal/text-progress.ts';
import type { ExploreFlags } from './command.ts';

const RUNS = 100;
const CHECK_PREFIX = 'property.';

/** Explores the deployment at `url`, or the built-in simulator. Throws `CliError` before anything is sent. */
export async function explore(url: string | undefined, flags: ExploreFlags): Promise<ExitCode> {
  const { seed, worldSeed, runs, time, path } = flags;
  const [only, skip] = [flags.only.map(checkPattern), flags.skip.map(checkPattern)];
  const chosen = chosenBy(flags.only, flags.skip);
  if (path !== undefined && chosen.length !== 1)
    throw new CliError('--path repeats the counterexample of one property: name it with --only');
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path))
    throw new CliError('--path is a list of numbers such as 12:0:3: copy it from the finding, with its --seed');
  const line = flags.quiet ? undefined : createExploreLine(process.stderr, chosen);
  const exploration: Exploration = {
    ...THOROUGH,
    seed,
    path,
    runs: runs ?? (path !== undefined ? 1 : time === undefined ? RUNS : Number.MAX_SAFE_INTEGER),
    timeMs: time === undefined ? undefined : shares(time, chosen.length),
    onCase: line?.noteCase,
    onFound: line?.noteFound,
  };
  const checks = explorationChecks(exploration);
  // Properties one after the other: each has its share of the time, and its requests are alone.
  const asCheck = {
    ...flags,
    seed: worldSeed,
    only: flags.list ? only : withForm(only),
    skip,
    scenarios: [],
    har: [],
    jobs: flags.jobs ?? 1,
  };
  const code = await check(url, asCheck, { checks, line: line?.progress, codeOf, bytesMax: Infinity });
  if (line !== undefined && !flags.list) process.stdout.write(line.summary());
  return code;
}

/** Properties are checks whose ids begin with a word that users need not write. */
function checkPattern(pattern: string) {
  return pattern.startsWith(CHECK_PREFIX) || /^[A-Z\d]/.test(pattern) ? pattern : `${CHECK_PREFIX}${pattern}`;
}

/** The properties that the patterns of users choose. Throws `CliError` for a pattern that names none. */
function chosenBy(only: readonly string[], skip: readonly string[]): readonly Property[] {
  const checks = PROPERTIES.map((property) => propertyCheck(property));
  const named = (patterns: readonly string[], but: readonly string[] = []) =>
    selectChecks(checks, patterns.map(checkPattern), but.map(checkPattern));
  const unmatched = [...only, ...skip].find((pattern) => named([pattern]).size === 0);
  if (unmatched !== undefined)
    throw new CliError(`no property is named by "${visible(unmatched)}"; see touchstone explore --list`);
  const selected = named(only, skip);
  return PROPERTIES.filter(({ id }) => selected.has(`${CHECK_PREFIX}${id}`));
}

/** As `exploreExitCodeOf`. A path that leads to no case is a usage error, known once the property has drawn. */
function codeOf(report: Report, minCoverage: number | undefined): ExitCode {
  const isWrong = report.checks.some(({ reason }) => reason === WRONG_PATH);
  if (isWrong) throw new CliError(`${WRONG_PATH}: copy --seed, --path and --only from one finding`);
  return exploreExitCodeOf(report, minCoverage);
}

/** Divides the time that is left equally among the properties that have not begun. */
function shares(milliseconds: number, count: number): () => number {
  const end = performance.now() + milliseconds;
  let waiting = count;
  return () => {
    const share = (end - performance.now()) / Math.max(1, waiting);
    waiting -= 1;
    return Math.max(0, share);
  };
}

type Covered = { cases: number; readonly features: Set<string>; space: number };

function createExploreLine(sink: ProgressSink, properties: readonly Pick<Property, 'id'>[]) {
  const covered = new Map<string, Covered>(
    properties.map(({ id }) => [id, { cases: 0, features: new Set<string>(), space: 0 }]),
  );
  let text: TextProgress | undefined;
  const start = performance.now();
  let requests = 0;
  let current = '';
  const show = (): void =>
    text?.show(() => {
      const seconds = (performance.now() - start) / 1_000;
      const rate = `${requests} requests, ${Math.round(requests / Math.max(seconds, 0.001))} a second`;
      return `${visible(current)}: ${countsOf(covered.get(current))}  ${rate}`;
    });
  return {
    progress: {
      show(progress: Progress): void {
        // Flags are validated before the first event.
        text ??= createTextProgress(sink, 'looking at the target');
        if (progress.kind === 'sent') ({ requests } = progress);
        if (current !== '') show();
      },
      end: (): void => text?.end(),
    },
    noteCase(id: string, features: readonly string[], space: number): void {
      current = id;
      const row = covered.get(id);
      if (row === undefined) return;
      row.cases += 1;
      row.space = space;
      for (const feature of features) row.features.add(feature);
    },
    noteFound(id: string, { seed, path, faults }: Found): void {
      const start = sink.isTTY ? CLEAR : '';
      sink.write(
        `${start}found  ${visible(`${id}: ${faults[0] ?? ''}`)} (--only ${id} --seed ${seed} --path ${path})\n`,
      );
    },
    /** A line for each property: its cases, and the part of its space that they covered. */
    summary(): string {
      return `\nexplored\n${[...covered].map(([id, row]) => `  ${id.padEnd(28)} ${countsOf(row)}\n`).join('')}`;
    },
  };
}

function countsOf(row: Covered | undefined): string {
  if (!row?.cases) return 'no cases';
  const cases = `${row.cases} cases`;
  return row.space === 0 ? cases : `${cases.padEnd(12)} ${row.features.size} of ${row.space} kinds of values`;
}
