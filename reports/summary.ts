/** reports/summary: the sentences of every format: capabilities, counts, coverage, result, and exceptional findings. */
import { counted } from '../base/counted.ts';
import type { Cause, CheckResult, CheckVerdict, Finding, Report } from '../conformance/report.ts';
import { isOfTraffic } from '../conformance/traffic/label.ts';
import { routeName } from '../spec/clauses/clause.ts';
import { ROUTES } from '../spec/routes.ts';
import { visible } from './untrusted.ts';

/** The first line of a report in text: what was judged, and what repeats it. */
export function titleOf({ touchstone, target, seed, runId, profile }: Report): string {
  const parts = [`Touchstone ${touchstone}`, `target ${target}`, `seed ${seed}`];
  if (runId !== undefined) parts.push(`run ${runId}`);
  if (profile !== undefined) parts.push(`profile ${profile}`);
  return visible(parts.join('  '));
}

export function unexpectedFailures({ checks }: Report): readonly CheckResult[] {
  return withVerdict(checks, 'fail').filter(({ expected }) => expected !== true);
}

export function withVerdict(checks: readonly CheckResult[], verdict: CheckVerdict): readonly CheckResult[] {
  return checks.filter((check) => check.verdict === verdict);
}

/** Each clause with a note about another choice, once, with its check, unless it has a graver finding. */
export function notedChoices({ checks }: Report): readonly { readonly check: string; readonly choice: Finding }[] {
  return withVerdict(checks, 'note').flatMap(({ id, findings }) =>
    findings
      .filter(({ clause }, index) => findings.findIndex((other) => other.clause === clause) === index)
      .map((choice) => ({ check: id, choice })),
  );
}

/** The name of the scenario that leads to the finding, if one was saved. */
export function scenarioFile({ scenario }: Finding): string | undefined {
  return scenario !== undefined && 'file' in scenario ? scenario.file : undefined;
}

/** Places of one finding beyond which the exact number says no more. */
const COUNTED = 100;

/** The drawn case of a finding, and how often it fails; '' for a finding of another check. */
export function counterexampleText({ counterexample }: Finding): string {
  if (counterexample === undefined) return '';
  const { seed, path, runs, shrinks, repeated, repetitions, repeatedInTurn, sizes } = counterexample;
  const kind =
    repeatedInTurn === 0 && repeated > 0
      ? 'only under concurrency'
      : repeated === repetitions
        ? 'deterministic'
        : 'flaky';
  return (
    `seed ${seed}, path ${path}: ${kind} (${repeated} of ${repetitions}); ` +
    `case ${runs}, shrunk from size ${sizes[0]} to ${sizes[1]} in ${shrinks} steps`
  );
}

/** How many similar findings are not shown. One list with a wrong field has one for each row and page. */
export function moreLikeIt(more: number): string {
  return more > COUNTED ? `and in more than ${COUNTED} other places` : `and ${more} more like it`;
}

export function hasNewFinding({ findings }: CheckResult): boolean {
  return findings.some(({ isNew }) => isNew === true);
}

/** `2 new findings, 5 known`; undefined without a baseline or without findings. */
function baselineLine({ checks }: Report): string | undefined {
  const marks = checks.flatMap(({ findings }) => findings.flatMap(({ isNew }) => isNew ?? []));
  if (marks.length === 0) return undefined;
  const isNew = marks.filter((mark) => mark).length;
  return `${counted(isNew, 'new finding')}, ${marks.length - isNew} known`;
}

/** `320 pass, 25 note, 5 not-testable`: verdicts that occurred, in fixed order. */
export function countsLine({ counts }: Report): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'none' : parts.map(([verdict, count]) => `${count} ${verdict}`).join(', ');
}

function coverageLine({ coverage: { verified, must } }: Report) {
  return `${verified} of ${must} MUST clauses of the claimed capabilities verified (${percent(verified, must)})`;
}

function resultLine({ command, result: { passed, verified } }: Report) {
  const what = command === 'check' ? 'verified clauses' : 'rows';
  return `${passed} of ${verified} ${what} passed (${percent(passed, verified)})`;
}

/** Capabilities by state: `claimed read, wallet; not claimed trading`. */
export function capabilitiesLine({ capabilities }: Report): string {
  const inState = (wanted: string) =>
    Object.entries(capabilities).flatMap(([name, state]) => (state === wanted ? [name] : []));
  const groups: readonly (readonly [string, string[]])[] = [
    ['claimed', inState('claimed')],
    ['blocked', inState('blocked')],
    ['not claimed', inState('not-claimed')],
  ];
  return groups.flatMap(([word, names]) => (names.length > 0 ? [`${word} ${names.join(', ')}`] : [])).join('; ');
}

