/**
 * conformance/saving/scenario-text: a story as the text of a scenario file: which check found it, what the clause says, what was expected.
 */
import type { Exchange } from '../../scenarios/recording/exchange.ts';
import type { Words } from '../../scenarios/recording/request-words.ts';
import { scenarioText } from '../../scenarios/recording/yaml-text.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/history.ts';
import { withOwnSalts } from './moments.ts';
import {
  type Patience,
  patienceOf,
  withLoops,
  withOrdersCancelled,
  withPatience,
  withWaitsAddedUp,
} from './tidy-steps.ts';

export type WritingOptions = {
  readonly redactor: Redactor;
  readonly clause: Clause | undefined;
  readonly world: 'medium' | undefined;
};

const TITLE_MAX = 120;

/** The texts to choose from, the one that people like best first: each says the same. */
export function textsOf(
  sighting: Sighting,
  { steps, judged }: { readonly steps: readonly Words[]; readonly judged: Exchange | undefined },
  options: WritingOptions,
): readonly string[] {
  const patience = patienceOf(sighting, judged);
  const plain = textOf(sighting, { steps: withLoops(steps), vars: {}, finally: [] }, undefined, options);
  const salted = withOwnSalts(withWaitsAddedUp(steps));
  const tidied = withOrdersCancelled(salted.steps);
  const whole = { ...tidied, vars: { ...salted.vars, ...tidied.vars }, steps: withLoops(tidied.steps) };
  const patient = patience === undefined ? [] : [textOf(sighting, whole, patience, options)];
  return [...patient, textOf(sighting, whole, undefined, options), plain];
}

function textOf(
  { check, clause: id, deviation }: Sighting,
  told: ReturnType<typeof withOrdersCancelled>,
  patience: Patience | undefined,
  { redactor, clause, world }: WritingOptions,
): string {
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
      ...(Object.keys(told.vars).length === 0 ? {} : { vars: told.vars }),
    },
    steps: withPatience(told.steps, patience),
    last: told.finally,
    schema: undefined,
  });
}
