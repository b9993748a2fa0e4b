import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { tooOldNode } from '../wire/node-version.ts';
import { type Block, fencedBlocks, shellLines } from './blocks.ts';
import { runners, shownFiles, writeSuite } from './docs/client-tests.ts';
import { kindOf } from './docs/sample.ts';

const root = join(import.meta.dirname, '..');
const { folder } = testFolder('package');
const bin = join(folder, 'node_modules/touchstone/dist/cli/main.js');

/** Runs the installed command away from the repository, so that it cannot read its files. */
function touchstone(...args: string[]): string {
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 } as const;
  return execFileSync(process.execPath, [bin, ...args], options);
}

/** The targets of the links in a document. */
function linksIn(path: string): readonly { readonly from: string; readonly to: string }[] {
  const links = readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g);
  return [...links].map(([, link = '']) => ({ from: path, to: join(dirname(path), link) }));
}

/** The blocks of the packed documents. */
function shownBlocks(): readonly Block[] {
  const paths = packed.filter((path) => path.endsWith('.md'));
  return paths.flatMap((path) => fencedBlocks(readFileSync(join(root, path), 'utf8')));
}

/** Writes the TypeScript of the documents as files of the user, and returns their names. File imports need a clone. */
function writeShown(): readonly string[] {
  const shown = shownBlocks().filter(
    (block) => ['ts', 'ts file'].includes(kindOf(block) ?? '') && !block.text.includes("from './"),
  );
  return shown.map(({ text }, index) => {
    writeFileSync(join(folder, `shown-${index}.ts`), text);
    return `shown-${index}.ts`;
  });
}

/** Writes the strategy of the guide to backtests as a file of the user. */
function writeShownStrategy(): string {
  const shown = shownBlocks().find(({ text }) => text.includes("from 'touchstone/backtest'"));
  writeFileSync(join(folder, 'buyer.ts'), shown?.text ?? '');
  return 'buyer.ts';
}

/** Scenarios and checks as tests of vitest, in a folder that can import it. Returns the number of tests. */
function writeVitestSuite(suite: string): number {
  mkdirSync(join(suite, 'node_modules'));
  symlinkSync(join(root, 'node_modules/vitest'), join(suite, 'node_modules/vitest'));
  writeFileSync(join(suite, 'story.yaml'), 'scenario: a list\nsteps: [{get: /markets, expect: {shape: true}}]\n');
  const program = `
    import { createSimulator, inProcessTarget } from 'touchstone';
    import { conformanceSuite, scenarioSuite } from 'touchstone/vitest';
    scenarioSuite('story.yaml');
    conformanceSuite(inProcessTarget(createSimulator()), { only: ['books.shape'] });
  `;
  writeFileSync(join(suite, 'suite.test.js'), program);
  return 3;
}

/** Every `node` on the PATH that is too old. */
function oldNodes(): readonly string[] {
  const nodes = (process.env['PATH'] ?? '').split(':').map((place) => join(place, 'node'));
  return nodes.filter((node) => {
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    return status === 0 && tooOldNode(stdout.trim()) !== undefined;
  });
}

let packed: string[] = [];

