/**
 * conformance/saving/story: a finding as a story: the exchanges that are asked again, what is kept of their answers, and what the last
 * answer has to be like. Its words are those of the language of scenarios; secrets are not in them.
 */

import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isSayable, type Words } from '../../scenarios/recording/request-words.ts';
import { recordedSteps } from '../../scenarios/recording/scenario-of.ts';
import { CONTROL_PREFIX } from '../../sim/http/control.ts';
import { isObject } from '../../spec/json.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import { relativeTo } from './moments.ts';
import { claimed, signedAlike } from './signatures.ts';
import type { Names } from './supply.ts';

/** A value of an earlier answer that the expectation speaks of: which exchange, its name, and where it stands. */
type Kept = { readonly exchange: Exchange; readonly name: string; readonly pointer: string };

export type Story = {
  /** In order; the last one is judged. */
  readonly exchanges: readonly Exchange[];
  /** Undefined where no answer came at all: then sending is enough to fail again. */
  readonly expect: Expectation | undefined;
  readonly kept: readonly Kept[];
};

/** Waits are told by what moved the clock, never by how long a run took. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** True for what is sent to the service: control routes are no part of it. */
export function isSent({ request }: Exchange): boolean {
  return !request.path.startsWith(CONTROL_PREFIX);
}

/** The steps, one for each exchange and each time the clock was moved. */
export function stepsOfStory({ exchanges, expect, kept }: Story, names: Names): readonly Words[] {
  const sayable = exchanges.filter(({ request }) => isSayable(request));
  const sent = sayable.filter(isSent);
  const last = sent.at(-1);
  if (last === undefined) return [];
  const told = sayable.map((exchange) => refused(claimed(exchange, names)));
  const { steps } = recordedSteps(told, { ...names, expect: 'status', leastAdvanceMs: NEVER_MS });
  const sameAs = new Map<string, string>();
  let index = 0;
  return steps.map(({ expect: isSending, capture, ...recorded }) => {
    const exchange = sent[index];
    if (isSending === undefined || exchange === undefined) return recorded;
    index += 1;
    const step = relativeTo(signedAlike(recorded, exchange, names), exchange.at);
    if (exchange === last) return expect === undefined ? step : { ...step, expect: renamed(expect, sameAs) };
    const captures = { ...(isObject(capture) ? capture : {}) };
    for (const { name, pointer } of kept.filter((one) => one.exchange === exchange)) {
      const known = Object.entries(captures).find(([, source]) => source === pointer)?.[0];
      if (known === undefined) captures[name] = pointer;
      else sameAs.set(name, known);
    }
    return Object.keys(captures).length === 0 ? step : { ...step, capture: captures };
  });
}

/** What a step has captured anyway goes by the name that it has there. */
function renamed(expect: Expectation, sameAs: ReadonlyMap<string, string>): Expectation {
  let text = JSON.stringify(expect);
  for (const [name, known] of sameAs) {
    text = text.replaceAll(/\$\{[^}]*\}/g, (used) => used.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), known));
  }
  return JSON.parse(text) as Expectation;
}

/** What is wrong with a signature is told of refused requests alone: a target may have taken what it should refuse. */
function refused(exchange: Exchange): Exchange {
  return isSent(exchange) ? { ...exchange, response: { ...exchange.response, status: 400 } } : exchange;
}
