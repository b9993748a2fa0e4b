/**
 * tidy/docs.test: the documents are true. Every command in a fenced `sh` block runs, against a simulator if it names an address; every
 * TypeScript snippet prints the block that follows it; every shown file is valid; every flag and every link exists.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { capturePrinted } from '../cli/fixtures/printed.ts';
import { commands, run as runTouchstone } from '../cli/program.ts';
import { matches } from '../conformance/execution/schedule.ts';
import { Expectations } from '../conformance/input/expectations.ts';
import { TargetFile } from '../conformance/input/target-file.ts';
import { everyMutant } from '../conformance/mutants/catalog.ts';
import { allQuirks } from '../conformance/quirks/catalog.ts';
import { allChecks } from '../conformance/suite.ts';
import { isDemanded } from '../conformance/verdict/verdict.ts';
import manifest from '../package.json' with { type: 'json' };
import { FORMATS } from '../reports/formats.ts';
import { startServer } from '../sim/http/server.ts';
import { createSimulator } from '../sim/simulator.ts';
import { WrittenWorld } from '../sim/world/written/description.ts';
import { loadRegister } from '../spec/clauses/register.ts';
import { Credentials } from '../wire/credentials.ts';
import { type Block, fencedBlocks, type ShellLine, shellLines } from './blocks.ts';
import { projectFiles, type SourceFile } from './source.ts';

const root = join(import.meta.dirname, '..');
const COMMANDS_MS_MAX = 180_000;
const documents = projectFiles(root).filter(({ path }) => path.endsWith('.md'));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));

const printed = capturePrinted();

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };
const run = promisify(execFile);

async function node(args: readonly string[], cwd: string): Promise<Ended> {
  try {
    return { code: 0, ...(await run(process.execPath, args, { cwd, maxBuffer: 1 << 26 })) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number') return error as Error & Ended;
    throw error;
  }
}

/** The address of a running service in the documents. */
const SHOWN_URL = 'http://127.0.0.1:4010';

const performed = new Set<string>();

/** A command without files and services has the same effect in every document. */
function isShownBefore({ text }: ShellLine): boolean {
  const isBefore = /-- (?:mutants|soak) /.test(text) && performed.has(text);
  performed.add(text);
  return isBefore;
}

/** Runs a command line in the folder of its document and returns the exit code. */
async function perform({ words, text }: ShellLine, cwd: string, url: string): Promise<number> {
  const [program = '', ...args] = words;
  if (program === 'curl') return (await fetch(words.at(-1)?.replace(SHOWN_URL, url) ?? '')).ok ? 0 : 22;
  if (program !== 'npm') throw new Error(`${text}: no way to try this command is known`);
  const [verb = '', ...rest] = args.filter((word) => word !== '-s');
  if (['ci', 'cit', 'start', 'run'].includes(verb) && rest[0] !== 'touchstone') {
    const script = verb === 'run' ? (rest[0] ?? '') : verb === 'start' ? 'start' : 'test';
    return script in manifest.scripts ? 0 : 1;
  }
  return await touchstone(rest.slice(rest.indexOf('--') + 1), cwd, url);
}

const END_OF_SNIPPET = '-- end of snippet --';

/** The folder of scenarios, named as in a clone. */
const LIBRARY = 'scenarios';

async function touchstone(args: readonly string[], cwd: string, url: string): Promise<number> {
  const here = args.map((word) =>
    (word.includes('/') || word === LIBRARY) && existsSync(join(root, word))
      ? join(root, word)
      : word.replace(SHOWN_URL, url),
  );
  if (here[0] === 'serve' || here[0] === 'proxy')
    return await inFolder(cwd, () => serveAndStop([...here, '--port', '0']));
  const short = shortened(here);
  const code = await inFolder(cwd, () => runTouchstone(short));
  if (code === 2) throw new Error(printed.err);
  if (short.includes('--help')) expect(printed.out).toContain(`Usage: touchstone ${short[0]}`);
  return Number(code);
}

let hasRunAllChecks = false;
const NARROWING = ['--only', '--skip', '--list', '--world'];
const SHAPES_ONLY = ['--only', '*.shape', '--min-coverage', '0'];
/** The checks of the shown expectations are among these. */
const EXPECTED_ONLY = ['--only', 'positions.*', '--only', 'closed-positions.*', '--min-coverage', '0'];

