/** cli/run/report: the output of `touchstone run`: text for people, JSON, traces. */

import { counted } from '../../base/counted.ts';
import { cut } from '../../conformance/evidence/excerpt.ts';
import { isOfDecision } from '../../conformance/scenarios/of-decision.ts';
import { createPaint, type Paint } from '../../reports/paint.ts';
import { joinedSections, safeJson, visible } from '../../reports/untrusted.ts';
import { filesUnder, openSource } from '../../scenarios/reading/files.ts';
import { offsetOf } from '../../scenarios/reading/source.ts';
import type { ScenarioResult, Shown, StepFailure } from '../../scenarios/running/result.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Difference } from '../../wire/pattern/matcher.ts';
import { flagWords, networkWords } from '../deployment/network-words.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { version } from '../version.ts';
import type { RunFlags } from './command.ts';
import type { RunOutcome } from './outcome.ts';

const DIFFERENCES_SHOWN = 10;
const VALUE_LENGTH = 300;
const BODY_LENGTH = 1_000;

/** Each failure, each case that is not testable, what is missing for them, and one line of summary. */
export function runText(outcome: RunOutcome, flags: RunFlags, hasColours: boolean): string {
  const paint = createPaint(hasColours);
  const results = outcome.ran.map(({ result }) => result);
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const ofDecisions = flags.target === undefined ? [] : failed.filter(isFailedDecision);
  const textOf = (result: ScenarioResult) => failureText(result, flags, paint);
  const untested = results.filter(({ verdict }) => verdict === 'not-testable');
  const sections = [
    ...failed.filter((result) => !ofDecisions.includes(result)).map(textOf),
    ofDecisions.length === 0 ? '' : paint('yellow', DECISIONS_HEADING),
    ...ofDecisions.map(textOf),
    untestedText(untested, paint),
    summaryLine(outcome, ofDecisions.length, paint),
  ];
  return joinedSections(sections);
}

const DECISIONS_HEADING =
  'The failures below show choices of the document profile. ' +
  'The interface leaves these open, so a deployment may choose otherwise.';

function isFailedDecision(result: ScenarioResult) {
  return result.verdict === 'fail' && isOfDecision(result, loadRegister());
}

function failureText(result: ScenarioResult, flags: RunFlags, paint: Paint) {
  const word = paint(['bold', 'red'], result.verdict === 'fail' ? 'FAIL' : 'CANNOT BE PLAYED');
  const lines = result.failures.flatMap((failure) => stepLines(result.file, failure));
  return [`${word} ${titleOf(result)}`, ...lines, row('again', againLine(result, flags))].join('\n');
}

/** `file: message [case]` */
function titleOf(result: ScenarioResult) {
  return visible(`${result.file}: ${result.scenario}${result.case === undefined ? '' : ` [${result.case}]`}`);
}

function stepLines(file: string, { at, title, differences, exchange }: StepFailure): readonly string[] {
  const line = lineOfStep(file, at);
  const place = `${at === '' ? '' : `${at}${line === undefined ? '' : `, line ${line}`}: `}${title}`;
  const lines = [row('step', place), ...differences.slice(0, DIFFERENCES_SHOWN).flatMap(differenceLines)];
  const more = differences.length - DIFFERENCES_SHOWN;
  if (more > 0) lines.push(row('', `and ${more} more differences, all in --json`));
  return exchange === undefined ? lines : [...lines, ...exchangeLines(exchange)];
}

function differenceLines({ pointer, expected, actual }: Difference): readonly string[] {
  const place = pointer === '' ? '' : `${pointer}: `;
  return [row('expected', cut(place + expected, VALUE_LENGTH)), row('came', cut(place + actual, VALUE_LENGTH))];
}

function exchangeLines({ request, answer }: Shown): readonly string[] {
  const { method, target, as, body } = request;
  const words = [method, cut(target, BODY_LENGTH), ...(as === undefined ? [] : [`as ${as}`])].join(' ');
  const lines = [row('request', body === undefined ? words : `${words} ${cut(body, BODY_LENGTH)}`)];
  if (answer !== undefined) lines.push(row('answer', `${answer.status} ${cut(answer.body, BODY_LENGTH)}`));
  return lines;
}

