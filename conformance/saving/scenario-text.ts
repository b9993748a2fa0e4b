/**
 * conformance/saving/scenario-text: a story as the text of a scenario file. Its header has the check that found the deviation,
 * the text of the clause, and the expected and the actual value.
 */
import { scenarioText } from '../../scenarios/recording/yaml-text.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/history.ts';
import type { Bench } from './bench.ts';
import { withOwnSalts } from './moments.ts';
import { type Story, stepsOfStory } from './story.ts';
import { patienceOf, withLoops, withOrdersCancelled, withPatience, withWaitsAddedUp } from './tidy-steps.ts';

export type SavingOptions = { readonly redactor: Redactor; readonly clause: Clause | undefined };

const TITLE_MAX = 120;

/** The text of the file. */
export function textOf(
  story: Story,
  sighting: Sighting,
  { names, world }: Pick<Bench, 'names' | 'world'>,
  { redactor, clause }: SavingOptions,
): string {
  const { check, clause: id, deviation } = sighting;
  const salted = withOwnSalts(withWaitsAddedUp(stepsOfStory(story, names)));
  const { steps, vars, finally: last } = withOrdersCancelled(salted.steps);
  const all = { ...salted.vars, ...vars };
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
      ...(Object.keys(all).length === 0 ? {} : { vars: all }),
    },
    steps: withPatience(withLoops(steps), patienceOf(sighting, story.exchanges.at(-1))),
    last,
    schema: undefined,
  });
}
