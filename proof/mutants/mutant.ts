/**
 * proof/mutants/mutant: one planted fault: a piece of text of the core, or of the folds over its log, and what stands there
 * instead. A fault is a row and nothing else: neither the core nor the folds know of it.
 */

export const CATEGORIES = [
  'matching priority',
  'price and amount',
  'money and reserves',
  'order life cycle',
  'fees',
  'settlement and resolution',
  'negative risk',
  'time and expiry',
  'read folds',
  'snapshot and log',
] as const;
export type Category = (typeof CATEGORIES)[number];

export type CoreMutant = {
  readonly id: string;
  readonly category: Category;
  /** Path of the source below the root of the repository. */
  readonly file: string;
  /** A text that stands in the file exactly once, and what takes its place. */
  readonly find: string;
  readonly replace: string;
  /** What is wrong with an exchange that has this fault. */
  readonly why: string;
  /** Why no oracle can see it: it changes nothing that can be observed. */
  readonly survives?: string;
};

/** The source with the fault in it. Throws where the text to replace does not stand there exactly once. */
export function withFault(source: string, { id, file, find, replace }: CoreMutant): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(`mutant ${id}: "${find}" stands in ${file} ${parts.length - 1} times, not once: mend the row`);
  }
  return parts.join(replace);
}
