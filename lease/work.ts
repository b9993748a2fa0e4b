/** lease/work: numbered items, leased in ranges. An outcome follows from settings and number, so any worker runs it. */
import type { z } from 'zod';

/** Messages between workers and coordinator are copied between threads or machines as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A program that runs the items of one kind of work. Its module exports it under the name `program`. */
export type LeasedProgram<Settings extends Json, Result extends Json> = {
  /** Prepares a worker: once for each worker and settings, before its first item. Throws `WorkRefused`. */
  open(settings: Settings): ItemRunner<Result> | Promise<ItemRunner<Result>>;
};

export type ItemRunner<Result extends Json> = {
  run(item: number): Result | Promise<Result>;
  close(): void;
};

/** The program that runs the items. Threads load the module; the worker of a queue finds its own copy by the name. */
export type ProgramName = {
  readonly name: string;
  readonly module: URL;
  /** Options of Node.js for the threads that run it, such as permissions; by default those of this process. */
  readonly threadOptions?: (settings: Json) => readonly string[];
};

export type Work<Settings extends Json> = Readonly<{
  program: ProgramName;
  settings: Settings;
  /** The items to run: each once. Read as they are leased, so that there may be as many as time allows. */
  items: Iterable<number>;
  rangeSize: number;
  /** Milliseconds in one item after which its worker hangs; the worker is ended. */
  silenceMs: number;
}>;

/** The outcome of an item. `lost`: its worker hung or ended while it ran the item. `failed`: it threw. */
export type ItemEnd<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'lost'; readonly why: string };

export type LeaseOptions<Result> = {
  readonly onOutcome: (item: number, outcome: ItemEnd<Result>) => void;
  /** No more ranges are leased once it is aborted; those that are leased are finished. */
  readonly stop?: AbortSignal;
  /** Ends items that run as well; they have no outcome. */
  readonly interruption?: AbortSignal;
};

export type Lease = {
  /** Resolves when all items have an outcome, or to those that an interruption ended. Rejects with `WorkRefused`. */
  run<Settings extends Json, Result extends Json>(
    work: Work<Settings>,
    options: LeaseOptions<Result>,
  ): Promise<readonly number[]>;
  close(): Promise<void>;
};

/** The settings of the work cannot be used: the message is for the user. */
export class WorkRefused extends Error {}

/** Settings as a program expects them. Throws `WorkRefused` for any others: they may come from another machine. */
export function parseSettings<Settings>(schema: z.ZodType<Settings>, settings: unknown): Settings {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${['settings', ...path].join('.')}: ${message}`);
  throw new WorkRefused(issues.join('; '));
}