function row(name: string, text: string) {
  return `  ${name.padEnd(8)} ${visible(text)}`;
}

export function againLine(
  { file }: ScenarioResult,
  { seed, target, credentials, allowWrites, profile, ...network }: RunFlags,
): string {
  const own = flagWords({ seed: String(seed), profile, target, credentials, 'allow-writes': allowWrites });
  const reaching = target === undefined ? [] : networkWords(network);
  return ['touchstone', 'run', file, ...own, ...reaching].map(shellWord).join(' ');
}

/** One line for each case with the short names of what it lacks, then each missing thing in full. */
function untestedText(untested: readonly ScenarioResult[], paint: Paint) {
  if (untested.length === 0) return '';
  const word = paint('yellow', 'NOT TESTABLE');
  const lines = untested.map(
    (result) => `${word} ${titleOf(result)}: ${visible(result.missing.map(shortName).join(', '))}`,
  );
  const groups = Map.groupBy(
    untested.flatMap(({ missing }) => missing),
    (one) => one,
  );
  const missing = [...groups].map(([one, { length }]) => `  ${visible(one)} (${length})`);
  return [...lines, '', 'missing:', ...missing].join('\n');
}

function shortName(missing: string) {
  return missing.split(':')[0] ?? missing;
}

const STOPPED = { interrupted: 'interrupted', unreachable: 'unreachable', 'max-time': 'out of time' } as const;

/** `142 scenarios: 139 passed, 1 failed, 2 not testable, seed 1, 2.1 s` */
function summaryLine({ ran, wanted, counts, seed, seconds, stopped }: RunOutcome, ofDecisions: number, paint: Paint) {
  const parts = [
    `${counts.pass} passed`,
    ...(counts.fail > 0 ? [`${counts.fail} failed`] : []),
    ...(ofDecisions > 0 ? [`${ofDecisions} of these by a decision`] : []),
    ...(counts.error > 0 ? [`${counts.error} cannot be played`] : []),
    ...(counts['not-testable'] > 0 ? [`${counts['not-testable']} not testable`] : []),
    `seed ${seed}`,
    `${seconds.toFixed(1)} s`,
  ];
  const head = stopped === undefined ? '' : `${STOPPED[stopped.why]} after ${ran.length} of ${wanted}: `;
  const isGood = stopped === undefined && counts.pass === ran.length;
  const isBad = counts.fail + counts.error > 0;
  const text = `${head}${counted(ran.length, 'scenario')}: ${parts.join(', ')}`;
  return paint(['bold', isGood ? 'green' : isBad ? 'red' : 'yellow'], text);
}

/** `{touchstone, target, seed, complete, stopped?, counts, results}` */
export function runJson({ label, seed, ran, counts, stopped }: RunOutcome): string {
  const document = {
    touchstone: version(),
    target: label,
    seed,
    complete: stopped === undefined,
    stopped: stopped?.why,
    counts,
    results: ran.map(({ result }) => result),
  };
  return `${safeJson(document)}\n`;
}

/** One line for each step of each case, in order of files: `{file, case, at, verb, ms, exchange}`. */
export function stepTraceText({ ran }: RunOutcome): string {
  const lines = ran.flatMap(({ result, stepTrace }) => {
    const { file, case: name } = result;
    return stepTrace.map((line) => `${JSON.stringify({ file, case: name, ...line })}\n`);
  });
  return lines.join('');
}

/** The line, from 1, of the step `at` (`steps[3].until.do[0]`); inside a macro that of the call. */
function lineOfStep(file: string, at: string): number | undefined {
  const path = pathOf(at);
  if (path.length === 0) return undefined;
  const source = openSource(file, filesUnder());
  if (!source.ok) return undefined;
  return source.value.lines.linePos(offsetOf(source.value, path)).line;
}

function pathOf(at: string): readonly (string | number)[] {
  const [written = ''] = at.split(' ');
  if (!/^(?:steps|finally)\[/.test(written)) return [];
  return [...written.matchAll(/([A-Za-z]\w*)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}
