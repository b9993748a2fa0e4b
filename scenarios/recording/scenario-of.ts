/** scenarios/recording/scenario-of: a recording as the text of a scenario file. */

import { invariant } from '../../base/result.ts';
import type { Named } from '../../sim/named.ts';
import { CONTROL_PREFIX } from '../../wire/message.ts';
import { capturesOf } from './captures.ts';
import { expectsValues, type Strictness } from './expectation-words.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { isRepeatable, type Reference } from './request-words.ts';
import { type Signers, signersOf } from './signers.ts';
import { stepsOf } from './steps.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { scenarioText } from './yaml-text.ts';

export type RecordingOptions = Readonly<{
  title?: string;
  about?: string;
  /** Wallets by the names that the scenario gives them; other signers get new names. */
  wallets?: Named['wallets'];
  /** Markets by name: their ids are written as `${markets.NAME...}`. */
  markets?: Named['markets'];
  world?: 'small' | 'medium';
  /** Lines for readers, at the top of the file. */
  comments?: readonly string[];
  /** The part of the responses that is expected again; default `shape`. */
  expect?: Strictness;
  /** The source of the service clock: the moments of the exchanges (default), or `Date` headers. */
  clock?: 'at' | 'date';
  /** Waits shorter than this are added up until they are as long; default one second. */
  leastAdvanceMs?: number;
  /** The schema of scenarios, for editors: a path relative to the file, or a URL. */
  schema?: string;
}>;

/** The YAML that repeats these exchanges, which must be `isSendable`, without keys. Later ids are captured. */
export function scenarioOf(exchanges: readonly RecordedExchange[], options: RecordingOptions = {}): string {
  const lives = livesIn(exchanges).filter(isSendable);
  invariant(lives.length > 0, 'a scenario sends something');
  const parts = lives.map((life) => recordedSteps(life, options));
  const words = parts.map((part) => part.steps.map((step) => step.words));
  const steps = words.flatMap((part, index) => (index === 0 ? part : [{ reset: true }, ...part]));
  return scenarioText({
    comments: [...(options.comments ?? []), ...new Set(parts.flatMap(({ comments }) => comments))],
    head: {
      scenario: options.title ?? 'recorded traffic',
      ...(options.about !== undefined && { about: options.about }),
      tags: ['recorded'],
      ...(options.world !== undefined && { world: options.world }),
    },
    steps,
    schema: options.schema,
  });
}

type StepOptions = Omit<RecordingOptions, 'title' | 'about' | 'world' | 'comments' | 'schema'> & {
  /** The signatures whose defects are described: those of refused requests (default), or all. */
  readonly signatures?: 'refused' | 'all';
  /** Texts that the last step names besides those of its request, so that they are captured too. */
  readonly wanted?: readonly Reference[];
};

export function recordedSteps(exchanges: readonly RecordedExchange[], options: StepOptions) {
  const { wallets = {}, markets = {}, expect: strictness = 'shape', clock = 'at', leastAdvanceMs = 1_000 } = options;
  const { signatures = 'refused', wanted = [] } = options;
  const sinceReset = livesIn(exchanges).at(-1) ?? [];
  const repeatable = sinceReset.filter(({ request }) => isRepeatable(request));
  invariant(isSendable(repeatable), 'a scenario sends something');
  const signers = signersOf(wallets, repeatable);
  const vocabulary = vocabularyOf(signers, markets);
  const captures = capturesOf(repeatable, vocabulary, wanted, expectsValues(strictness));
  const context = { signers, vocabulary, markets, captures, strictness, signatures, clock, leastAdvanceMs };
  const steps = stepsOf(repeatable, context);
  return { steps, vocabulary, comments: commentsOf(signers.strangers, sinceReset, repeatable.length) };
}

/** True if a scenario can send at least one of the requests. */
export function isSendable(exchanges: readonly RecordedExchange[]): boolean {
  return exchanges.some(({ request }) => isRepeatable(request) && !request.path.startsWith(CONTROL_PREFIX));
}

function livesIn(exchanges: readonly RecordedExchange[]): readonly (readonly RecordedExchange[])[] {
  const isReset = ({ request: { method, path }, response }: RecordedExchange) =>
    method === 'POST' && path === `${CONTROL_PREFIX}reset` && response.status === 200;
  const ends = exchanges.flatMap((exchange, index) => (isReset(exchange) ? [index] : []));
  return [-1, ...ends].map((end, life) => exchanges.slice(end + 1, ends[life]));
}

/** The names that wallets and markets have in every scenario. */
function vocabularyOf({ secrets, terms }: Signers, markets: Named['markets']): Vocabulary {
  const vocabulary = createVocabulary(secrets);
  for (const { text, expression } of terms) vocabulary.learn(text, expression);
  const isEventKey = (key: string) => /^event/i.test(key);
  for (const [name, market] of Object.entries(markets)) {
    vocabulary.learn(market.eventId, `markets.${name}.eventId`, isEventKey);
    vocabulary.learn(market.eventSlug, `markets.${name}.eventSlug`, isEventKey);
    vocabulary.learn(market.slug, `markets.${name}.slug`, (key) => /slug$/i.test(key) && !isEventKey(key));
    vocabulary.learn(market.conditionId, `markets.${name}.conditionId`);
    vocabulary.learn(market.yes, `markets.${name}.yes`);
    vocabulary.learn(market.no, `markets.${name}.no`);
  }
  return vocabulary;
}

function commentsOf(
  strangers: ReturnType<typeof signersOf>['strangers'],
  exchanges: readonly RecordedExchange[],
  repeatable: number,
): readonly string[] {
  const wallets = strangers.map(({ name, address }) => `${name} is the unknown wallet ${address}`);
  const leftOut = exchanges.length - repeatable;
  const commands = exchanges.filter(({ request }) => request.path === `${CONTROL_PREFIX}command`).length;
  return [
    ...wallets,
    ...(leftOut === 0 ? [] : [`${leftOut} requests are left out: their bodies were too long or no text`]),
    ...(commands === 0 ? [] : [`${commands} commands to the world are left out: no step can express them`]),
  ];
}
