/** scenarios/reading/find-scenarios: the scenarios of files and folders, read. */

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { isObject } from '../../base/json.ts';
import { systemCode } from '../../base/system-code.ts';
import { byCodeUnit } from '../../wire/pattern/collation.ts';
import { type Files, filesUnder, isInside, openSource } from './files.ts';
import { type Problem, problemOfFile } from './problem.ts';
import { type Loaded, scenarioOf } from './read-scenario.ts';

/** All that could be read, in order of the paths and of names, and the problems of all that could not. */
export type Found = { readonly scenarios: readonly Loaded[]; readonly problems: readonly Problem[] };

export type FindOptions = {
  /** A folder that `use` does not leave, for all scenarios in it. */
  readonly root?: string;
};

/** A folder with more files is not a folder of scenarios. */
const FOUND_MAX = 10_000;

type Candidate = { readonly file: string; readonly isNamed: boolean };

/**
 * Reads the files of `paths` and, of folders, every `*.yaml` and `*.yml` in and below them, by code unit. Files of
 * macros are skipped in folders and rejected by name. The `use` of a file stays in `root` if the file is in it, else in
 * the nearest folder of
 * `paths` around it, else in its own folder.
 */
export function findScenarios(paths: readonly string[], { root }: FindOptions = {}): Found {
  const problems: Problem[] = [];
  const files = new Map<string, Candidate>();
  for (const path of paths) {
    for (const candidate of candidatesOf(path, problems)) {
      const key = resolve(candidate.file);
      if (candidate.isNamed || !files.has(key)) files.set(key, candidate);
    }
  }
  const folders = paths.filter(isFolder);
  const scenarios: Loaded[] = [];
  const parsed: Files['parsed'] = new Map();
  const real = rememberingReal();
  for (const candidate of files.values()) {
    const own = { ...filesUnder(rootOf(candidate.file, folders, root)), real, parsed };
    const loaded = read(candidate.isNamed, candidate.file, own, problems);
    if (loaded !== undefined) scenarios.push(loaded);
  }
  return { scenarios, problems };
}

/** Many files of a folder use the same ones, and following links takes as long as reading a file. */
function rememberingReal(): Files['real'] {
  const known = new Map<string, string>();
  return (path) => {
    const real = known.get(path) ?? realpathSync(path);
    known.set(path, real);
    return real;
  };
}

function read(isNamed: boolean, file: string, files: Files, problems: Problem[]): Loaded | undefined {
  const source = openSource(file, files);
  if (!source.ok) {
    problems.push(...source.refusal);
    return undefined;
  }
  const { value } = source.value;
  if (isObject(value) && Object.keys(value).every((key) => key === 'macros' || key === 'use')) {
    const problem = 'this file has macros for other files and no scenario: name a scenario instead';
    if (isNamed) problems.push(problemOfFile(file, problem));
    return undefined;
  }
  const loaded = scenarioOf(source.value, files);
  if (loaded.ok) return loaded.value;
  problems.push(...loaded.refusal);
  return undefined;
}

/** `root` if the file is in it, else the innermost of the folders around it, else its own. */
function rootOf(file: string, folders: readonly string[], root: string | undefined): string {
  const isAround = (folder: string) => isInside(resolve(folder), resolve(file));
  if (root !== undefined && isAround(root)) return root;
  return folders.filter(isAround).sort((a, b) => resolve(b).length - resolve(a).length)[0] ?? dirname(file);
}

function candidatesOf(path: string, problems: Problem[]): readonly Candidate[] {
  const found: Candidate[] = [];
  try {
    if (statSync(path).isDirectory()) walk(normalize(path), realpathSync(path), found);
    else found.push({ file: path, isNamed: true });
  } catch (error) {
    const code = systemCode(error, 'unreadable');
    problems.push(problemOfFile(path, `the path cannot be read (${code}): give files or folders of scenarios`));
  }
  if (found.length > FOUND_MAX) {
    problems.push(problemOfFile(path, `more than ${FOUND_MAX} files are below this folder: give a smaller one`));
    return [];
  }
  return found;
}

/** Links are not followed. */
function walk(folder: string, real: string, found: Candidate[]) {
  const entries = readdirSync(real, { withFileTypes: true }).sort((a, b) => byCodeUnit(a.name, b.name));
  for (const entry of entries) {
    if (found.length > FOUND_MAX) return;
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      walk(join(folder, entry.name), join(real, entry.name), found);
    else if (entry.isFile() && /\.ya?ml$/.test(entry.name)) {
      found.push({ file: join(folder, entry.name), isNamed: false });
    }
  }
}

/** Missing paths have been reported. */
function isFolder(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
