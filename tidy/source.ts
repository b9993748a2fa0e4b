/** tidy/source: the repository as data: which files belong to it, and what a TypeScript file imports. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** One file of the repository; `path` is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** An import, re-export or `import()`, type-only ones included, and its line. */
export interface Import {
  /** As written: `node:fs`, `zod`, `../spec/routes.ts`. */
  readonly specifier: string;
  /** The path in the repository of a relative specifier. */
  readonly target: string | undefined;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
  readonly line: number;
}

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'coverage']);
const BINARY = /\.(gz|zst|png|ico|woff2)$/;

/** Reads every tracked file below `root`, in path order; without git, every file that is not installed or built. */
export function projectFiles(root: string): SourceFile[] {
  return (trackedPaths(root) ?? walkedPaths(root))
    .filter((path) => !BINARY.test(path) && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function trackedPaths(root: string): string[] | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const listing = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return listing.split('\0').filter((path) => path !== '');
}

function walkedPaths(root: string): string[] {
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => !NOT_OURS.has(entry.name));
  return top.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const below = readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true });
    return below
      .filter((child) => child.isFile())
      .map((child) => join(child.parentPath, child.name).slice(root.length + 1))
      .map((path) => path.split(sep).join('/'));
  });
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/;
const TEXT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/;
const PATTERN =
  /(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/*\\\n[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*\//;
const TOKEN = new RegExp(`(?<comment>${COMMENT.source})|(?<text>${TEXT.source})|${PATTERN.source}`, 'g');

/** The code with comments blanked (and, on request, quoted text outside of template expressions), lines kept. */
export function codeOf(text: string, quotes: 'keep' | 'blank' = 'keep'): string {
  return text.replaceAll(TOKEN, (token, comment: string | undefined) => {
    if (comment !== undefined) return blank(token);
    if (quotes === 'keep') return token;
    return token.startsWith('`') ? blankTemplate(token) : blank(token);
  });
}

function blankTemplate(token: string) {
  return token.replaceAll(/\$\{([^{}]*)\}|[^\n]/g, (_part, expression: string | undefined) =>
    expression === undefined ? ' ' : `  ${expression} `,
  );
}

/** The comments of a file, at their lines. */
export function commentsOf(text: string): string {
  let end = 0;
  let comments = '';
  for (const match of text.matchAll(TOKEN)) {
    if (match.groups?.['comment'] === undefined) continue;
    comments += blank(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return comments;
}

/** Every regular expression literal and its offset. */
export function patternsIn(text: string): { readonly pattern: RegExp; readonly at: number }[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index, groups }) => {
    if (groups?.['comment'] !== undefined || groups?.['text'] !== undefined) return [];
    // Slashes in a template within a template look like a pattern; what follows them does not look like flags.
    const flags = /^[dgimsuvy]*(?!\w)/.exec(text.slice(index + token.length, index + token.length + 10))?.[0];
    return flags === undefined ? [] : [{ pattern: new RegExp(token.slice(1, -1), flags), at: index }];
  });
}

function blank(text: string) {
  return text.replaceAll(/[^\n]/g, ' ');
}

const STATIC = /^[ \t]*(?:import|export)\s+(?<type>type\s)?(?:[\w*{][^'";]*?\sfrom\s+)?['"](?<from>[^'"\n]+)['"]/;
const DYNAMIC = /\bimport\(\s*['"](?<dynamic>[^'"\n]+)['"]/;
const IMPORT = new RegExp(`${STATIC.source}|${DYNAMIC.source}`, 'gm');

/** Every import of a TypeScript file, found in its text without compiling it. */
export function importsOf(file: SourceFile): Import[] {
  return [...codeOf(file.text).matchAll(IMPORT)].map((match) => {
    const { type, from, dynamic } = match.groups ?? {};
    const specifier = from ?? dynamic ?? '';
    return {
      specifier,
      target: specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : undefined,
      isTypeOnly: type !== undefined,
      isDynamic: dynamic !== undefined,
      line: lineAt(file.text, match.index + match[0].length),
    };
  });
}

/** The line number, from 1, of an offset in a text. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
