import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRegister } from '../spec/clauses/register.ts';
import { loadDecisions } from '../spec/decisions.ts';
import { bans } from './bans.ts';
import { idsExist } from './ids.ts';
import { manners } from './manners.ts';
import { patternsAreLinear } from './patterns.ts';
import { codeOf, commentsOf, importsOf, projectFiles, type SourceFile } from './source.ts';
import { walls } from './walls.ts';

const clauses = loadRegister().clauses.map(({ id }) => id);
const subjects = clauses.map((id) => id.replace(/(\/[^.]+)\..*$/, '$1'));
const decisions = loadDecisions().map(({ id }) => `D/${id}`);
const known = new Set([...clauses, ...subjects, ...decisions]);
const rules = [...walls, ...bans, ...manners, patternsAreLinear, idsExist(known)];
const files = projectFiles(join(import.meta.dirname, '..'));
const file = (path: string, text = ''): SourceFile => ({ path, text });

const core = (text: string): SourceFile => file('sim/core/a.ts', text);
const fold = (text: string): SourceFile => file('sim/views/a.ts', text);
const at = (path: string, ...texts: readonly string[]): SourceFile[] => texts.map((text) => file(path, text));
const cores = (...texts: readonly string[]): SourceFile[] => texts.map(core);
const folds = (...texts: readonly string[]): SourceFile[] => texts.map(fold);

