/**
 * conformance/saving/scenario-of-sighting: a finding as a scenario file: what the check did to the target before, the request of
 * the finding, and what its answer should have been. Secrets are not in it.
 */
import { parse } from 'yaml';
import type { Expectation } from '../../scenarios/language/expectation.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { scenarioOf } from '../../scenarios/recording/scenario-of.ts';
import { scenarioText } from '../../scenarios/recording/writing.ts';
import type { NamedMarket } from '../../sim/named.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/history.ts';
import { brokenExpectation } from './broken-expectation.ts';

export type SavingOptions = {
  readonly wallets: Readonly<Record<string, Wallet>>;
  readonly markets: Readonly<Record<string, NamedMarket>>;
  readonly redactor: Redactor;
  readonly clause: Clause | undefined;
};

/** Waits are told by what moved the clock, never by how long a run took. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;
const TITLE_MAX = 120;

/** The text of the file; undefined where what was found cannot be told as a scenario. */
export function scenarioOfSighting(sighting: Sighting, options: SavingOptions): string | undefined {
  const { wallets, markets, redactor, clause } = options;
  const { check, last, before, deviation } = sighting;
  const isFit = (expectation: Expectation): boolean =>
    JSON.stringify(redactor.deep(expectation)) === JSON.stringify(expectation);
  const expect = brokenExpectation(sighting, isFit);
  // Where no answer came at all, sending is enough to fail again.
  if (expect === undefined && last.response.status !== 0) return undefined;
  // What is wrong with a signature is told of refused requests alone: the refusal that was due.
  const refused = { ...last, response: { ...last.response, status: 400 } };
  const steps = stepsOf(
    scenarioOf([...before, refused], { wallets, markets, expect: 'status', leastAdvanceMs: NEVER_MS }),
  );
  const wanted = `expected ${deviation.expected}${deviation.pointer ? ` at ${deviation.pointer}` : ''}`;
  return scenarioText({
    comments: [
      `found by the check ${check}`,
      ...(clause === undefined ? [] : [`${clause.id}: ${clause.text}`]),
      `${wanted}; got ${redactor.text(describe(deviation.actual))}`,
    ],
    head: {
      scenario: `${check}: ${sighting.clause}`.slice(0, TITLE_MAX),
      tags: ['saved'],
      clauses: [sighting.clause],
    },
    steps: repeated(withExpectation(steps, expect)),
    schema: undefined,
  });
}

function stepsOf(text: string): readonly Words[] {
  const { steps } = parse(text) as { readonly steps: readonly Words[] };
  return steps.map(({ expect: _, ...step }) => step);
}

function withExpectation(steps: readonly Words[], expect: Expectation | undefined): readonly Words[] {
  const last = steps.at(-1);
  if (last === undefined || expect === undefined) return steps;
  return [...steps.slice(0, -1), { ...last, expect }];
}

/** The same step several times in a row, as where a limit is filled, is written once. */
function repeated(steps: readonly Words[]): readonly Words[] {
  const runs: { readonly step: Words; readonly text: string; times: number }[] = [];
  for (const step of steps) {
    const text = JSON.stringify(step);
    const run = runs.at(-1);
    if (run?.text === text) run.times += 1;
    else runs.push({ step, text, times: 1 });
  }
  return runs.map(({ step, times }) => (times === 1 ? step : { repeat: { times, do: [step] } }));
}
