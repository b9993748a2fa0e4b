/**
 * proof/mutants/mutant: one planted fault: a piece of text of the core, or of the folds over its log, and its replacement. A fault
 * is a row and nothing else: neither the core nor the folds know of it.
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
  /** A text that stands in the file exactly once. `$name` is any one name, so that a local can be renamed; spaces and lines may differ. */
  readonly find: string;
  /** What takes its place; `$name` is the name that `find` has met. */
  readonly replace: string;
  /** What is wrong with a venue that has this fault. */
  readonly why: string;
  /** Why no oracle can see it: it changes nothing that can be observed. */
  readonly survives?: string | undefined;
};

/** By id: what to find, its replacement, what is wrong then, and why nobody can see it. */
type Rows = Readonly<Record<string, readonly [find: string, replace: string, why: string, survives?: string]>>;

/** The faults of one category in one file. */
export function mutantsIn(category: Category, file: string, rows: Rows): readonly CoreMutant[] {
  return Object.entries(rows).map(([id, [find, replace, why, survives]]) => ({
    id,
    category,
    file,
    find,
    replace,
    why,
    survives,
  }));
}

const NAME = /\$([a-z]\w*)/g;

/** The source with the fault in it. Throws if the text to replace does not stand there exactly once. */
export function mutate(source: string, { id, file, find, replace }: Omit<CoreMutant, 'category' | 'why'>): string {
  const [match, ...others] = source.matchAll(patternOf(find));
  if (match === undefined || others.length > 0) {
    const count = match === undefined ? 0 : 1 + others.length;
    throw new Error(`mutant ${id}: "${find}" stands in ${file} ${count} times, not once: mend the row`);
  }
  const planted = replace.replaceAll(NAME, (_, name) => match.groups?.[name] ?? name);
  return source.slice(0, match.index) + planted + source.slice(match.index + match[0].length);
}

/** A name that is met again has to be the same. */
function patternOf(find: string): RegExp {
  const met = new Set<string>();
  const escaped = find.replaceAll(/[.*+?^{}()|[\]\\]|\$(?![a-z])/g, '\\$&').replaceAll(/(?<=\S)\s+(?=\S)/g, '\\s+');
  const pattern = escaped.replaceAll(NAME, (_, name: string) => {
    if (met.has(name)) return `\\b\\k<${name}>\\b`;
    met.add(name);
    return `\\b(?<${name}>[A-Za-z_]\\w*)\\b`;
  });
  return new RegExp(pattern, 'g');
}
