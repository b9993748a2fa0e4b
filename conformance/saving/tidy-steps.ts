/** conformance/saving/tidy-steps: steps as people write them: loops, sums of waits, polled views, cancels at the end */

import { isObject, numberAt, parseJson, textAt } from '../../base/json.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { spanOf } from '../../scenarios/recording/spans.ts';
import { scenarioText } from '../../scenarios/recording/yaml-text.ts';
import { spanMs } from '../../scenarios/running/spans.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { CONTROL_PREFIX, requestTarget } from '../../wire/message.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/trail.ts';
import type { Step } from './finding-trace.ts';
import { withOwnSalts } from './moments.ts';

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
  return (textAt(parseJson(response.body), 'orderID') ?? '') !== '';
}

export type SavingOptions = { readonly redactor: Redactor; readonly clause: Clause | undefined };

/** `world`: written into the file, unless it is the default. */
type About = SavingOptions & { readonly sighting: Sighting; readonly world: 'medium' | undefined };

const TITLE_MAX = 120;

/** The text of the file. The last step judges. */
export function textOf(steps: readonly Step[], { sighting, world, redactor, clause }: About): string {
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
