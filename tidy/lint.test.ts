import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { testFolder } from '../spec/fixtures/test-folder.ts';

const root = join(import.meta.dirname, '..');
const { folder } = testFolder('lint');
const CORE = 'export const core = ';

/** The path, its line, and the rule that must report it (none for a valid line). */
const lines: readonly (readonly [path: string, line: string, rule?: string])[] = [
  ['spec/wall.ts', "import type { A } from '../sim/a.ts';\nexport type { A };", 'noRestrictedImports'],
  ['wire/wall.ts', "import { a } from '../conformance/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['sim/wall.ts', "import { a } from '../scenarios/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['reports/wall.ts', "import { a } from '../cli/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['conformance/proof.ts', "import { a } from '../proof/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['sim/proof.ts', "import { a } from '../proof/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['sim/fixtures/proof.ts', "import { a } from '../../proof/a.ts';\nexport const b = a;"],
  ['proof/wall.ts', "import { a } from '../cli/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['proof/venue/oracle/date.ts', `${CORE}new Date();`, 'noRestrictedGlobals'],
  ['reports/way.ts', "import { a } from '../spec/a.ts';\nexport const b = a;"],
  ['conformance/checks/wall.ts', "import { a } from '../../sim/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['sim/core/node.ts', "import { sep } from 'node:path';\nexport const b = sep;", 'noRestrictedImports'],
  ['sim/core/wire.ts', "import { a } from '../../wire/a.ts';\nexport const b = a;", 'noRestrictedImports'],
  ['sim/core/date.ts', `${CORE}new Date();`, 'noRestrictedGlobals'],
  ['sim/core/timer.ts', `${CORE}setTimeout;`, 'noRestrictedGlobals'],
  ['sim/core/performance.ts', `${CORE}performance.timeOrigin;`, 'noRestrictedGlobals'],
  ['sim/core/intl.ts', `${CORE}Intl;`, 'noRestrictedGlobals'],
  ['sim/core/random.ts', `${CORE}Math.random();`, 'plugin'],
  ['sim/core/alias.ts', `const { random } = Math;\n${CORE}random;`, 'plugin'],
  ['sim/core/locale.ts', `${CORE}'a'.localeCompare('b');`, 'plugin'],
  ['sim/core/power.ts', `${CORE}Math.exp(2);`, 'plugin'],
  ['sim/core/upper.ts', `${CORE}'i'.toLocaleUpperCase();`, 'plugin'],
  ['sim/core/fixed.ts', `${CORE}(15).toFixed(2);`, 'plugin'],
  ['sim/core/order.ts', `${CORE}[3, 20].toSorted();`, 'plugin'],
  ['sim/core/weak.ts', `${CORE}new WeakRef({});`, 'noRestrictedGlobals'],
  ['sim/core/float.ts', `${CORE}parseFloat('1.5');`, 'noRestrictedGlobals'],
  ['sim/core/later.ts', `${CORE}Promise.resolve(1);`, 'noRestrictedGlobals'],
  ['sim/core/fine.ts', `${CORE}Math.floor(1.5);`],
  ['sim/core/sorted.ts', `${CORE}[3, 20].toSorted((a, b) => a - b);`],
  ['sim/print.ts', "export const a = () => console.log('a');", 'noConsole'],
  ['cli/print.ts', "export const a = () => console.log('a');"],
  ['sim/default.ts', 'export default 1;', 'noDefaultExport'],
  ['sim/any.ts', 'export const a = (b: any): unknown => b;', 'noExplicitAny'],
  ['sim/suffix.ts', "import { sep } from './print';\nexport const a = sep;", 'useImportExtensions'],
  [
    'sim/floating.ts',
    'const a = async (): Promise<void> => {};\nexport const b = (): void => {\n  a();\n};',
    'noFloatingPromises',
  ],
  ['sim/enum.ts', 'export enum A {\n  B = 1,\n}', 'noEnum'],
  ['sim/barrel.ts', "export * from './any.ts';", 'noReExportAll'],
  ['sim/cycle-a.ts', "import { b } from './cycle-b.ts';\nexport const a = (): number => b();", 'noImportCycles'],
  ['sim/cycle-b.ts', "import { a } from './cycle-a.ts';\nexport const b = (): number => a();", 'noImportCycles'],
  ['sim/types-a.ts', "import type { B } from './types-b.ts';\nexport type A = { b: B };", 'noImportCycles'],
  ['sim/types-b.ts', "import type { A } from './types-a.ts';\nexport type B = { a: A };", 'noImportCycles'],
];

interface Diagnostic {
  /** `lint/style/noEnum`, `plugin`. */
  readonly category: string;
  readonly location: { readonly path: string };
}

let diagnostics: readonly Diagnostic[] = [];

beforeAll(() => {
  for (const name of ['biome.json', '.biome', '.gitignore', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of lines) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  diagnostics = JSON.parse(stdout).diagnostics;
});

it.each(lines)('the linter %s: %s -> %s', (path, _code, rule) => {
  const found = diagnostics.filter(({ location }) => location.path === path).map(({ category }) => category);
  if (rule === undefined) expect(found).toEqual([]);
  else expect(found.map((category) => category.split('/').at(-1))).toContain(rule);
});
