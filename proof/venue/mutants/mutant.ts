/** proof/venue/mutants/mutant: replaces a text of the core, or of the folds over its log. */
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

export type CoreMutant = Readonly<{
  id: string;
  category: Category;
  file: string;
  /** Occurs exactly once. `$name` matches any name; spaces and line breaks may differ. */
  find: string;
  /** The replacement; `$name` is the name that `find` matched. */
  replace: string;
  why: string;
  /** Why no oracle can find it, if the mutant is equivalent. */
  survives?: string | undefined;
}>;

/** By id: the text, its replacement, the effect, and why it is equivalent. */
type Rows = Readonly<Record<string, readonly [find: string, replace: string, why: string, survives?: string]>>;

/** The mutants of one category, by file. */
export function mutantsIn(category: Category, files: Readonly<Record<string, Rows>>): readonly CoreMutant[] {
  return Object.entries(files).flatMap(([file, rows]) =>
    Object.entries(rows).map(([id, [find, replace, why, survives]]) => {
      return { id, category, file, find, replace, why, survives };
    }),
  );
}

const NAME = /\$([a-z]\w*)/g;

/** The source with the mutant. Throws if the text does not occur exactly once. */
export function mutate(source: string, { id, file, find, replace }: Omit<CoreMutant, 'category' | 'why'>): string {
  const [match, ...others] = source.matchAll(patternOf(find));
  if (match === undefined || others.length > 0) {
    const count = match === undefined ? 0 : 1 + others.length;
    throw new Error(`mutant ${id}: "${find}" occurs ${count} times in ${file} instead of once: correct the row`);
  }
  const planted = replace.replaceAll(NAME, (_, name) => match.groups?.[name] ?? name);
  return source.slice(0, match.index) + planted + source.slice(match.index + match[0].length);
}

/** The pattern of a text. Each repeated name must match the same text. */
function patternOf(find: string): RegExp {
  const seen = new Set<string>();
  const escaped = find.replaceAll(/[.*+?^{}()|[\]\\]|\$(?![a-z])/g, '\\$&').replaceAll(/(?<=\S)\s+(?=\S)/g, '\\s+');
  const pattern = escaped.replaceAll(NAME, (_, name: string) => {
    if (seen.has(name)) return `\\b\\k<${name}>\\b`;
    seen.add(name);
    return `\\b(?<${name}>[A-Za-z_]\\w*)\\b`;
  });
  return new RegExp(pattern, 'g');
}
