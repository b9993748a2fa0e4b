/** proof/venue/counterexamples/counterexample-file: saves the counterexample of a property, and names its file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../base/system-code.ts';

export type CounterexampleSettings = {
  /** A short name of the property, which becomes the name of the file. */
  readonly property: string;
  readonly seed: number;
  /** Folder of the file; default `failures` in the working directory. */
  readonly folder?: string;
};

const FOLDER = 'failures';
const NAME_MAX = 100;

export function counterexamplePath(
  { property, folder = FOLDER }: CounterexampleSettings,
  ending: 'json' | 'yaml',
): string {
  return join(folder, `${property.replaceAll(/[^\w.-]+/g, '-').slice(0, NAME_MAX)}.${ending}`);
}

/** Writes the file; returns the error message if that fails. */
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
    return `The counterexample could not be saved as ${file}: ${messageOf(error)}`;
  }
}

export function savedMessage(file: string, command: 'run' | 'soak --replay'): string {
  return `The counterexample is saved as ${file}; replay it with: touchstone ${command} ${file}`;
}

export function withCounterexample(error: unknown, kept: string): Error {
  return new Error(`${messageOf(error)}\n\n${kept}`, { cause: error });
}
