/** scenarios/reading/files: access to scenario files under a root that neither paths nor links leave. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { type Result, refuse } from '../../base/result.ts';
import { systemCode } from '../../base/system-code.ts';
import { type Problem, problemOfFile } from './problem.ts';
import { LARGEST, parseSource, type Source } from './source.ts';

export const FILES_MAX = 100;

/** The source of files. Paths are as users write them; `read` and `real` throw the errors of the file system. */
export type Files = {
  /** The folder that `use` does not leave; undefined: the folder of the scenario. */
  readonly root: string | undefined;
  /** Its contents; undefined if it is larger than `limit` bytes or not a plain file. */
  read(path: string, limit: number): string | undefined;
  real(path: string): string;
  /** Used files that are already parsed, by path: readers of many scenarios parse each of them once. */
  readonly parsed?: Map<string, Result<Source, readonly Problem[]>>;
};

export function filesUnder(root?: string): Files {
  return {
    root,
    read(path, limit) {
      const stat = statSync(path);
      return stat.isFile() && stat.size <= limit ? readFileSync(path, 'utf8') : undefined;
    },
    real: (path) => realpathSync(path),
  };
}

export function openSource(file: string, files: Files): Result<Source, readonly Problem[]> {
  let text: string | undefined;
  try {
    text = files.read(file, LARGEST);
  } catch (error) {
    return refuse([
      problemOfFile(file, `the file cannot be read (${systemCode(error, 'unreadable')}): check path and permissions`),
    ]);
  }
  if (text === undefined)
    return refuse([problemOfFile(file, `expected a plain file of at most ${LARGEST / 1e6} MB: split it into several`)]);
  return parseSource(text, file);
}

/** The path that a `use` of `file` means, or why it may not be used. */
export function usedPath(file: string, wanted: string, scenario: string, files: Files): Result<string, string> {
  if (isAbsolute(wanted) || /^[A-Za-z]:|\\|^~|\0/.test(wanted))
    return refuse('expected a path relative to this file, with slashes');
  const path = normalize(join(dirname(file), wanted));
  const root = files.root ?? dirname(scenario);
  if (!isInside(resolve(root), resolve(path))) return refuse(`the path leaves ${root}: use files inside it`);
  try {
    if (!isInside(files.real(root), files.real(path)))
      return refuse(`a link on the path leaves ${root}: use files inside it`);
  } catch (error) {
    return refuse(
      `${path} cannot be read (${systemCode(error, 'unreadable')}): the path starts at the folder of this file`,
    );
  }
  return { ok: true, value: path };
}

/** True if `path` is `folder` or lies in it; both absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
