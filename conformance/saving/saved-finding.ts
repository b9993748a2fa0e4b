/**
 * conformance/saving/saved-finding: a finding as a scenario that was played to fail on the target alone, or why not;
 * its steps are as people write them: loops, sums of waits, polled views, cancels at the end.
 */

import { isObject, numberAt, parseJson, textOrEmpty } from '../../base/json.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { spanOf } from '../../scenarios/recording/spans.ts';
import { scenarioText } from '../../scenarios/recording/yaml-text.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import { spanMs } from '../../scenarios/running/spans.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { CONTROL_PREFIX, requestTarget } from '../../wire/message.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/trail.ts';
import type { Bench } from './bench.ts';
import { type FindingTrace, findingTraceOf, isForeign, isRead, type Step, withDependencies } from './finding-trace.ts';
import { withOwnSalts } from './moments.ts';
import { readText } from './player.ts';

/** Consecutive advances become one. */
function withWaitsAddedUp(steps: readonly Words[]): readonly Words[] {
  const merged: Words[] = [];
  for (const step of steps) {
    const before = merged.at(-1);
    const span = before === undefined ? undefined : sumOf(before['advance'], step['advance']);
    if (span === undefined) merged.push(step);
    else merged.splice(-1, 1, { advance: span });
  }
  return merged;
}

function sumOf(one: unknown, other: unknown): string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return spanOf(spanMs(one) + spanMs(other));
}

/** A step that is repeated several times in a row, for example to fill a limit, is written once. */
function withLoops(steps: readonly Words[]): readonly Words[] {
  const runs: { readonly step: Words; readonly text: string; times: number }[] = [];
  for (const step of steps) {
    const text = JSON.stringify(step);
    const run = runs.at(-1);
    if (run?.text === text) run.times += 1;
    else runs.push({ step, text, times: 1 });
  }
  return runs.map(({ step, times }) => (times === 1 ? step : { repeat: { times, do: [step] } }));
}

/** How long and how often the check polled before it judged. */
type Patience = { readonly within: string; readonly every: string };

/** The last step, repeated until it holds. */
function withPatience(steps: readonly Words[], patience: Patience | undefined): readonly Words[] {
  const last = steps.at(-1);
  if (last === undefined || patience === undefined) return steps;
  return [...steps.slice(0, -1), { until: { ...patience, do: [last] } }];
}

/** The same request with pauses between; undefined without any, or if another response is judged. */
function patienceOf({ trail, cited }: Sighting, judged: RecordedExchange | undefined): Patience | undefined {
  if (judged !== trail[cited]) return undefined;
  const sent = (index: number): string | undefined => {
    const request = trail[index]?.request;
    return request && `${request.method} ${requestTarget(request)} ${String(request.body)}`;
  };
  let [within, every] = [0, 0];
  for (let index = cited; index >= 2; index -= 2) {
    const pause = pauseOf(trail[index - 1]);
    if (pause === undefined || sent(index - 2) !== sent(cited)) break;
    within += pause;
    every = pause;
  }
  const [all, one] = [spanOf(within), spanOf(every)];
  return within === 0 || all === undefined || one === undefined ? undefined : { within: all, every: one };
}

function pauseOf(exchange: RecordedExchange | undefined): number | undefined {
  if (exchange?.request.path.startsWith(CONTROL_PREFIX) !== true) return undefined;
  const { body } = exchange.request;
  const json = typeof body === 'string' ? parseJson(body) : undefined;
  return isObject(json) && json['isPause'] === true ? numberAt(json, 'ms') : undefined;
}

/** Types of orders that never rest. */
const PASSING = ['FOK', 'FAK'];

type Tidied = { readonly vars: Words; readonly steps: readonly Words[]; readonly finally: readonly Words[] };

/** Orders with an id that no step cancels are cancelled at the end; `''` marks an order that was never placed. */
function withOrdersCancelled(steps: readonly Step[]): Tidied {
  const vars: Record<string, string> = {};
  const last: Words[] = [];
  const cancelled = new Set(steps.map(({ words }) => words['cancel']));
  const captured = steps.map(({ words: step, exchange }, index) => {
    const { order, as } = step;
    const mayRest = isObject(order) && !PASSING.includes(String(order['type'])) && hasOrderId(exchange);
    if (!mayRest || index === steps.length - 1) return step;
    const capture = isObject(step['capture']) ? step['capture'] : {};
    const known = Object.entries(capture).find(([, source]) => source === '/orderID')?.[0];
    const name = known ?? (last.length === 0 ? 'rest' : `rest${last.length + 1}`);
    if (cancelled.has(`\${${name}}`)) return step;
    vars[name] = '';
    last.unshift({ cancel: `\${${name}}`, as, when: `${name} != ''` });
    return { ...step, capture: { ...capture, [name]: '/orderID' } };
  });
  return { vars, steps: captured, finally: last };
}