/** For each rule, files that break it (one offence each) and files that come close and do not. */
const examples: Record<string, { broken: SourceFile[]; kept: SourceFile[] }> = {
  'rooms-in-one-direction': {
    broken: [
      file('base/a.ts', "import { routes } from '../spec/routes.ts';"),
      file('spec/a.ts', "import { handle } from '../sim/service.ts';"),
      file('spec/a.ts', "import type { Service } from '../sim/service.ts';"),
      file('wire/a.ts', "export { handle } from '../sim/service.ts';"),
      file('sim/core/a.ts', "const load = () => import('../../conformance/run.ts');"),
      file('conformance/a.ts', "import {\n  render,\n} from '../reports/text.ts';"),
      file('reports/a.ts', "import '../cli/main.ts';"),
      file('backtest/a.ts', "import { run } from '../scenarios/run.ts';"),
      file('scenarios/a.ts', "import { run } from '../tidy/rule.ts';"),
      file('sim/a.ts', "import { plainWorld } from '../proof/venue/reads/plain-world.ts';"),
      file('conformance/a.ts', "const load = () => import('../proof/venue/soak/soak.ts');"),
      file('proof/a.ts', "import { run } from '../cli/program.ts';"),
      file('sim/fixtures/a.ts', "import { run } from '../../scenarios/run.ts';"),
    ],
    kept: [
      file('sim/a.ts', "import { routes } from '../spec/routes.ts';\nimport { x } from './core/book.ts';"),
      file('reports/a.ts', "import type { Verdict } from '../conformance/verdict.ts';"),
      file('spec/a.ts', "// import { handle } from '../sim/service.ts';\nimport { z } from 'zod';"),
      file('spec/a.test.ts', "import { handle } from '../sim/service.ts';"),
      file('cli/a.ts', "import { soak } from '../proof/venue/soak/soak.ts';"),
      file('sim/fixtures/a.ts', "import { plainWorld } from '../../proof/reads/plain-world.ts';"),
    ],
  },
  'core-stands-alone': {
    broken: [
      file('sim/core/a.ts', "import { readFileSync } from 'node:fs';"),
      file('sim/core/a.ts', "import type { Request } from '../../wire/message.ts';"),
      ...at('sim/core/a.ts', "import { serve } from '../http/server.ts';", "import { parse } from 'yaml';"),
      ...at('sim/core/a.ts', "import { createRng } from '../../base/rng.ts';", "import random from 'seedrandom';"),
    ],
    kept: [file('sim/core/a.ts', "import { x } from './b.ts';\nimport { y } from '../../base/units.ts';")],
  },
  'simulator-does-not-sign': {
    broken: [
      file('sim/clob/a.ts', "import { typeText } from '../../wire/clob-signer/typed-data.ts';"),
      file('sim/auth.ts', "import { signed } from '../wire/signer.ts';"),
    ],
    kept: [
      file('sim/clob/a.ts', "import { checksummed } from '../../wire/checksum.ts';"),
      file('sim/clob/a.test.ts', "import { signOrder } from '../../wire/clob-signer/signer.ts';"),
    ],
  },
  'routes-read-values-of-profiles': {
    broken: at('sim/routes/a.ts', "const isKuest = service.profile.name === 'kuest';"),
    kept: at('sim/routes/a.ts', 'const { limit } = service.profile.pages;'),
  },
  'oracles-see-only-the-core': {
    broken: [
      file('proof/venue/oracle/a.ts', "import { views } from '../../../sim/views/views.ts';"),
      file('proof/venue/oracle/a.ts', "import { soak } from '../soak/soak.ts';"),
      file('proof/venue/oracle/a.ts', "import { readFileSync } from 'node:fs';"),
    ],
    kept: [
      file(
        'proof/venue/oracle/a.ts',
        "import { x } from './b.ts';\nimport type { Event } from '../../../spec/venue/event.ts';",
      ),
      file('proof/venue/reads/a.ts', "import { views } from '../../../sim/views/views.ts';"),
    ],
  },
  'core-is-pure': {
    broken: [
      ...cores('export async function a() {}', 'const a = Promise.resolve(1);', 'const a = new Date();'),
      ...cores('const a = Temporal.Now.instant();', 'const a = performance.now();'),
      ...cores('const a = process.hrtime();', 'const a = crypto.randomUUID();', 'const a = globalThis;'),
      ...cores('const a = Buffer.alloc(1);', 'setTimeout(() => {}, 1);', 'queueMicrotask(() => {});'),
      ...cores('const a = new Intl.Collator();', 'a.sort((x, y) => x.localeCompare(y));'),
      ...cores("const a = 'i'.toLocaleUpperCase();", "const a = 'i'.normalize();", 'const a = new WeakRef({});'),
      ...cores('const a = new SharedArrayBuffer(8);', 'const a = eval(b);', 'const a = new Function(b);'),
      ...cores('const a = import.meta.url;'),
      core(`const a = \`on \${new Date(b)}\`;`),
    ],
    kept: [
      core('/** Never a Date. */\nconst createdAt = now; // no async here\nconst a = "a Date";'),
      core(`const a = { performance: 1 };\nconst b = \`a Date \${c} a Promise\`;\nconst d = [/Date/];`),
      file('sim/clock.ts', 'const a = performance.now();'),
      file('sim/core/a.test.ts', 'const a = Math.random();'),
    ],
  },
  'engine-computes-exactly': {
    broken: [
      ...cores('const a = Math.random();', 'const a = Math.sin(b);', 'const a = Math.cos(b);'),
      ...cores('const a = Math.exp(b);', 'const a = Math.log(b);', 'const a = Math.pow(b, 2);'),
      ...cores('const a = Math.sqrt(b);', 'const { pow } = Math;', 'const a = Math[b];', 'const a = b ** 2;'),
      ...cores("const a = parseFloat('1');", 'const a = b.toFixed(2);', 'const a = b.toPrecision(2);'),
      ...cores('const a = new Float32Array(2);', 'const a = b * 0.5;', 'const a = 1e-6;'),
      ...cores('const a = Math.sqrt(b); // exact:'),
    ],
    kept: [
      ...cores('const a = Math.abs(b) + Math.min(b, c) + Math.max(b, c) + Math.floor(b) + Math.ceil(b);'),
      ...cores('const a = Math.trunc(b) + Math.imul(b, c) + Math.clz32(b) + Math.sign(b);'),
      ...cores('const a = 10n ** BigInt(b);\nconst c = [1e9, 10_000];\nconst d = new Float64Array(2);'),
      ...cores('const a = b ** 2; // exact: b is below a thousand'),
      ...cores('// exact: a power of two\nconst a = 2 ** b;'),
      file('proof/venue/oracle/a.ts', 'const a = [0.5, Math.sqrt(2)];'),
    ],
  },
  'engine-divides-exactly': {
    broken: [
      ...cores('const a = b / c;', 'a /= b;', 'const a = b /\n  c;', 'const a = Math.floor(b + c / d);'),
      ...cores('const a = Math.floor((b / c) * d);', 'const a = b / 2_000;', 'const a = b / 3; // exact'),
      ...cores('const a = b / 3; // exactly'),
      core(`const a = \`\${b / c}\`;`),
    ],
    kept: [
      ...cores('const a = Math.floor(b / c) + Math.ceil((b * (c - d)) / e.f) + Math.trunc(b / 1e8);'),
      ...cores('const a = b / 2 + c / 0x1_0000_0000;\nconst d = (2n * e + f) / (2n * f);'),
      ...cores('const a = b / c; // exact: c divides b\n// exact: and here\nconst d = b / c;'),
      ...cores("/* a / b */\nconst a = 'b / c';\nconst d = [/e/g]; // f / g"),
      file('sim/views/a.ts', 'const a = b / c;'),
      file('proof/venue/oracle/a.ts', 'const a = b / c;'),
    ],
  },
  'core-states-order': {
    broken: [
      ...cores('for (const a in b) c(a);', 'const a = [...b].sort();', 'const a = b.toSorted( );'),
      file('proof/venue/oracle/a.ts', 'a.sort();'),
    ],
    kept: [core('for (const a of b) c(a);\nconst d = b.sort((x, y) => x - y);')],
  },
  'engine-spreads-no-arguments': {
    broken: [
      ...cores('const a = String.fromCharCode(...units);', 'a.b.push(...c(d));', 'a.push(b, c.length, ...c);'),
      ...cores('const a = Math.max(0, ...b);'),
    ],
    kept: [
      core('const a = [...b, ...c(d)];\nconst e = f({ ...g });\nconst h = i([...j]);'),
      core('function a(...b: readonly number[]): void {}\nconst c = (...d: number[]) => d;'),
      file('sim/views/a.ts', 'a.push(...b);'),
    ],
  },
  'engine-writes-no-text': {
    broken: [core('const a = JSON.stringify(b);'), core('const a = JSON.parse(b);')],
    kept: [
      core('// JSON.stringify is for the edge\n'),
      file('proof/venue/oracle/a.ts', 'const a = JSON.stringify(b);'),
    ],
  },
  'service-takes-time-and-chance': {
    broken: [
      file('backtest/a.ts', 'const a = Date.now();'),
      ...folds('const a = Date.now();', 'const a = new Date();', 'const a = Date();', 'const a = Date.parse(b);'),
      ...folds('const a = new Date(2026, 0, 1);', 'const a = b.getHours();', 'const a = b.getTimezoneOffset();'),
      ...folds('const a = b.toDateString();', 'const a = b.toLocaleString();'),
      ...folds('a.sort((x, y) => x.localeCompare(y));', 'const a = new Intl.NumberFormat();'),
      ...folds('const a = Math.random();', 'const a = Math.log(b);', 'const a = 10 ** b;'),
      ...folds('const a = performance.now();', 'const a = process.hrtime();', 'const a = randomUUID();'),
      ...folds('const a = randomBytes(4);', 'setTimeout(a, 1);', 'for (const a in b) c(a);'),
      file('sim/routes/a.ts', 'const a = Date.now();'),
      file('sim/catalog/a.ts', 'const a = Date.now();'),
      file('sim/world/a.ts', 'const a = Math.random();'),
      file('sim/handler.ts', 'const a = Date.now();'),
      file('base/units.ts', 'const a = b.toLocaleString();'),
    ],
    kept: [
      fold('const a = new Date(at).toISOString();\nconst b = Date.UTC(2026, 0, 1);\nconst c = d.getUTCHours();'),
      fold(`const a = b.createdDate();\nconst c = rng.fork(\`random \${d}\`);`),
      file('sim/http/a.ts', 'const a = setTimeout(b, 1);'),
      file('wire/a.ts', 'const a = performance.now();'),
    ],
  },
  'backtest-uses-exact-math': {
    broken: [
      file('backtest/a.ts', 'const a = Math.log(b);'),
      file('backtest/metrics/a.ts', 'const a = Math.exp(b); // exact: no'),
      ...at('backtest/a.ts', 'const a = Math.sqrt(b);', 'const { pow } = Math;', 'const a = b ** 2; // exact: small'),
    ],
    kept: [
      file('backtest/a.ts', 'const a = Math.floor(b) + Math.max(c, d);\n// Math.log(b)'),
      file('backtest/exact-math.ts', 'const a = Math.sqrt(b);'),
      file('backtest/a.test.ts', 'const a = Math.log(b);'),
      file('bench/a.ts', 'const a = Math.log(b);'),
    ],
  },
  'folds-are-synchronous': {
    broken: [
      fold('export async function a() {}'),
      file('sim/catalog/a.ts', 'const a = await b;'),
      file('sim/routes/a.ts', 'const a = Promise.resolve(1);'),
    ],
    kept: [file('sim/in-process-target.ts', 'const a = async () => undefined;')],
  },
  'ids-are-parsed': {
    broken: [
      file('conformance/a.ts', 'const a = text as ClauseId;'),
      file('proof/a.test.ts', 'const a = texts as readonly CheckId[];'),
    ],
    kept: [file('conformance/a.ts', 'const a = text as RouteIds; // text as ClauseId')],
  },
  'clauses-of-routes-are-computed-once': {
    broken: [
      file('conformance/a.ts', 'const a = `4.8/\x24{name}.filter`;'),
      file('proof/a.ts', 'const a = `7/\x24{route.id}.family`;'),
    ],
    kept: [file('conformance/a.ts', 'const a = `D/statuses.\x24{name}`; const b = `5/\x24{name}.format`;')],
  },
  'checks-see-only-the-wire': {
    broken: [
      file('conformance/checks/a.ts', "import { handle } from '../../sim/service.ts';"),
      file('conformance/checks/a.ts', "import type { Mutant } from '../../proof/judge/variant.ts';"),
      file('conformance/checks/paging/a.ts', "import { run } from '../../run.ts';"),
      file('conformance/check.ts', "import { run } from './run.ts';"),
    ],
    kept: [
      file('conformance/checks/a.ts', "import { Check } from '../check.ts';\nimport { b } from './b.ts';"),
      file('conformance/checks/paging/a.ts', "import { routes } from '../../../spec/routes.ts';"),
    ],
  },
  'help-stays-light': {
    broken: [...at('cli/program.ts', "import { z } from 'zod';", "import { serve } from '../sim/service.ts';")],
    kept: [
      file(
        'cli/program.ts',
        "import { Command } from '@commander-js/extra-typings';\nimport type { World } from '../sim/world.ts';",
      ),
      file('cli/program.ts', "const run = async () => await import('../sim/service.ts');"),
      file('cli/serving.ts', "import { serve } from '../sim/service.ts';"),
    ],
  },
  'only-cli-prints-and-exits': {
    broken: [
      file('sim/a.ts', "console.log('x');"),
      file('conformance/a.ts', 'process.exit(1);'),
      file('wire/a.ts', "const url = process.env['URL'];"),
      file('proof/venue/soak/main.ts', "console.log('x');"),
    ],
    kept: [
      file('cli/a.ts', "console.log('x');"),
      file('sim/a.ts', '// console.log here would be wrong\n'),
      file('sim/fixtures/a.ts', 'const [folder] = process.argv;'),
      file('proof/determinism/main.ts', 'process.exitCode = 1;'),
    ],
  },
  'top-level-is-known': {
    broken: [file('notes.md'), file('src/a.ts'), file('.github/workflows/ci.yml')],
    kept: [file('README.md'), file('sim/a.ts'), file('.ci/run')],
  },
  'names-are-kebab-case': {
    broken: [file('sim/orderBook.ts'), file('sim/Core/book.ts'), file('spec/order_book.yaml')],
    kept: [file('sim/order-book.test.ts'), file('spec/profiles/document.yaml'), file('README.md')],
  },
  'names-say-what': {
    broken: [file('sim/utils.ts'), file('spec/types.ts'), file('cli/helper.ts')],
    kept: [file('base/units.ts')],
  },
  'private-members-have-a-hash': {
    broken: [file('sim/a.ts', 'class A {\n  private readonly b = 1;\n}')],
    kept: [file('sim/a.ts', 'class A {\n  readonly #b = 1;\n  private constructor() {}\n}')],
  },
  'objects-are-written-out': {
    broken: [file('sim/a.ts', 'const a = { b, ...{ c, d } };'), file('sim/a.ts', 'const a = [b, ...[c, d]];')],
    kept: [file('sim/a.ts', 'const a = { b, ...(c ? { d } : {}) };\nconst e = [...[b, c].map(f), ...b];')],
  },
  'code-is-typescript': {
    broken: [file('sim/a.mjs'), file('sim/a.mts'), file('cli/a.js'), file('reports/browser/a.mjs')],
    kept: [file('sim/a.ts'), file('spec/a.json'), file('reports/browser/a.js')],
  },
  'timers-are-given-back': {
    broken: [file('sim/a.test.ts', 'vi.useFakeTimers();')],
    kept: [
      file('sim/a.test.ts', 'vi.useFakeTimers();\nvi.useRealTimers();'),
      file('sim/b.test.ts', 'afterEach(() => void vi.useRealTimers());'),
    ],
  },
  'headers-name-the-room': {
    broken: [
      ...at('sim/a.ts', "import { b } from './b.ts';\n", '/** sim/b: another name. */', '// sim/a: not a doc comment'),
      file('reports/browser/a.js', 'const a = 1;'),
    ],
    kept: [
      ...at('sim/a.ts', '/** sim/a: what it promises. */', '/**\n * sim/a: what it promises.\n */'),
      file('cli/main.ts', '#!/usr/bin/env node\n/** cli/main: the door. */'),
      file('sim/a.test.ts', ''),
    ],
  },
  'files-hold-one-idea': {
    broken: [file('sim/a.ts', '\n'.repeat(400))],
    kept: [file('sim/a.ts', '\n'.repeat(399)), file('sim/a.test.ts', '\n'.repeat(900))],
  },
  'lines-fit': {
    broken: [
      ...at('sim/a.ts', `// ${'x'.repeat(118)}`, `a();\nconst b = '${'x'.repeat(109)}';\n`),
      file('sim/a.test.ts', 'x'.repeat(121)),
      file('reports/browser/a.js', 'x'.repeat(121)),
    ],
    kept: [
      ...at('sim/a.ts', 'x'.repeat(120), `// ${'é'.repeat(117)}\n`, '😀'.repeat(120)),
      file('spec/ids.generated.ts', 'x'.repeat(121)),
      file('docs/a.md', 'x'.repeat(121)),
    ],
  },
  'documents-name-files': {
    broken: [file('docs/a.md', 'The ledger is in `sim/core/gone.ts`.')],
    kept: [file('docs/a.md', 'The ledger is in `sim/core`.'), file('CHANGELOG.md', '`sim/core/gone.ts`')],
  },
  'no-focused-tests': {
    broken: [
      ...at('sim/a.test.ts', "it.only('x', () => {});", "describe.concurrent.only('x', () => {});"),
      file('sim/a.test.ts', "test.skip('x', () => {});"),
    ],
    kept: [file('sim/a.test.ts', "it.skipIf(!isPresent)('reads it.only if present', () => {});")],
  },
  'nothing-is-unfinished': {
    broken: [file('sim/a.ts', '// TODO'), file('docs/a.md', 'Left out for now.'), file('a.yaml', '# FIXME')],
    kept: [file('sim/a.ts', '// todos are not allowed')],
  },
  'no-machine-paths': {
    broken: [
      file('docs/a.md', 'see /home/me/x'),
      file('sim/a.ts', "const a = '/tmp/a';"),
      file('.ci/run', 'cd /root/x'),
    ],
    kept: [file('sim/a.ts', "const a = 'https://example.test/home/page';\nconst b = '../tmp/a';")],
  },
  'no-outside-folders': {
    broken: [file('sim/a.ts', "const a = '../shared/data';")],
    kept: [file('sim/a.test.ts', "const a = '../shared/data';")],
  },
  'speaks-to-its-reader': {
    broken: [
      file('docs/a.md', 'Done in issue 12.'),
      file('sim/a.ts', '// as requested'),
      file('a.md', 'the brief says'),
    ],
    kept: [file('docs/a.md', 'The simulator issues 2 tokens. A known issue: none.')],
  },
  'no-dead-code': {
    broken: [file('sim/a.ts', 'a();\n// const b = 1;\n'), file('sim/a.ts', '// @ts-ignore\na();')],
    kept: [file('sim/a.ts', '// return what was reserved; the rest stays held\n// import order matters here.\n')],
  },
  'ids-exist': {
    broken: [
      file('conformance/checks/a.ts', "const clauses = ['4.8/limit.maximum'];"),
      file('docs/a.md', 'Run `touchstone explain 4.8/limit.min` or `touchstone explain D/no-such-decision`.'),
    ],
    kept: [
      file('conformance/checks/a.ts', "const clauses = ['4.8/limit.max', '2.1/size'];\nconst half = '1/2';"),
      file('conformance/a.test.ts', "const clauses = ['4.8/limit.maximum'];"),
    ],
  },
  'lock-names-no-host': {
    broken: [file('package-lock.json', '"resolved": "https://registry.test/zod.tgz"')],
    kept: [file('package-lock.json', '"integrity": "sha512-x", "resolved": "proof/determinism/node-22", "link": true')],
  },
  'versions-are-exact': {
    broken: [file('package.json', '"zod": "^4.0.0"'), file('package.json', '"zod": "~4.0.0"')],
    kept: [file('package.json', '"zod": "4.6.7", "node": ">=22.19"')],
  },
  'patterns-are-linear': {
    broken: [
      file('sim/a.ts', 'const a = /^\\d+\\.?\\d*$/;'),
      file('spec/a.ts', 'const a = /^(?:a+)+$/i.test(b);'),
      file('conformance/checks/a.ts', 'const a = b.match(/[a-z]+-[a-z]+/g);'),
    ],
    kept: [
      ...at('sim/a.ts', 'const a = /^\\d+(?:\\.\\d*)?$/;', '// /^(?:a+)+$/\nconst a = "/(?:a+)+$/";'),
      file('cli/a.ts', 'const a = b.match(/[a-z]+-[a-z]+/g);'),
      file('conformance/checks/a.ts', 'const a = b.match(/\\b[a-z]+-[a-z]+/g);'),
    ],
  },
};

