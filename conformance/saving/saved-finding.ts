/** conformance/saving/saved-finding: a finding as a scenario that was played to fail on the target alone, or why not */

import { parseJson } from '../../base/json.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import type { ScenarioResult } from '../../scenarios/running/result.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/trail.ts';
import type { Bench } from './bench.ts';
import { type FindingTrace, findingTraceOf, isForeign, isRead, type Step, withDependencies } from './finding-trace.ts';
import { readText } from './player.ts';
import { type SavingOptions, textOf } from './tidy-steps.ts';

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
