/**
 * conformance/saving/finding-trace: exchanges that reproduce a finding, as steps with names and captured values for
 * ids.
 */

import { isObject } from '../../base/json.ts';
import { patternOf } from '../../scenarios/recording/patterns.ts';
import type { RecordedExchange } from '../../scenarios/recording/recorded-exchange.ts';
import {
  isCursorKey,
  isIdShaped,
  isReference,
  isRepeatable,
  type Reference,
  referencesIn,
  type Words,
} from '../../scenarios/recording/request-words.ts';
import { recordedSteps } from '../../scenarios/recording/scenario-of.ts';
import type { Vocabulary } from '../../scenarios/recording/vocabulary.ts';
import type { NamedMarket } from '../../sim/named.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { type Expectation, SameAs, type Wallet } from '../check.ts';
import { STRANGER, UNKNOWN_NAMES } from '../checks/assertions.ts';
import { isReading } from '../client/exchange.ts';
import type { Sighting } from '../execution/trail.ts';
import { relativeTo } from './moments.ts';

type Naming = {
  readonly vocabulary: Vocabulary;
  /** The variable with a value of an earlier response; undefined if no step repeats its exchange. */
  capture(source: SameAs): string | undefined;
};

export function namedExpectation(expectation: Expectation, { vocabulary, capture }: Naming): Expectation {
  const text = (value: string, key: string): unknown => {
    if (UNKNOWN_NAMES.has(value)) return value;
    const isUnnamed = isIdShaped(value) && vocabulary.expressionOf(value, key) === undefined;
    return isUnnamed ? patternOf(value, { vocabulary, requested: new Set() }, key) : vocabulary.written(value, key);
  };
  /** Keys are exact: one without a name is written as it is. */
  const pointer = (value: string) =>
    value
      .split('/')
      .map((part) => (UNKNOWN_NAMES.has(part) ? part : vocabulary.written(part, '')))
      .join('/');
  /** The operand of a matcher that takes values: no pattern can stand in them. */
  const literal = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return UNKNOWN_NAMES.has(value) ? value : vocabulary.written(value, key);
    if (value instanceof SameAs || typeof value !== 'object' || value === null) return named(value, key);
    if (Array.isArray(value)) return value.map((item) => literal(item, key));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, literal(inner, keyOf(name, key))]));
  };
  const named = (value: unknown, key: string): unknown => {
    if (value instanceof SameAs) {
      const name = capture(value);
      if (name === undefined) return named(value.value, key);
      return `\${${value.plus === undefined ? name : value.inTermsOf(`number(${name})`)}}`;
    }
    if (typeof value === 'string') return text(value, key);
    if (Array.isArray(value)) return value.map((item) => named(item, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (isOperand(name)) return [name, inner];
        if (isOfValues(name)) return [name, literal(inner, key)];
        return [name.startsWith('$') ? name : pointer(name), named(inner, keyOf(name, key))];
      }),
    );
  };
  return named(expectation, '') as Expectation;
}

/** The ids in an expectation, without those in values that are captured whole. */
export function referencesOf(value: unknown, key = ''): readonly Reference[] {
  if (value instanceof SameAs) return [];
  if (typeof value === 'string') {
    const [id = '', index = ''] = value.split(':');
    const text = /^\d+$/.test(index) ? id : value;
    const isId = isReference({ key, text }) && !isCursorKey(key) && !UNKNOWN_NAMES.has(text);
    return isId ? [{ key, text }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => referencesOf(item, key));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isOperand(name)) return [];
    const ids = name.split('/').filter((part) => isIdShaped(part) && !UNKNOWN_NAMES.has(part));
    return [...ids.map((text) => ({ key: '', text })), ...referencesOf(inner, keyOf(name, key))];
  });
}

/** The values of other responses that an expectation compares with. */
function comparedIn(value: unknown): readonly SameAs[] {
  if (value instanceof SameAs) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(comparedIn) : [];
}

/** Matchers whose operands are regular expressions, types or pointers. */
function isOperand(name: string) {
  return ['$match', '$type', '$unique', '$sorted'].includes(name);
}

/** Matchers whose operands are values, or have values in them. */
function isOfValues(name: string) {
  return ['$in', '$caseless', '$sameSet', '$same', '$sameView', '$agrees', '$exact', '$moment', '$joined'].includes(
    name,
  );
}

/** The field of a value; a matcher has that around it. An event's id is not that of its market. */
function keyOf(name: string, around: string): string {
  if (name.startsWith('$')) return around;
  const field = name.slice(name.lastIndexOf('/') + 1);
  return around === 'events' ? `event_${field}` : field;
}

/** The exchange as if `known` had signed it, if it is one of the unknown wallet. */
function claimed(exchange: RecordedExchange, known: Wallet | undefined): RecordedExchange {
  const { request } = exchange;
  if (known === undefined || !isOfStranger(exchange)) return exchange;
  return { ...exchange, request: { ...request, headers: { ...request.headers, svc_address: known.address } } };
}

/** The step with the headers of the unknown wallet, if its exchange is one of it. They are not secret. */
function byStranger(step: Words, exchange: RecordedExchange): Words {
  const { address, apiKey, passphrase } = STRANGER;
  if (!isOfStranger(exchange)) return step;
  return { ...step, sign: { headers: { svc_address: address, svc_api_key: apiKey, svc_passphrase: passphrase } } };
}

function isOfStranger({ request }: RecordedExchange) {
  return request.headers['svc_api_key'] === STRANGER.apiKey;
}

