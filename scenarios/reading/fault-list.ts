/** scenarios/reading/fault-list: the faults of a reading as they are found, each at a place of a file. */
import type { z } from 'zod';
import { FAULTS_MAX, type Fault, faultAt } from './fault.ts';
import { troublesOf } from './issues.ts';
import { offsetOf, offsetOfPart, type Path, type Source } from './source.ts';

/** The place of a fault: the value at a path, its key, or a part of the text there. */
type Spot = 'value' | 'key' | { readonly part: string };

/** One file that is read, and the receiver of its faults. */
export type Reading = {
  readonly source: Source;
  /** The message is only built if there is room for another fault. */
  report(path: Path, message: string | (() => string), spot?: Spot): void;
};

/** A reading of `source` whose faults are added to `faults`, up to `FAULTS_MAX`. */
export function readingOf(source: Source, faults: Fault[]): Reading {
  return {
    source,
    report(path, message, spot = 'value') {
      if (faults.length >= FAULTS_MAX) return;
      const offset = typeof spot === 'string' ? offsetOf(source, path, spot) : offsetOfPart(source, path, spot.part);
      faults.push(faultAt(source, offset, typeof message === 'string' ? message : message()));
    },
  };
}

/** The parsed value; undefined if it does not fit, which is then reported. */
export function checked<Schema extends z.ZodType>(
  reading: Reading,
  path: Path,
  schema: Schema,
  value: unknown,
): z.infer<Schema> | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const trouble of troublesOf(schema, value, parsed.error.issues)) {
    reading.report([...path, ...trouble.path], trouble.message, trouble.at);
  }
  return undefined;
}