function hasOrderId({ response }: RecordedExchange) {
  return textOrEmpty(parseJson(response.body), 'orderID') !== '';
}

type SavingOptions = { readonly redactor: Redactor; readonly clause: Clause | undefined };

/** `world`: written into the file, unless it is the default. */
type About = SavingOptions & { readonly sighting: Sighting; readonly world: 'medium' | undefined };

const TITLE_MAX = 120;

/** The text of the file. The last step judges. */
function textOf(steps: readonly Step[], { sighting, world, redactor, clause }: About) {
  const { check, clause: id, deviation } = sighting;
  const tidied = withOrdersCancelled(steps);
  const salted = withOwnSalts(withWaitsAddedUp(tidied.steps));
  const vars = { ...salted.vars, ...tidied.vars };
  const wanted = `expected ${deviation.expected}${deviation.pointer ? ` at ${deviation.pointer}` : ''}`;
  return scenarioText({
    comments: [
      `found by the check ${check}`,
      ...(clause === undefined ? [] : [`${clause.id}: ${clause.text}`]),
      redactor.text(`${wanted}; got ${describe(deviation.actual)}`),
    ],
    head: {
      scenario: `${check}: ${id}`.slice(0, TITLE_MAX),
      tags: ['saved'],
      clauses: [id],
      ...(/^limits\./.test(check) ? { requires: ['limits'] } : {}),
      ...(world === undefined ? {} : { world }),
      ...(Object.keys(vars).length === 0 ? {} : { vars }),
    },
    steps: withPatience(withLoops(salted.steps), patienceOf(sighting, steps.at(-1)?.exchange)),
    last: tidied.finally,
    schema: undefined,
  });
}

export type Saved =
  | {
      readonly kind: 'saved';
      readonly text: string;
      /** False if it names data that only the target has, so that the simulator cannot play it. */
      readonly isHeldAgainstSimulator: boolean;
    }
  | { readonly kind: 'not-saved'; readonly reason: string };

/** Maximum number of requests for shortening one scenario. */
const REQUESTS_MAX = 20_000;

/** Plays on the target about as often as the bench allows. A text that would name a secret is not saved. */
export async function saveSighting(sighting: Sighting, bench: Bench, options: SavingOptions): Promise<Saved> {
  const { expectation } = sighting.deviation;
  const trace = findingTraceOf(sighting, bench.names);
  const { judged } = trace;
  if (judged === undefined) return { kind: 'not-saved', reason: 'no scenario can send its request' };
  if (expectation === undefined) return { kind: 'not-saved', reason: 'no pattern describes what is wrong' };
  const steps = trace.stepsOf([...trace.before(expectation), judged], expectation);
  const isOwn = !withDependencies(steps, [judged]).some(isForeign);
  const textWith = (exchanges: readonly RecordedExchange[]) =>
    textOf(trace.stepsOf(exchanges, expectation), { ...options, sighting, world: bench.world });
  const budget = { plays: bench.playsMax };
  const objection = (exchanges: readonly RecordedExchange[]): Promise<string | undefined> => {
    budget.plays -= 1;
    return objectionTo(textWith(exchanges), bench, { redactor: options.redactor, isOwn });
  };
  const found = await search(steps, trace, { objection, budget, whole: trace.compared(expectation) });
  if (!found.ok) return { kind: 'not-saved', reason: found.reason };
  return { kind: 'saved', text: textWith(found.exchanges), isHeldAgainstSimulator: bench.isSameWorld || isOwn };
}

/** Plays the steps of exchanges. */
type Trial = {
  readonly objection: (exchanges: readonly RecordedExchange[]) => Promise<string | undefined>;
  readonly budget: { plays: number };
  /** Their requests stay whole, because the expectation has pointers into their responses. */
  readonly whole: ReadonlySet<RecordedExchange>;
};

type Found =
  | { readonly ok: true; readonly exchanges: readonly RecordedExchange[] }
  | { readonly ok: false; readonly reason: string };

/** Tries more and more of the exchanges before the judged one, then leaves out the unnecessary ones. */
async function search(steps: readonly Step[], trace: FindingTrace, trial: Trial): Promise<Found> {
  const { objection, budget } = trial;
  const exchanges = steps.map(({ exchange }) => exchange);
  const judged = exchanges.slice(-1);
  const needed = (some: readonly RecordedExchange[]): readonly RecordedExchange[] =>
    withDependencies(steps, [...some, ...judged]).map(({ exchange }) => exchange);
  let reason = '';
  for (const more of levelsOf(exchanges.slice(0, -1), trace)) {
    const refusal = await objection(needed(more));
    if (refusal !== undefined) {
      reason = refusal;
      continue;
    }
    let plays = 0;
    const isOver = () => budget.plays <= 0 || plays * more.length > REQUESTS_MAX;
    let { length } = needed(more);
    const holds = async (some: readonly RecordedExchange[]): Promise<boolean> => {
      const fewer = needed(some);
      if (fewer.length >= length) return false;
      plays += 1;
      if ((await objection(fewer)) !== undefined) return false;
      length = fewer.length;
      return true;
    };
    const left = needed(await shortest(more, holds, isOver));
    return { ok: true, exchanges: await withFewerTokens(left, trial, isOver) };
  }
  return { ok: false, reason };
}

