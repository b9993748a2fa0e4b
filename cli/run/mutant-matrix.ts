/** cli/run/mutant-matrix: the work of `touchstone run --against-mutants`: which scenarios notice which mutants. */
import { allMutants } from '../../proof/judge/catalog.ts';
import {
  type Reach,
  type ScenarioMatrix,
  type ScenarioRow,
  scenarioMatrix,
} from '../../proof/judge/scenario-matrix.ts';
import { visible } from '../../reports/untrusted.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';

export type AgainstMutants = Readonly<{
  scenarios: readonly Loaded[];
  seed: number;
  reach: Reach;
  /** The fewest scenarios that have to kill a mutant. */
  atLeast: number;
  isJson: boolean;
}>;

/** Plays the scenarios against mutants and prints the matrix; `EXIT.failed` if fewer than `atLeast` kill one. */
export async function runAgainstMutants({
  scenarios,
  seed,
  reach,
  atLeast,
  isJson,
}: AgainstMutants): Promise<ExitCode> {
  const interruption = new AbortController();
  const release = onInterruption(() => interruption.abort());
  try {
    const matrix = await scenarioMatrix({
      scenarios,
      mutants: allMutants,
      seed,
      reach,
      signal: interruption.signal,
      ...(!isJson && { onRow: (row) => process.stdout.write(rowText(row)) }),
    });
    process.stdout.write(isJson ? `${JSON.stringify(matrix, null, 1)}\n` : summary(matrix, atLeast));
    if (interruption.signal.aborted) return EXIT.interrupted;
    return matrix.killers >= atLeast ? EXIT.ok : EXIT.failed;
  } finally {
    release();
  }
}

const OUTCOME_WIDTH = 'survived'.length;

function rowText({ file, scenario, unfit, trials }: ScenarioRow) {
  const idWidth = Math.max(0, ...trials.map(({ id }) => id.length));
  const lines = trials.map(
    ({ id, clause, isKilled }) =>
      `  ${(isKilled ? 'killed' : 'survived').padEnd(OUTCOME_WIDTH)}  ${id.padEnd(idWidth)}  ${clause}`,
  );
  if (unfit !== undefined) lines.push(`  not tried: ${visible(unfit)}`);
  else if (trials.length === 0) lines.push('  not tried: there is no mutant of a clause that it cites');
  return `${visible(file)}: ${visible(scenario)}\n${lines.join('\n')}\n`;
}

function summary({ rows, killers, tried, mutantsKilled, mutantsTried }: ScenarioMatrix, atLeast: number): string {
  const pairs = rows.flatMap(({ trials }) => trials);
  const killed = pairs.filter(({ isKilled }) => isKilled).length;
  const lines = [
    '',
    `${rows.length} scenarios, ${tried} with mutants to notice, ${killers} kill at least one (wanted: ${atLeast})`,
    `${mutantsKilled} of ${mutantsTried} mutants killed; ` +
      `of ${pairs.length} pairs ${killed} killed, ${pairs.length - killed} survived`,
  ];
  const noticed = new Set(pairs.filter(({ isKilled }) => isKilled).map(({ id }) => id));
  const missed = new Map(pairs.filter(({ id }) => !noticed.has(id)).map(({ id, clause }) => [id, clause]));
  for (const [id, clause] of missed) lines.push(`noticed by no scenario: ${id} (${clause})`);
  return `${lines.join('\n')}\n`;
}
