/**
 * proof/counterexamples/counterexample-file: the counterexample of a property becomes a file: where it is written, and how its error says so.
 * What is written is for each kind of property its own: `runs`, `requests`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type CounterexampleSettings = {
  /** What is claimed, in a few words: the file is called after it. */
  readonly property: string;
  /** The seed of its draws. */
  readonly seed: number;
  /** Where the file goes; default `failures`, below the working directory. */
  readonly folder?: string;
};

const FOLDER = 'failures';
const NAME_MAX = 100;

/** The place of the file. */
export function counterexamplePath(
  { property, folder = FOLDER }: CounterexampleSettings,
  ending: 'json' | 'yaml',
): string {
  return join(folder, `${property.replaceAll(/[^\w.-]+/g, '-').slice(0, NAME_MAX)}.${ending}`);
}

/** Writes the file; undefined where that was done, else what went wrong. */
export function writeCounterexample(
  file: string,
  text: string,
  { folder = FOLDER }: CounterexampleSettings,
): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
    return undefined;
  } catch (error) {
    return `What failed could not be kept as ${file}: ${messageOf(error)}`;
  }
}

/** What is said of a file that was written; `command` plays it. */
export function savedMessage(file: string, command: 'run' | 'soak --replay'): string {
  return `What failed is kept as ${file}; to play it again: touchstone ${command} ${file}`;
}

/** The error of the property, with what became of its counterexample below it. */
export function withCounterexample(error: unknown, kept: string): Error {
  return new Error(`${messageOf(error)}\n\n${kept}`, { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
