/** conformance/saving/scenario-text: steps as a scenario file, with the check, the clause and both values on top. */
import { scenarioText } from '../../scenarios/recording/yaml-text.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import { describe } from '../evidence/excerpt.ts';
import type { Redactor } from '../evidence/redact.ts';
import type { Sighting } from '../execution/trail.ts';
import type { Step } from './finding-trace.ts';
import { withOwnSalts } from './moments.ts';
import { patienceOf, withLoops, withOrdersCancelled, withPatience, withWaitsAddedUp } from './tidy-steps.ts';

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
