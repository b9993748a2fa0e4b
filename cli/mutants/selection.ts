/** cli/mutants/selection: mutants as commands name them: listed, found by id, or chosen by patterns. */

import { didYouMean, likely } from '../../base/closest.ts';
import { matcherOf } from '../../conformance/execution/schedule.ts';
import { mutantServed, mutantsOf } from '../../proof/judge/catalog.ts';
import type { Mutant } from '../../proof/judge/variant.ts';
import { CliError } from '../exit.ts';
import { jsonText } from '../terminal/json-text.ts';

const SUGGESTIONS_MAX = 3;

/** The mutant with this id of a service with the profile. A `CliError` names the ids most like an unknown one. */
export function chooseMutant(id: string, profile: string): Mutant {
  const mutant = mutantServed(id, profile);
  if (mutant !== undefined) return mutant;
  const ids = mutantsOf(profile).map((known) => known.id);
  const advice = didYouMean(' ', id, ids, '', SUGGESTIONS_MAX);
  throw new CliError(`there is no mutant "${id}";${advice} --list-mutants shows all`);
}

/** The mutants of `all` that the patterns name, or all: an id, `*` for any text, or a clause, family or route. */
export function chosenFrom(all: readonly Mutant[], patterns: readonly string[]): readonly Mutant[] {
  const isNamed = (mutant: Mutant, pattern: string) =>
    matcherOf([pattern])(mutant.id) || [mutant.breaks, mutant.family, mutant.route].some((name) => name === pattern);
  const idle = patterns.find((pattern) => !all.some((mutant) => isNamed(mutant, pattern)));
  if (idle !== undefined) throw unknownMutant(all, idle);
  if (patterns.length === 0) return all;
  return all.filter((mutant) => patterns.some((pattern) => isNamed(mutant, pattern)));
}

function unknownMutant(all: readonly Mutant[], name: string): CliError {
  const ids = likely(
    name,
    all.map(({ id }) => id),
    3,
  );
  const nearest = ids.length === 0 ? '' : ` the nearest are ${ids.join(', ')};`;
  return new CliError(`no mutant is named by "${name}";${nearest} see touchstone serve --list-mutants`);
}

/** One line for each mutant: id, the clause it breaks, what is wrong; or all as a JSON array. */
export function mutantList(isJson: boolean, profile: string): string {
  const rows = mutantsOf(profile).map(({ id, breaks, title, world }) => ({ id, clause: breaks, title, world }));
  if (isJson) return jsonText(rows);
  const [idWidth, clauseWidth] = [widest(rows.map(({ id }) => id)), widest(rows.map(({ clause }) => clause))];
  const lines = rows.map(({ id, clause, title, world }) => {
    const need = world === 'small' ? '' : ` (needs --world ${world})`;
    return `${id.padEnd(idWidth)}  ${clause.padEnd(clauseWidth)}  ${title}${need}\n`;
  });
  return lines.join('');
}

function widest(texts: readonly string[]) {
  return Math.max(...texts.map((text) => text.length));
}
