/**
 * conformance/saving/story: the requests that reproduce a finding, the values that are captured from their responses, and the expectation
 * of the last response; and the same as steps of a scenario, without secrets.
 */

import type { Exchange } from '../../scenarios/recording/exchange.ts';
import { isRepeatable, type Words } from '../../scenarios/recording/request-words.ts';
import { recordedSteps } from '../../scenarios/recording/scenario-of.ts';
import { CONTROL_PREFIX } from '../../sim/http/control.ts';
import { isObject } from '../../spec/json.ts';
import type { Expectation } from '../../wire/pattern/expectation.ts';
import type { Material } from './material.ts';
import { relativeTo } from './moments.ts';
import type { Candidate } from './named-values.ts';
import { claimed, signedAlike } from './signatures.ts';
import type { Names } from './supply.ts';

/** A value of an earlier response that the expectation names. */
type Kept = { readonly exchange: Exchange; readonly name: string; readonly pointer: string };

export type Story = {
  /** In order; the last one is judged. */
  readonly exchanges: readonly Exchange[];
  /** Undefined if the last response is not judged. */
  readonly expect: Expectation | undefined;
  readonly kept: readonly Kept[];
};

/** The story of a candidate with these exchanges of the material besides those that it needs. */
export function storyOf(
  { judged, expect, kept }: Candidate,
  { pool, supply }: Material,
  more: readonly number[],
): Story {
  const { places } = supply([judged, ...kept.map(({ place }) => place), ...more]);
  return {
    exchanges: places.flatMap((place) => pool[place] ?? []),
    expect,
    kept: kept.flatMap(({ place, ...one }) => (pool[place] === undefined ? [] : [{ ...one, exchange: pool[place] }])),
  };
}

/** Waits follow from steps that moved the clock, never from the time that a run took. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** True for requests to the service: those of control routes are not part of it. */
export function isSent({ request }: Exchange): boolean {
  return !request.path.startsWith(CONTROL_PREFIX);
}

/** The steps, one for each exchange and each time the clock was moved. */
export function stepsOfStory({ exchanges, expect, kept }: Story, names: Names): readonly Words[] {
  const repeatable = exchanges.filter(({ request }) => isRepeatable(request));
  const sent = repeatable.filter(isSent);
  const last = sent.at(-1);
  if (last === undefined) return [];
  const claims = repeatable.map((exchange) => refused(claimed(exchange, names)));
  const { steps } = recordedSteps(claims, { ...names, expect: 'status', leastAdvanceMs: NEVER_MS });
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

/** A value that a step captures in any case keeps the name that it has there. */
function renamed(expect: Expectation, sameAs: ReadonlyMap<string, string>): Expectation {
  let text = JSON.stringify(expect);
  for (const [name, known] of sameAs) {
    text = text.replaceAll(/\$\{[^}]*\}/g, (used) => used.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), known));
  }
  return JSON.parse(text) as Expectation;
}

/** The recorder describes a wrong signature for refused requests alone, but a target may have accepted one. */
function refused(exchange: Exchange): Exchange {
  return isSent(exchange) ? { ...exchange, response: { ...exchange.response, status: 400 } } : exchange;
}