/** None, the last write of the check, later writes, all writes, the whole check, the whole run. */
function levelsOf(
  before: readonly RecordedExchange[],
  { own }: FindingTrace,
): readonly (readonly RecordedExchange[])[] {
  const ofCheck = before.filter((exchange) => own.has(exchange));
  const writes = ofCheck.filter((exchange) => !isRead(exchange));
  const levels = [[], writes.slice(-1), writes.slice(writes.length / 2), writes, ofCheck, before];
  return levels.filter(({ length }, index) => index === 0 || length > (levels[index - 1]?.length ?? 0));
}

/** The exchanges with as few elements of a list in a request, such as the tokens of books, as they need. */
async function withFewerTokens(
  exchanges: readonly RecordedExchange[],
  { objection, whole }: Trial,
  isOver: () => boolean,
): Promise<readonly RecordedExchange[]> {
  let shortened = exchanges;
  for (const [index, exchange] of exchanges.entries()) {
    if (!whole.has(exchange)) shortened = await withFewerIn(shortened, index, objection, isOver);
  }
  return shortened;
}

async function withFewerIn(
  exchanges: readonly RecordedExchange[],
  index: number,
  objection: Trial['objection'],
  isOver: () => boolean,
): Promise<readonly RecordedExchange[]> {
  const long = exchanges[index];
  const body = long?.request.body;
  const items = typeof body === 'string' ? parseJson(body) : undefined;
  if (long === undefined || !Array.isArray(items) || items.length < 2) return exchanges;
  const exchangesWith = (some: readonly unknown[]): readonly RecordedExchange[] =>
    exchanges.with(index, { ...long, request: { ...long.request, body: JSON.stringify(some) } });
  const fewer = await shortest(
    items,
    async (some) => some.length > 0 && (await objection(exchangesWith(some))) === undefined,
    isOver,
  );
  return exchangesWith(fewer);
}

/** Plays the text, whose last step judges; the reason not to save it. `isOwn`: the simulator can play it, too. */
async function objectionTo(
  text: string,
  { target, sound, isSameWorld }: Bench,
  { redactor, isOwn }: { readonly redactor: Redactor; readonly isOwn: boolean },
): Promise<string | undefined> {
  if (redactor.text(text) !== text) return 'it would name a secret';
  const loaded = readText(text);
  if (!loaded.ok) return `it cannot be read: ${loaded.refusal}`;
  const judged = loaded.value.scenario.steps.length - 1;
  const objection = objectionOfTarget(await target(loaded.value), judged);
  if (objection !== undefined || !(isSameWorld || isOwn)) return objection;
  return objectionOfSound(await sound(loaded.value));
}

function objectionOfTarget(result: ScenarioResult, judged: number): string | undefined {
  const [failure] = result.failures;
  switch (result.verdict) {
    case 'pass':
      return 'the target does not fail again';
    case 'not-testable':
      return `it needs ${result.missing.join(', ')}`;
    case 'error':
      return `it cannot be played: ${failure?.title ?? 'no reason given'}`;
    case 'fail':
      return failure !== undefined && `${failure.at}.`.startsWith(`steps[${judged}].`)
        ? undefined
        : `the target fails before it is judged, at ${failure?.title ?? 'some step'}`;
  }
}

function objectionOfSound({ verdict, failures, missing }: ScenarioResult): string | undefined {
  if (verdict === 'pass') return undefined;
  const [failure] = failures;
  const [difference] = failure?.differences ?? [];
  const why = difference === undefined ? failure?.title : `expected ${difference.expected}, got ${difference.actual}`;
  return `the faithful simulator does not pass it either: ${(why ?? missing.join(', ')).slice(0, 200)}`;
}

/** The smallest part of `all` for which `holds` is true; it is true for `all`. */
async function shortest<Item>(
  all: readonly Item[],
  holds: (left: readonly Item[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<readonly Item[]> {
  let left = all;
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0 && !isOver(); ) {
    const { length } = left;
    // From the end: earlier elements do not depend on later ones.
    for (let end = left.length; end > 0 && !isOver(); end -= size) {
      const candidate = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (candidate.length < left.length && (await holds(candidate))) left = candidate;
    }
    if (size === 1 && left.length === length) break;
    size = Math.max(1, Math.ceil(Math.min(size, left.length) / 2));
    if (size === 1 && left.length === 0) break;
  }
  return left;
}
