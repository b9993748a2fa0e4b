/** scenarios/reading/problem-list: the problems of a reading as they are found, each at a place of a file. */
import type { z } from 'zod';
import { correctionsOf } from './issues.ts';
import { PROBLEMS_MAX, type Problem, problemAt } from './problem.ts';
import { offsetOf, offsetOfPart, type Path, type Source } from './source.ts';

/** The place of a problem: the value at a path, its key, or a part of the text there. */
type Spot = 'value' | 'key' | { readonly part: string };

export type Reading = {
  readonly source: Source;
  /** The message is only built if there is room for another problem. */
  report(path: Path, message: string | (() => string), spot?: Spot): void;
};

/** A reading of `source` whose problems are added to `problems`, up to `PROBLEMS_MAX`. */
export function readingOf(source: Source, problems: Problem[]): Reading {
  return {
    source,
    report(path, message, spot = 'value') {
      if (problems.length >= PROBLEMS_MAX) return;
      const offset = typeof spot === 'string' ? offsetOf(source, path, spot) : offsetOfPart(source, path, spot.part);
      problems.push(problemAt(source, offset, typeof message === 'string' ? message : message()));
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
  for (const correction of correctionsOf(schema, value, parsed.error.issues))
    reading.report([...path, ...correction.path], correction.message, correction.at);
  return undefined;
}