/** The numbers of a run with their names. Only `check` knows capabilities and coverage. */
export function factRows(report: Report): readonly (readonly [string, string])[] {
  const isCheck = report.command === 'check';
  const baseline = baselineLine(report);
  return [
    ...Object.entries(report.labels ?? {}).map(([name, text]) => [visible(name), visible(text)] as const),
    ...(isCheck ? [['Capabilities', capabilitiesLine(report)] as const] : []),
    [isCheck ? 'Checks' : 'Rows', countsLine(report)],
    ...(isCheck ? [['Coverage', coverageLine(report)] as const] : []),
    ['Result', resultLine(report)],
    ...(baseline === undefined ? [] : [['Baseline', baseline] as const]),
  ];
}

/** The same for a terminal, and the number of requests. */
export function numberRows(report: Report): readonly (readonly [name: string, text: string])[] {
  const rows = factRows(report).map(([name, text]) => [name.toLowerCase(), text] as const);
  return [...rows, ['requests', String(report.requests)]];
}

/** Rounded down, so that 100% means all. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(Math.floor((part * 1_000) / whole) / 10).toFixed(1)}%`;
}

/** Why the verdict is no better, and what to do about it, one sentence each. */
export function adviceLines(report: Report): readonly string[] {
  const lines: string[] = [];
  if (report.stopped === 'interrupted') lines.push('The run was interrupted; checks that did not run say nothing.');
  if (report.stopped === 'unreachable') lines.push('The target could not be judged to the end; see the remarks.');
  if (report.stopped === 'max-time') lines.push('The run ran out of time; see the remarks for what it left out.');
  const { shard } = report;
  if (shard !== undefined) {
    lines.push(
      `Shard ${shard.index} of ${shard.count} is partial at best: touchstone merge joins the reports of all shards.`,
    );
  }
  if (shard?.filtered ?? report.filtered)
    lines.push('Checks were left out by --only or --skip: such a run is partial at best.');
  const failures = withVerdict(report.checks, 'fail');
  if (failures.length > 0 && unexpectedFailures(report).length === 0) {
    lines.push('Every failure was expected: none of them counts against the exit code.');
  }
  if (report.stale.length > 0) lines.push('Take what is stale out of the expectations file.');
  const missing = report.unverified.length;
  if (missing > 0 && !report.filtered && report.stopped === undefined) {
    const remedy = isOfTraffic(report)
      ? 'touchstone check URL sends the requests that show more.'
      : 'checks that are not testable say what they need.';
    lines.push(`${missing} MUST clauses were not seen; ${remedy}`);
  }
  const warned = withVerdict(report.checks, 'warn').length;
  if (warned > 0 && report.command === 'check') {
    const checks = warned === 1 ? '1 check has warnings' : `${warned} checks have warnings`;
    lines.push(`${checks}: probable mistakes that break no MUST. --strict counts them as failures.`);
  }
  if (report.capabilities['trading'] === 'not-claimed') {
    lines.push('Writes were not judged: give --credentials FILE and --allow-writes.');
  }
  return lines;
}

/** The first cause of a route, or a cause that several routes share. */
export type NextStep = Readonly<{
  /** `GET /markets`; several routes have none. */
  place: string;
  title: string;
  /** `(gain 41 clauses, then 2 more causes) - touchstone explain 2.5/question` */
  rest: string;
  /** A finding of the cause. */
  example: { readonly check: CheckResult; readonly finding: Finding } | undefined;
}>;

export function nextSteps({ causes = [], checks }: Report): readonly NextStep[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  // A Map keeps the order in which its keys were added.
  const groups = Map.groupBy(causes, ({ route, id }) => route ?? id);
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : stepOf(first, others, byId)));
}

function stepOf(cause: Cause, others: readonly Cause[], checks: ReadonlyMap<string, CheckResult>): NextStep {
  const { route, title, clauses, gain, severity } = cause;
  const known = ROUTES.find(({ id }) => id === route);
  const worth = severity === 'warn' ? 'a warning' : `gain ${counted(gain, 'clause')}`;
  const later = others.length === 0 ? '' : `, then ${counted(others.length, 'more cause')}`;
  const [clause] = clauses;
  return {
    place: known === undefined ? (route ?? '') : routeName(known),
    title,
    rest: `(${worth}${later})${clause === undefined ? '' : ` - touchstone explain ${clause}`}`,
    example: exampleOf(cause, checks),
  };
}

function exampleOf({ checks, clauses }: Cause, byId: ReadonlyMap<string, CheckResult>): NextStep['example'] {
  for (const id of checks) {
    const check = byId.get(id);
    const finding = check?.findings.find(({ clause }) => clauses.includes(clause));
    if (check !== undefined && finding !== undefined) return { check, finding };
  }
  return undefined;
}

/** The step in one line of at most `length` characters, if its title can be cut to that. */
export function stepLine({ place, title, rest }: NextStep, length = Infinity): string {
  const head = place === '' ? '' : `${place}: `;
  const room = Math.max(TITLE_MIN, length - head.length - rest.length - 1);
  return `${head}${title.length <= room ? title : `${title.slice(0, room - 3)}...`} ${rest}`;
}

/** Characters of a title that are kept on any screen. */
const TITLE_MIN = 24;
