/** cli/run/watcher: `touchstone run --watch`: plays the scenarios again whenever a file of them changes. */

import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError, EXIT, type ExitCode, orCliError } from '../exit.ts';
import type { RunFlags } from './command.ts';
import { type Found, isFolder, readScenarios } from './files.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

/** Reads and plays until the signal. Problems of files and flags are printed, and the next change is awaited. */
export async function runWatching(
  paths: readonly string[],
  flags: RunFlags,
  run: (found: Found) => Promise<ExitCode>,
  signal: AbortSignal,
): Promise<ExitCode> {
  let used: readonly string[] = [];
  while (!signal.aborted) {
    const found = await withPrintedProblems(() => readScenarios(paths, flags));
    used = found === undefined ? used : usedFolders(found);
    // Before anything is played: a change in the meantime is not missed.
    const change = changeIn([...new Set([...paths.map(folderOf), ...used])], flags.updateGolden === true, signal);
    if (found !== undefined) await withPrintedProblems(() => run(found));
    if (signal.aborted) break;
    console.error(`touchstone: ${new Date().toTimeString().slice(0, 8)} waiting for changes, Ctrl-C ends`);
    await change;
  }
  return EXIT.interrupted;
}

/** The result of `work`; undefined if it throws a `CliError`, which is printed. */
async function withPrintedProblems<Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return undefined;
  }
}

function folderOf(path: string) {
  return isFolder(path) ? path : dirname(path);
}

function usedFolders({ scenarios }: Found): readonly string[] {
  return scenarios.flatMap(({ file, scenario }) => scenario.use.map((used) => dirname(join(dirname(file), used))));
}

/** Settles when a scenario, or a golden trace of another run, has changed and nothing has for a moment. */
function changeIn(folders: readonly string[], writesGoldens: boolean, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const onChange = (name: string | null) => {
    const isOfUse = name === null || /\.ya?ml$/.test(name) || (!writesGoldens && name.endsWith('.golden.jsonl'));
    if (!isOfUse) return;
    clearTimeout(timer);
    timer = setTimeout(end, SETTLE_MS);
  };
  const watchers = folders.map((folder) => watched(folder, onChange));
  const end = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    resolve();
  };
  signal.addEventListener('abort', end, { once: true });
  return promise;
}

function watched(folder: string, onChange: (name: string | null) => void) {
  // A folder that is removed while it is watched is a change like any other.
  return orCliError(
    () => watch(folder, { recursive: true }, (_, name) => onChange(name)).on('error', () => onChange(null)),
    (code) => `${folder} cannot be watched (${code}): check the path and its permissions`,
  );
}