const quirkNames = allQuirks.flatMap(({ id, alternative }) => [id, alternative?.decision ?? id]);
const mutantNames = everyMutant.flatMap(({ id, clause, family }) => [id, clause, family]);

/** The same command with less work, except for one run of all checks. Other tests run mutants, quirks and all scenarios. */
function shortened(args: readonly string[]): readonly string[] {
  const [command] = args;
  // The tests of their campaigns run both commands.
  if (command === 'mutants' || command === 'quirks') {
    const names = command === 'quirks' ? quirkNames : mutantNames;
    const patterns = args.filter((_, index) => args[index - 1] === '--only');
    expect(patterns.filter((pattern) => !names.some((name) => matches([pattern], name)))).toEqual([]);
    return [...args, '--help'];
  }
  if (command === 'run' && args.length === 2 && args[1] === join(root, LIBRARY)) return [...args, '--list'];
  if (command !== 'check' || NARROWING.some((flag) => args.includes(flag))) return args;
  if (args.includes('--expect')) return [...args, ...EXPECTED_ONLY];
  // A run with writes has every check that only reads.
  if (hasRunAllChecks || !args.includes('--allow-writes')) return [...args, ...SHAPES_ONLY];
  hasRunAllChecks = true;
  return args;
}

/** Runs a command in this process, which has loaded all tables; a process for each command would take most of the time. */
async function inFolder<Answer>(cwd: string, work: () => Promise<Answer>): Promise<Answer> {
  const home = process.cwd();
  printed.out = '';
  printed.err = '';
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    return await work();
  } finally {
    process.chdir(home);
  }
}

/** Serves in this process until the first line is printed, then emulates a signal. `cli/serve/service.test.ts` sends real ones. */
async function serveAndStop(args: readonly string[]): Promise<number> {
  const others = new Set(process.listeners('SIGHUP'));
  const served = runTouchstone(args);
  let code: number | string | undefined;
  const ended = served.then((value) => {
    code = value;
  });
  await vi.waitUntil(() => code !== undefined || printed.out.includes('\n'), { timeout: COMMANDS_MS_MAX });
  expect(printed.out.split('\n')[0], printed.err).toContain('http://127.0.0.1:');
  for (const stop of process.listeners('SIGHUP').filter((listener) => !others.has(listener))) {
    process.off('SIGHUP', stop);
    stop('SIGHUP');
  }
  await ended;
  return Number(code);
}

/** Schemas of shown files. Other files are only parsed. */
const SHOWN_FILES: Readonly<Record<string, { parse(value: unknown): unknown }>> = {
  'credentials.yaml': Credentials,
  'target.yaml': TargetFile,
  'expectations.yaml': Expectations,
  'world.yaml': WrittenWorld,
};

/** Files are `yaml` blocks whose first line is their name. */
function writeShownFile(block: Block, cwd: string): void {
  const name = /^# (\S+)\n/.exec(block.text)?.[1] ?? '';
  const value: unknown = parse(block.text);
  expect(name, `a name in the first line of the block at line ${block.line}`).not.toBe('');
  SHOWN_FILES[name]?.parse(value);
  mkdirSync(join(cwd, dirname(name)), { recursive: true });
  writeFileSync(join(cwd, name), block.text);
}

