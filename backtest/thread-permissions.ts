/** backtest/thread-permissions: the files that the thread of a strategy may read, none of which has the future. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';

export type ThreadFiles = Readonly<{
  strategy: string;
  recording?: string;
  /** Places of reports, which are written. */
  outputs?: readonly string[];
  /** `--allow-read`. */
  allowed: readonly string[];
}>;

/** The folder of this package, whose code is in a folder below once it is built. */
const PACKAGE =
  ancestors(import.meta.dirname).find((folder) => existsSync(join(folder, 'package.json'))) ?? import.meta.dirname;
/** `from './x'`, `import './x'`, `import('./x')` and `require('./x')`. */
const IMPORTS = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(['"])(\.{1,2}\/[^'"]+)\1/g;
const SOURCES = /^\.[cm]?[jt]s$/;

export function permissionsOf({ strategy, recording, outputs = [], allowed }: ThreadFiles): string[] {
  const imported = importsOf(resolve(strategy));
  const folders = new Set([...imported].flatMap((file) => ancestors(dirname(file))));
  const packages = [...folders].flatMap((folder) => [join(folder, 'node_modules'), join(folder, 'package.json')]);
  const modules = ancestors(PACKAGE).map((folder) => join(folder, 'node_modules'));
  const own = [PACKAGE, ...modules, ...modules.flatMap(linkedFrom)];
  const files = recording === undefined ? [] : [resolve(recording)];
  const places = outputs.flatMap((path) => [resolve(path), dirname(resolve(path))]);
  const read = [...own, ...imported, ...packages, ...files, ...places, ...allowed.map((path) => resolve(path))];
  // Node.js asks for the path of a link and for the one where it leads.
  const real = read.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return [
    '--permission',
    ...[...new Set([...read, ...real])].map((path) => `--allow-fs-read=${path}`),
    ...[...new Set(places)].map((path) => `--allow-fs-write=${path}`),
  ];
}

/** The path of a strategy, without links on the way: the loader may read where they lead, and not the links. */
export function withoutLinks(strategy: string): string {
  const real = existsSync(strategy) ? realpathSync(strategy) : resolve(strategy);
  return real === resolve(strategy) ? strategy : real;
}

/** A file and all that it imports by relative paths. Imports that are computed at run time need `--allow-read`. */
function importsOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return found;
  found.add(file);
  if (!SOURCES.test(extname(file))) return found;
  for (const [, , path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
    for (const ending of ['', '.js', '.cjs', '.json', '/index.js'])
      importsOf(join(dirname(file), path + ending), found);
  }
  return found;
}

/** Folders of packages to which links in a folder of packages lead, as some package managers install them. */
function linkedFrom(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    if (!(entry.isSymbolicLink() && existsSync(join(modules, entry.name)))) return [];
    const target = realpathSync(join(modules, entry.name));
    const end = target.lastIndexOf(`${sep}node_modules${sep}`);
    return end < 0 ? [target] : [target.slice(0, end + sep.length + 'node_modules'.length)];
  });
}

function ancestors(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}
