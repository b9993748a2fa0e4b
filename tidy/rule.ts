/** tidy/rule: a rule of the repository is a pure function from files to offences. */
import { lineAt, type SourceFile } from './source.ts';

/** A rule for every file of the repository; `tidy/tidy.test` breaks each one. */
export interface Rule {
  /** Kebab-case and stable: test names carry it. */
  readonly id: string;
  /** One line per offence: `path:line: what is wrong`, empty when the repository is tidy. */
  readonly offences: (files: readonly SourceFile[]) => string[];
}

export const isTest = (path: string): boolean => path.endsWith('.test.ts');
export const isTypeScript = (path: string): boolean => path.endsWith('.ts');

/** The room a path lies in: its first folder, or '' for the files at the top. */
export function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** A rule that forbids patterns in the text that `read` takes from each file that `applies` selects. */
export function forbid(
  id: string,
  applies: (path: string) => boolean,
  read: (text: string) => string,
  patterns: readonly RegExp[],
  advice: string,
): Rule {
  const offencesOf = ({ path, text }: SourceFile): string[] => {
    const subject = read(text);
    return patterns
      .flatMap((pattern) => [...subject.matchAll(pattern)])
      .map((match) => `${path}:${lineAt(subject, match.index)}: ${match[0].trim()}: ${advice}`);
  };
  return { id, offences: (files) => files.filter(({ path }) => applies(path)).flatMap(offencesOf) };
}