it.each(rules)('the repository is tidy $id', (rule) => {
  expect(files.length).toBeGreaterThan(20);
  expect(rule.offences(files)).toEqual([]);
});

describe('every rule can be broken', () => {
  it('has examples for each rule and no others', () => {
    expect(Object.keys(examples).sort()).toEqual(rules.map(({ id }) => id).sort());
  });

  it.each(rules)('$id', (rule) => {
    const { broken = [], kept = [] } = examples[rule.id] ?? {};
    expect(broken.length).toBeGreaterThan(0);
    for (const example of broken) expect(rule.offences([example]), example.text).toHaveLength(1);
    for (const example of kept) expect(rule.offences([example]), example.text).toEqual([]);
  });

  it('help-stays-light follows imports through cli', () => {
    const rule = walls.find(({ id }) => id === 'help-stays-light');
    const chain = [
      file('cli/program.ts', "import { a } from './a/command.ts';"),
      file('cli/a/command.ts', "import { run } from '../../conformance/run.ts';"),
    ];
    expect(rule?.offences(chain)).toEqual([
      'cli/a/command.ts:1: imports ../../conformance/run.ts: import it inside the action',
    ]);
  });
});

describe('reading source text', () => {
  it('distinguishes comments from text that looks like one', () => {
    const text = "const a = 'http://x'; // b\nconst c = /\\/\\//; /* d */ const e = `// f`;";
    expect(codeOf(text)).toBe("const a = 'http://x';     \nconst c = /\\/\\//;         const e = `// f`;");
    expect(commentsOf(text).trim()).toBe('// b\n                  /* d */');
  });

  it('resolves imports of every kind', () => {
    const text = [
      "import { z } from 'zod';",
      "import type { A } from './a.ts';",
      "export * from '../b.ts';",
      "const c = await import('../../c.ts');",
      "import './d.ts';",
      "type E = import('./e.ts').E;",
    ].join('\n');
    expect(importsOf(file('sim/core/x.ts', text)).map(({ target, line }) => [line, target])).toEqual([
      [1, undefined],
      [2, 'sim/core/a.ts'],
      [3, 'sim/b.ts'],
      [4, 'c.ts'],
      [5, 'sim/core/d.ts'],
      [6, 'sim/core/e.ts'],
    ]);
  });
});
