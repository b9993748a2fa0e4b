/** scenarios/recording/steps: exchanges as the steps of a scenario, with the time between them. */

import { isObject, memberAt, textAt } from '../../base/json.ts';
import { addCount, addTo } from '../../base/record.ts';
import type { Named } from '../../sim/named.ts';
import { CONTROL_PREFIX, isSuccess, jsonIn, type Request } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Capture } from './captures.ts';
import { expectationWords, isWrite, type Strictness } from './expectation-words.ts';
import { orderWords } from './order-words.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { referencesIn, requestWords, type Words } from './request-words.ts';
import { type Signing, signingOf } from './signature.ts';
import type { Signers } from './signers.ts';
import { spanOf } from './spans.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Context = Readonly<{
  signers: Signers;
  vocabulary: Vocabulary;
  markets: Named['markets'];
  captures: ReadonlyMap<number, readonly Capture[]>;
  strictness: Strictness;
  signatures: 'refused' | 'all';
  clock: 'date' | 'at';
  /** Shorter waits are added up until they are as long. */
  leastAdvanceMs: number;
}>;

/** A step, and the exchange that it repeats; undefined for the time between two exchanges. */
export type RecordedStep = { readonly words: Words; readonly exchange: RecordedExchange | undefined };

export function stepsOf(exchanges: readonly RecordedExchange[], context: Context): readonly RecordedStep[] {
  const { vocabulary, captures, leastAdvanceMs } = context;
  const repeated = repeatedSalts(exchanges);
  const holders = new Map<string, string[]>();
  const steps: RecordedStep[] = [];
  let writtenMs: number | undefined;
  let clock = 0;
  for (const [index, exchange] of exchanges.entries()) {
    clock = serviceMs(exchange, context.clock) ?? clock;
    if (exchange.request.path.startsWith(CONTROL_PREFIX)) {
      const control = controlOf(exchange);
      steps.push(...control.steps.map((words) => ({ words, exchange })));
      if (writtenMs !== undefined) writtenMs += control.movedMs;
      continue;
    }
    writtenMs ??= clock;
    const span = clock - writtenMs >= Math.max(1, leastAdvanceMs) ? spanOf(clock - writtenMs) : undefined;
    if (span !== undefined) {
      steps.push({ words: { advance: span }, exchange: undefined });
      writtenMs = clock;
    }
    const isTrusted = context.signatures === 'refused' && isSuccess(exchange.response);
    const signing = signingOf(exchange.request, clock, { ...context, isTrusted });
    const verb = verbWords(exchange, signing, clock, context, repeated);
    const capture = learn(captures.get(index) ?? [], vocabulary, holders);
    const isLost = exchange.response.delivery?.end !== undefined;
    const rest = isLost ? { lose: 'response' } : { ...expected(exchange, context, capture), ...capture.words };
    steps.push({ words: { ...verb, ...rest }, exchange });
  }
  return steps;
}

/** Milliseconds on the service clock, or undefined if the response does not state it. */
function serviceMs({ response, at }: RecordedExchange, clock: 'date' | 'at'): number | undefined {
  if (clock === 'at') return at;
  const date = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** Control routes are not part of the service: their effects have their own verbs. */
function controlOf({ request, response }: RecordedExchange): { steps: readonly Words[]; movedMs: number } {
  const nothing = { steps: [], movedMs: 0 };
  const body = jsonIn(request);
  const name = request.path.slice(CONTROL_PREFIX.length);
  if (response.status !== 200 || request.method !== 'POST' || !isObject(body)) return nothing;
  const { ms, fault, faults } = body;
  if (name === 'faults' && Array.isArray(faults)) return { steps: [{ faults }], movedMs: 0 };
  if (name === 'faults' && typeof fault === 'string') return { steps: [{ fault }], movedMs: 0 };
  if (name !== 'advance' || typeof ms !== 'number' || ms === 0) return nothing;
  const span = spanOf(ms);
  return span === undefined ? nothing : { steps: [{ advance: span }], movedMs: ms };
}

/** Salts that come more than once: the same order again, which the service knows. */
function repeatedSalts(exchanges: readonly RecordedExchange[]): (salt: string) => boolean {
  const counts = new Map<string, number>();
  for (const { request } of exchanges) {
    const body = request.path === '/order' ? jsonIn(request) : undefined;
    const salt = textAt(memberAt(body, 'order'), 'salt');
    if (salt !== undefined) addCount(counts, salt);
  }
  return (salt) => (counts.get(salt) ?? 0) > 1;
}

/** The verb of the language that sends exactly this request, or else a plain request. */
function verbWords(
  { request }: RecordedExchange,
  signing: Signing,
  clockMs: number,
  context: Context,
  isRepeated: (salt: string) => boolean,
): Words {
  const { as, sign } = signing;
  const isPlain = as === undefined || sign !== undefined || request.query !== '';
  const special = isPlain ? undefined : specialWords(request, as, clockMs, context, isRepeated);
  return { ...(special ?? requestWords(request, context.vocabulary)), ...signing };
}

function specialWords(
  request: Request,
  as: string,
  clockMs: number,
  { signers, vocabulary, markets }: Context,
  isRepeated: (salt: string) => boolean,
): Words | undefined {
  const body = jsonIn(request);
  switch (matchRoute(request)?.id) {
    case 'place-order': {
      const order = orderWords(body, signers.walletOf(as), markets, clockMs, isRepeated);
      return order === undefined ? undefined : { order };
    }
    case 'cancel-order': {
      const id = onlyText(body, 'orderId');
      return id === undefined ? undefined : { cancel: vocabulary.written(id, 'orderId') };
    }
    case 'heartbeat':
      return request.body === undefined || request.body === '' ? { heartbeat: 'plain' } : undefined;
    case 'heartbeat-v1': {
      if (isObject(body) && Object.keys(body).length === 0) return { heartbeat: 'start' };
      const id = onlyText(body, 'heartbeat_id');
      const isId = id !== undefined && !['', 'start', 'plain'].includes(id);
      return isId ? { heartbeat: vocabulary.written(id, 'heartbeat_id') } : undefined;
    }
    default:
      return undefined;
  }
}

function onlyText(body: unknown, key: string): string | undefined {
  const text = isObject(body) && Object.keys(body).length === 1 ? body[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The captures of one step. A reused name loses its earlier meaning. */
function learn(captures: readonly Capture[], vocabulary: Vocabulary, holders: Map<string, string[]>) {
  const names = new Set(captures.map(({ name }) => name));
  const sources = Object.fromEntries(captures.map(({ name, source }) => [name, source]));
  const words: Words = captures.length === 0 ? {} : { capture: sources };
  const apply = () => {
    for (const name of names) {
      for (const text of holders.get(name) ?? []) vocabulary.forget(text);
      holders.delete(name);
    }
    for (const { name, text, expression, fits } of captures) {
      vocabulary.learn(text, expression, fits);
      addTo(holders, name, text);
    }
  };
  return { words, apply };
}

/** The response is compared with the values known before it; its own values are known from then on. */
function expected(
  { request, response }: RecordedExchange,
  { strictness, vocabulary }: Context,
  learned: ReturnType<typeof learn>,
): Words {
  const route = matchRoute(request);
  const about = { route, isWrite: isWrite(route, request.method) };
  const requested = new Set(referencesIn(request).map(({ text }) => text));
  const expect = expectationWords(about, response, strictness, { vocabulary, requested });
  learned.apply();
  return { expect };
}