/** Wallets and markets by their names in scenarios. */
export type Names = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
};

/** A step, and the exchange that it repeats. */
export type Step = { readonly words: Words; readonly exchange: RecordedExchange };

export type FindingTrace = {
  /** The exchange that the finding is about; undefined if no scenario can send its request. */
  readonly judged: RecordedExchange | undefined;
  /** The exchanges whose responses the expectation compares with. */
  compared(expect: Expectation): ReadonlySet<RecordedExchange>;
  readonly own: ReadonlySet<RecordedExchange>;
  /** Those of discovery, then of the check, then later reads with which the expectation compares it. */
  before(expect: Expectation): readonly RecordedExchange[];
  /** Steps without secrets, moments and ids of the run; the expectation is about the last response. */
  stepsOf(exchanges: readonly RecordedExchange[], expect: Expectation): readonly Step[];
};

/** Waits follow from steps that moved the clock, never from the time that a run took. */
const RECORDING = { expect: 'status', signatures: 'all', leastAdvanceMs: Number.MAX_SAFE_INTEGER } as const;

export function findingTraceOf({ discovered, trail, cited, placeOf }: Sighting, names: Names): FindingTrace {
  const [signer] = Object.values(names.wallets);
  const all = [...discovered, ...trail].map((exchange) => claimed(exchange, signer));
  const at = (index: number | undefined) => (index === undefined ? undefined : all[discovered.length + index]);
  const sourceOf = ({ exchange }: SameAs) => at(placeOf(exchange));
  const compared = (expect: Expectation): ReadonlySet<RecordedExchange> =>
    new Set(comparedIn(expect).flatMap((one) => sourceOf(one) ?? []));
  const judged = at(cited);
  const canRepeat = ({ request }: RecordedExchange) => isRepeatable(request);
  return {
    judged: judged !== undefined && canRepeat(judged) ? judged : undefined,
    compared,
    own: new Set(all.slice(discovered.length)),
    before(expect) {
      const place = discovered.length + cited;
      const wanted = compared(expect);
      const later = all.slice(place + 1).filter((exchange) => wanted.has(exchange) && isRead(exchange));
      return [...all.slice(0, place), ...later].filter(canRepeat);
    },
    stepsOf(exchanges, expect) {
      const { steps, vocabulary } = recordedSteps(exchanges, { ...names, ...RECORDING, wanted: referencesOf(expect) });
      const own = steps.flatMap(({ words: { expect: _, ...words }, exchange }) => {
        if (exchange === undefined) return [];
        return [{ words: relativeTo(byStranger(words, exchange), exchange.at), exchange }];
      });
      const last = own.pop();
      if (last === undefined) return [];
      const capture = (value: SameAs) => captureIn(own, sourceOf(value), value.pointer);
      const named = namedExpectation(expect, { vocabulary, capture });
      return [...own, { ...last, words: { ...last.words, expect: named } }];
    },
  };
}

/** True for exchanges without side effects. */
export function isRead({ request }: RecordedExchange): boolean {
  return isReading(request, matchRoute(request));
}

/** The variable with the value at a pointer of a response. A step of `steps` captures it from now on. */
function captureIn(steps: Step[], exchange: RecordedExchange | undefined, pointer: string): string | undefined {
  const index = steps.findIndex((step) => step.exchange === exchange);
  const step = steps[index];
  if (step === undefined) return undefined;
  const captures = capturesOf(step);
  const known = Object.keys(captures).find((name) => captures[name] === pointer);
  if (known !== undefined) return known;
  const taken = new Set(steps.flatMap((one) => Object.keys(capturesOf(one))));
  let name = 'wanted';
  for (let number = 2; taken.has(name); number += 1) name = `wanted${number}`;
  steps[index] = { ...step, words: { ...step.words, capture: { ...captures, [name]: pointer } } };
  return name;
}

/** The steps of the chosen exchanges, and the earlier ones whose captures they name. */
export function withDependencies(steps: readonly Step[], chosen: Iterable<RecordedExchange>): readonly Step[] {
  const isChosen = new Set(chosen);
  const needed = new Set<string>();
  const kept: Step[] = [];
  for (const step of steps.toReversed()) {
    const captured = Object.keys(capturesOf(step));
    if (!isChosen.has(step.exchange) && !captured.some((name) => needed.has(name))) continue;
    for (const name of captured) needed.delete(name);
    for (const name of namesIn(step)) needed.add(name);
    kept.push(step);
  }
  return kept.reverse();
}

function capturesOf({ words: { capture } }: Step) {
  return isObject(capture) ? capture : {};
}

/** The variables and functions in the expressions of a step. */
function namesIn({ words: { capture: _, ...rest } }: Step): readonly string[] {
  const expressions = JSON.stringify(rest).match(/\$\{[^}]*\}/g) ?? [];
  return expressions.flatMap((expression) => expression.match(/(?<![.\w])[a-z]\w*/gi) ?? []);
}

/** Fields of orders whose values the client chooses. */
const OWN_MAKING = new Set(['salt', 'signature', 'metadata', 'builder', 'timestamp', 'makerAmount', 'takerAmount']);

/** True if the request of a step names an id that only the target has. */
export function isForeign({ words: { capture: _, expect: __, ...rest }, exchange }: Step): boolean {
  const text = JSON.stringify(rest);
  return referencesIn(exchange.request).some(
    (one) => !UNKNOWN_NAMES.has(one.text) && !OWN_MAKING.has(one.key) && text.includes(one.text),
  );
}