/** Unpacks the tarball as a dependency of `folder`, its dependencies as links: `npm install` takes ten times longer. */
function install(tarball: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'touchstone'), { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', join(modules, 'touchstone'), '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(modules, 'touchstone/package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
}

/** Copies the working tree, links its dependencies, and returns the copy, which is a clone to npm. */
function copyTree(): string {
  const copy = join(folder, 'source');
  const apart = ['.git', 'node_modules', 'dist', 'coverage'];
  cpSync(root, copy, { recursive: true, filter: (path) => !apart.includes(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

beforeAll(() => {
  const packing = ['pack', '--json', '--pack-destination', folder, '--no-audit', '--no-fund'];
  const env = { ...process.env, npm_config_cache: join(folder, 'cache') };
  const options = { cwd: copyTree(), env, encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 } as const;
  const [tarball] = JSON.parse(execFileSync('npm', packing, options));
  packed = tarball.files.map((file: { path: string }) => file.path);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  install(tarball.filename);
}, 240_000);

describe('the published package', () => {
  it('contains the compiled rooms and their tables, and no files for building or testing', () => {
    expect(packed).toContain('dist/cli/main.js');
    expect(packed).toContain('dist/spec/profiles/document.generated.json');
    expect(packed.filter((path) => /(?<!\.d)\.ts$|\.test\.|^dist\/(?:tidy|bench)\/|fixtures/.test(path))).toEqual([]);
  });

  it('contains the guides, and the targets of links in packed documents', () => {
    expect(packed).toEqual(expect.arrayContaining(['docs/simulator.md', 'docs/checking.md', 'DETERMINISM.md']));
    const links = packed.filter((path) => path.endsWith('.md')).flatMap((path) => linksIn(path));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ to }) => !packed.includes(to))).toEqual([]);
  });

  it('prints the version of its package.json', () => {
    expect(touchstone('--version')).toBe(`${manifest.version}\n`);
  });

  it('reads its packed tables', () => {
    const clauses: { id: string }[] = JSON.parse(touchstone('spec', 'clauses', '--json'));
    expect(clauses.map(({ id }) => id)).toContain('4.8/limit.max');
  });

  it('names the required version of Node when an older one imports it', () => {
    const code = "import('touchstone').catch((error) => console.log(error.message))";
    const olden = "Object.defineProperty(process, 'version', { value: 'v20.20.2' });";
    const run = (node: string, script: string): string =>
      execFileSync(node, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(run(process.execPath, olden + code)).toBe('touchstone needs Node 22.19 or newer, this is v20.20.2\n');
    for (const node of oldNodes()) expect(run(node, code)).toMatch(/^touchstone needs Node 22\.19 or newer, this is v/);
  });

  it('judges its own simulator', () => {
    const started = manifest.scripts.start.split(' ').slice(3);
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const shown = fencedBlocks(readme).find(({ note }) => note === 'output');
    // Requests over HTTP take three times as long, so that these are fewer.
    expect(touchstone(...started, '--in-process'), 'the output of npm start in README.md').toBe(shown?.text);
    const few = ['--only', 'books.shape', '--min-coverage', '0'];
    expect(touchstone('check', '--world', 'small', '--quiet', ...few)).toMatch(/^partial$/m);
  }, 120_000);

  it('plays its own scenarios, against their golden traces', () => {
    expect(touchstone('run', '--library', '--tags', 'golden', '--jobs', '1')).toMatch(/^(\d+) scenarios: \1 passed, /m);
  }, 120_000);

  it('is imported as a library: a simulator, judged in process', () => {
    const program = `
      import { createSimulator, inProcessTarget, judge } from 'touchstone';
      const report = await judge({ target: inProcessTarget(createSimulator()), only: ['books.shape'] });
      console.log(report.counts.pass, report.counts.fail);
    `;
    writeFileSync(join(folder, 'use.js'), program);
    expect(execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' })).toBe('1 0\n');
  });

  it('runs a bare venue on the core of its simulator, loaded once and as one file', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      const load = (url, context, next) => {
        loaded.push(url.replace(/.*\\/dist\\//, ''));
        return next(url, context);
      };
      registerHooks({ load });
      const { createVenue, createSimulator, DOCUMENT_RULES, restoreVenue } = await import('touchstone');
      createSimulator();
      const venue = createVenue(DOCUMENT_RULES);
      venue.step({ kind: 'open-wallet' }, 1);
      console.log(restoreVenue(venue.snapshot()).value.hash() === venue.hash());
      const makers = ['sim/core/venue.js', 'sim/core/venue-engine.js', 'sim/core/desk.js',
        'sim/core/command-handler.js'];
      console.log(loaded.filter((path) => makers.includes(path)).join());
    `;
    writeFileSync(join(folder, 'alone.js'), program);
    const printed = execFileSync(process.execPath, ['alone.js'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('true\nsim/core/venue.js\n');
  });

  it('has complete types under the strictest settings, also in its documents, and no declaration needs vitest', () => {
    const program = `
      import { createSimulator, type Event, get, httpTarget, judge, simulatorDispatcher } from 'touchstone';
      import { createVenue, DOCUMENT_RULES, type Report } from 'touchstone';
      import type { Desk, Venue, Level, Refusal, Reply, Result, VenueRules } from 'touchstone';
      const simulator = createSimulator({ seed: 1 });
      export const status: number = simulator.handle(get('/markets')).status;
      export const log: readonly Event[] = simulator.log;
      export const report: Promise<Report> = judge({ target: httpTarget(new URL('http://any.test')) });
      export const dispatcher = simulatorDispatcher(simulator);
      export const open = (venue: Venue): Result<Reply, Refusal> => venue.step({ kind: 'open-wallet' }, 0);
      export const rules: VenueRules = { ...DOCUMENT_RULES, selfTrade: 'decrement' };
      export const bids: readonly Level[] = createVenue(rules).bids(0, 1);
      export const desk: Desk = createVenue().desk;
    `;
    writeFileSync(join(folder, 'use.ts'), program);
    symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
    const shown = writeShown();
    expect(shown.length).toBeGreaterThan(8);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const args = [tsc, '--strict', '--module', 'nodenext', '--noEmit', '--checkers', '1', 'use.ts', ...shown];
    expect(spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
    const types = packed.filter((path) => path.endsWith('.d.ts'));
    const ofVitest = types.filter((path) =>
      /['"]vitest['"]/.test(readFileSync(join(folder, 'node_modules/touchstone', path), 'utf8')),
    );
    expect(ofVitest).toEqual([]);
  }, 120_000);

  it('runs a strategy of its user, by the command and in process', () => {
    const strategy = writeShownStrategy();
    touchstone('data', 'generate', '--events', '3000', '-o', 'market.arrow');
    touchstone('backtest', strategy, '--data', 'market.arrow', '--report', 'json=bought.json');
    const report = JSON.parse(readFileSync(join(folder, 'bought.json'), 'utf8'));
    const program = `
      import { backtest, DEFAULT_ASSUMPTIONS, openRecording } from 'touchstone/backtest';
      const { default: makeStrategy } = await import('./buyer.ts');
      const recording = await openRecording('market.arrow');
      const params = {};
      const run = backtest({
        recording, params, strategy: makeStrategy(params), name: 'buyer.ts', seed: '1',
        assumptions: DEFAULT_ASSUMPTIONS,
      });
      let step = run.next();
      while (!step.done) step = run.next();
      console.log(step.value.end.kind, step.value.fills.length);
    `;
    writeFileSync(join(folder, 'replay.js'), program);
    const printed = execFileSync(process.execPath, ['replay.js'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(report.fills.length).toBeGreaterThan(0);
    expect(printed).toBe(`complete ${report.fills.length}\n`);
  });

  it('runs the commands of README and the guide for backtests without files of a clone', () => {
    const shown = ['README.md', 'docs/backtesting.md'].map((path) =>
      fencedBlocks(readFileSync(join(root, path), 'utf8')),
    );
    const [readme = [], guide = []] = shown.map((blocks) =>
      blocks
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text }) => shellLines(text).map(({ words }) => words.slice(words.indexOf('--') + 1)))
        .filter(([command]) => command === 'backtest'),
    );
    expect(readme.length).toBeGreaterThan(1);
    expect(guide[0]?.slice(0, 3)).toEqual(['backtest', '--example', 'market-maker']);
    const own = guide.filter((words) => words.includes('--write-example') || words.includes('buyer.ts'));
    rmSync(join(folder, 'buyer.ts'), { force: true });
    const printed = [...readme, ...own].map((words) => touchstone(...words));
    expect(printed.filter((text) => /^Touchstone .* backtest/.test(text))).toHaveLength(readme.length + own.length - 1);
    const names = touchstone('backtest', '--example', 'list').matchAll(/^([\w-]+) +\w/gm);
    const examples = readdirSync(join(root, 'backtest/examples')).filter((name) => /(?<!\.test)\.ts$/.test(name));
    expect([...names].map(([, name]) => `${name}.ts`).toSorted()).toEqual(examples);
  }, 120_000);

  /** Runs a shown command in a folder with the programs of this project, without slow npx. */
  const run = (command: string, cwd: string): string => {
    const places = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']];
    const env = { ...process.env, NO_COLOR: '1', TMPDIR: folder, PATH: places.join(':') };
    const ended = spawnSync('sh', ['-c', command.replace('npx ', '')], { cwd, encoding: 'utf8', env });
    return ended.stdout + ended.stderr;
  };

  it.each(runners)(
    'runs the tests of a client in $name (vitest: with scenarios and checks)',
    (runner) => {
      const suite = join(folder, 'clients', runner.name);
      const count = writeSuite(suite, runner) + (runner.name === 'vitest' ? writeVitestSuite(suite) : 0);
      expect(count).toBeGreaterThan(10);
      expect(run(runner.command, suite)).toMatch(new RegExp(`pass ${count}\\b|Tests:? +${count} passed`));
    },
    120_000,
  );

  it('runs the tests of a client in Python', (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) context.skip('python3 is not installed');
    const [program] = shownFiles.filter(({ name }) => name.endsWith('.py'));
    writeFileSync(join(folder, program?.name ?? ''), program?.text ?? '');
    const count = program?.text.match(/ def test_/g)?.length ?? 0;
    expect(count).toBeGreaterThan(3);
    const before = readdirSync(folder);
    expect(run(`python3 ${program?.name}`, folder)).toMatch(new RegExp(`^Ran ${count} tests in .*\n\nOK$`, 'm'));
    expect(readdirSync(folder), 'no file with keys is left').toEqual(before);
  }, 120_000);

  it('shows help', () => {
    expect(touchstone('--help')).toMatch(/^Usage: touchstone /);
  });
});