describe.each(documents)('$path', ({ path, text }) => {
  const cwd = join(folder, path.replaceAll('/', '-'));
  const blocks = fencedBlocks(text);
  const simulator = createSimulator();
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'node_modules/undici'), join(cwd, 'node_modules/undici'));
    server = await startServer(simulator.handle, { control: simulator });
    for (const block of blocks) if (block.language === 'yaml') writeShownFile(block, cwd);
  });
  afterAll(() => server.close());

  const lines = blocks.filter(({ language }) => language === 'sh').flatMap((block) => shellLines(block.text));
  const doWhatTheySay = async (): Promise<void> => {
    for (const line of lines) {
      if (isShownBefore(line)) continue;
      const code = await perform(line, cwd, server.url);
      expect(code, `${line.text}\n${printed.err}`).toBe(line.exitCode);
      simulator.reset();
    }
  };
  if (lines.length > 0) it('shows commands that work', doWhatTheySay, COMMANDS_MS_MAX);

  const snippets = blocks.flatMap((block, index) =>
    block.language === 'ts' ? [{ block, output: blocks[index + 1] }] : [],
  );
  const printWhatFollows = async (): Promise<void> => {
    const files = snippets.map(({ block }) => {
      const file = join(cwd, `snippet-${block.line}.ts`);
      writeFileSync(file, block.text.replace("'touchstone'", `'${pathToFileURL(join(root, 'index.ts')).href}'`));
      return file;
    });
    // One process for all, because loading the library takes most of the time.
    const program = `for (const file of ${JSON.stringify(files)}) { await import(file); console.log('${END_OF_SNIPPET}'); }`;
    const { code, stdout, stderr } = await node(['--input-type=module', '--eval', program], cwd);
    expect(code, stderr).toBe(0);
    expect(stdout.split(`${END_OF_SNIPPET}\n`)).toEqual([...snippets.map(({ output }) => output?.text), '']);
  };
  if (snippets.length > 0) it('shows snippets that print the block after them', printWhatFollows);

  it('links to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});

/** Flags of other programs that the documents show. */
const FOREIGN_FLAGS: readonly string[] = ['--reporter'];

it('README shows a run of all checks', () => {
  const readme = documents.find(({ path }) => path === 'README.md')?.text ?? '';
  const [, pass, rest] = /^checks +(\d+) pass, (\d+) not-applicable$/m.exec(readme) ?? [];
  expect(Number(pass) + Number(rest)).toBe(allChecks().length);
  const demanded = loadRegister().clauses.filter((one) => isDemanded(one, { profile: 'document', isStrict: false }));
  const clauses = demanded.filter(({ observable }) => observable !== 'limits-sustained').length;
  expect(readme).toContain(`\ncoverage      ${clauses} of ${clauses} MUST clauses`);
});

it('every subcommand is in a document, and every format in the guide to CI', () => {
  const words = documents.map(({ text }) => text).join('\n');
  const names = commands.map((command) => command.name());
  expect(names.filter((name) => !new RegExp(`touchstone (-- )?${name}\\b`).test(words))).toEqual([]);
  const guide = documents.find(({ path }) => path === 'docs/ci.md')?.text ?? '';
  expect(Object.keys(FORMATS).filter((format) => !new RegExp(`^\\|.*\`${format}\`.*\\|`, 'm').test(guide))).toEqual([]);
});

describe('flags in the documents', () => {
  const helpOf = (command: Command): string => command.helpInformation() + command.commands.map(helpOf).join('');

  it('exist in the help of a command', () => {
    const known = new Set([
      ...flagsIn(commands.map(helpOf).join('')),
      '--help',
      '--version',
      '--verbose',
      ...FOREIGN_FLAGS,
    ]);
    const shown = documents.flatMap(({ path, text }: SourceFile) => flagsIn(text).map((flag) => `${path}: ${flag}`));
    expect(shown.filter((flag) => !known.has(flag.split(': ')[1] ?? ''))).toEqual([]);
  });
});

const flagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);

describe('reading documents', () => {
  it('finds blocks with their language and place', () => {
    expect(fencedBlocks('a\n```sh\nnpm ci\n```\n\n```text\nb\n```\n')).toEqual([
      { language: 'sh', text: 'npm ci\n', line: 2 },
      { language: 'text', text: 'b\n', line: 6 },
    ]);
  });

  it('parses commands like a shell', () => {
    expect(shellLines('a && b --only \'c *\' "d" # exit code 5\n\n# words\n')).toEqual([
      { words: ['a'], exitCode: 0, text: 'a' },
      { words: ['b', '--only', 'c *', 'd'], exitCode: 5, text: 'b --only \'c *\' "d" # exit code 5' },
    ]);
  });

  it('finds commands that fail, and programs it cannot run', async () => {
    const line = (text: string): ShellLine => shellLines(text)[0] ?? { words: [], exitCode: 0, text };
    expect(await perform(line('npm run no-such-script'), folder, '')).toBe(1);
    await expect(perform(line('npm run -s touchstone -- check --no-such-flag'), folder, '')).rejects.toThrow(
      /no-such-flag/,
    );
    await expect(perform(line('make everything'), folder, '')).rejects.toThrow(/no way to try/);
  });
});
