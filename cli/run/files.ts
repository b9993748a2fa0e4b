/** cli/run/files: the scenarios of `touchstone run`: found, read, chosen by tags; or all problems. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../base/counted.ts';
import { visible } from '../../reports/untrusted.ts';
import { findScenarios } from '../../scenarios/reading/find-scenarios.ts';
import type { Problem } from '../../scenarios/reading/problem.ts';
import type { Loaded } from '../../scenarios/reading/read-scenario.ts';
import { useRoot } from '../../scenarios/reading/use-root.ts';
import { CliError } from '../exit.ts';
import type { RunFlags } from './command.ts';

/** The scenarios that come with touchstone: what `--library` plays. */
export const LIBRARY = join(import.meta.dirname, '../../scenarios/library');

export type Found = { readonly scenarios: readonly Loaded[] };

/** Reads and chooses. Prints every problem of every file and throws `CliError` if there is one, or nothing to play. */
export function readScenarios(
  paths: readonly string[],
  { tags = [], skipTags = [] }: Pick<RunFlags, 'tags' | 'skipTags'>,
): Found {
  const { scenarios, problems: all } = findScenarios(paths, { root: useRoot(paths, process.cwd()) });
  // A file that many use has its problems but once.
  const problems = [...new Map(all.map((problem) => [problemText(problem), problem])).values()];
  if (problems.length > 0) {
    console.error(problems.map(problemText).join('\n\n'));
    throw new CliError(
      `${counted(problems.length, 'problem')} in ` +
        `${counted(new Set(problems.map(({ file }) => file)).size, 'file')}: nothing was played`,
    );
  }
  if (scenarios.length === 0)
    throw new CliError(
      `there is no scenario in ${paths.map(visible).join(', ')}: name files or folders that hold some`,
    );
  const chosen = scenarios.filter(({ scenario }) => isChosen(scenario.tags, tags, skipTags));
  for (const warning of new Set(chosen.flatMap(({ warnings }) => (warnings ?? []).map(warningText))))
    console.error(warning);
  if (chosen.length > 0) return { scenarios: chosen };
  const known = [...new Set(scenarios.flatMap(({ scenario }) => scenario.tags))].sort();
  throw new CliError(`no scenario is chosen by these tags; tags there are: ${known.join(', ')}`);
}

function isChosen(own: readonly string[], tags: readonly string[], skipTags: readonly string[]) {
  if (own.some((tag) => skipTags.includes(tag))) return false;
  return tags.length === 0 || own.some((tag) => tags.includes(tag));
}

function problemText({ file, line, column, message, frame }: Problem) {
  const head = `${visible(file)}:${line}:${column}: ${visible(message)}`;
  return frame === '' ? head : `${head}\n${frame}`;
}

function warningText({ file, line, column, message }: Problem) {
  return `touchstone: warning: ${visible(file)}:${line}:${column}: ${visible(message)}`;
}

/** False for paths that are not there. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
