import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../cli/commands.ts';
import { runThreadsInline } from '../cli/fixtures/inline-threads.ts';
import { capturePrinted } from '../cli/fixtures/printed.ts';
import { Expectations } from '../conformance/input/expectations.ts';
import { TargetFile } from '../conformance/input/target-file.ts';
import { FORMATS } from '../reports/formats.ts';
import { startServer } from '../sim/http/server.ts';
import { createSimulator } from '../sim/simulator.ts';
import { WrittenWorld } from '../sim/world/written/description.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { CredentialsFile } from '../wire/credentials.ts';
import { type Block, fencedBlocks, type ShellLine, shellLines } from './blocks.ts';
import { type ProgramServer, printedBy, startProgram } from './docs/program-server.ts';
import { isSampleOf, kindOf, unexpectedBlocks, withOutputs } from './docs/sample.ts';
import { type Ended, Terminal } from './docs/terminal.ts';
import { projectFiles, type SourceFile } from './source.ts';

const root = join(import.meta.dirname, '..');
const COMMANDS_MS_MAX = 180_000;
const documents = projectFiles(root).filter(({ path }) => path.endsWith('.md'));
const { folder } = testFolder('docs');
vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));

runThreadsInline();
const printed = capturePrinted();

/** The service in the documents: reset after each command. */
const simulator = createSimulator();
const server = await startServer(simulator.handle, { control: simulator });
afterAll(() => server.close());

/** Commands without files have the same effect in every document: their ends. */
const performed = new Map<string, Ended>();
const isWithoutFiles = ({ text }: ShellLine): boolean =>
  /(?:--|npx touchstone) (?:(?:soak|quirks) [^.]*|check http:\S+)$/.test(text);

/** Outputs that another test compares, because it runs the command. */
const COMPARED: Readonly<Record<string, string>> = {
  'npm start': 'tidy/package.test.ts',
  'npm run -s determinism': 'proof/determinism/determinism.test.ts',
};

/** Schemas of shown files. Other files are only parsed. */
const SHOWN_FILES: Readonly<Record<string, { parse(value: unknown): unknown }>> = {
  'credentials.yaml': CredentialsFile,
  'target.yaml': TargetFile,
  'expectations.yaml': Expectations,
  'world.yaml': WrittenWorld,
};

/** Writes a `yaml` block, whose first line is its name, or a `csv` block, whose name is in its info string. */
function writeShownFile({ language, note, text, line }: Block, cwd: string): void {
  const name = language === 'yaml' ? (/^# (\S+)\n/.exec(text)?.[1] ?? '') : note;
  expect(name, `a name in the block at line ${line}`).not.toBe('');
  if (language === 'yaml') {
    const value: unknown = parse(text);
    SHOWN_FILES[name]?.parse(value);
  }
  mkdirSync(join(cwd, dirname(name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

/** The printed text that the sample shows, or else the nearest one. */
function comparedWith(sample: Block, printedTexts: readonly string[]): void {
  const near = printedTexts.find((text) => text !== '') ?? '';
  const text = printedTexts.some((one) => isSampleOf(sample.text, one)) ? sample.text : near;
  expect(text, `the output at line ${sample.line}`).toBe(sample.text);
}

describe.each(documents)('$path', ({ path, text }) => {
  const cwd = join(folder, path.replaceAll('/', '-'));
  const blocks = fencedBlocks(text);
  const programs: ProgramServer[] = [];
  let terminal: Terminal;
  beforeAll(async () => {
    mkdirSync(join(cwd, 'node_modules'), { recursive: true });
    mkdirSync(join(cwd, 'node_modules', '@polymarket'));
    for (const name of ['undici', 'fast-check', 'viem', '@polymarket/clob-client-v2'])
      symlinkSync(join(root, 'node_modules', name), join(cwd, 'node_modules', name));
    terminal = new Terminal(cwd, server.url, printed);
    for (const block of blocks) {
      if (['yaml', 'csv'].includes(block.language)) writeShownFile(block, cwd);
      if (kindOf(block) === 'js server') programs.push(await startProgram(block, cwd));
    }
    for (const { shown, url } of programs) terminal.redirect(shown, url);
  });
  afterAll(async () => {
    await terminal.close();
    for (const { stop } of programs) await stop();
  });

  it('has blocks of known kinds, and outputs after what prints them', () => {
    expect([...text.matchAll(/^ *```/gm)].length, 'every fence opens or closes a block').toBe(2 * blocks.length);
    expect(unexpectedBlocks(blocks), 'see tidy/docs/sample.ts').toEqual([]);
  });

  const perform = async (line: ShellLine, isShown: boolean): Promise<Ended> => {
    const before = isShown ? undefined : performed.get(line.text);
    if (before !== undefined) return before;
    const ended = await terminal.perform(line, isShown);
    expect(ended.code, `${line.text}\n${ended.output?.err}`).toBe(line.exitCode);
    simulator.reset();
    if (isWithoutFiles(line)) performed.set(line.text, ended);
    return ended;
  };

  const scripts = withOutputs(blocks, 'sh');
  const doWhatTheySay = async (): Promise<void> => {
    for (const { block, output } of scripts) {
      const lines = shellLines(block.text);
      const other = lines.map((line) => COMPARED[line.text]).find((test) => test !== undefined);
      const ends: Ended[] = [];
      for (const line of lines) ends.push(await perform(line, output !== undefined && other === undefined));
      if (output === undefined) continue;
      if (other !== undefined) expect(readFileSync(join(root, other), 'utf8')).toContain(path);
      else comparedWith(output, [allOf(ends, 'out'), allOf(ends, 'err')]);
    }
  };
  if (scripts.length > 0) it('shows commands that work, with their output', doWhatTheySay, COMMANDS_MS_MAX);

  const snippets = [...withOutputs(blocks, 'ts'), ...withOutputs(blocks, 'ts client')];
  const printWhatFollows = async (): Promise<void> => {
    for (const { block, output } of snippets) {
      const text = await printedBy(block, cwd);
      if (output === undefined) expect(text, `line ${block.line}`).toBe('');
      else comparedWith(output, [text]);
    }
  };
  if (snippets.length > 0) it('shows programs that print the block after them', printWhatFollows);

  it('links to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});

const allOf = (ends: readonly Ended[], stream: 'out' | 'err'): string =>
  ends.map(({ output }) => output?.[stream] ?? '').join('');

/** Flags of other programs that the documents show. */
const FOREIGN_FLAGS: readonly string[] = [
  '--reporter',
  '--test',
  '--experimental-vm-modules',
  '--pack-destination',
  '--max-inlined-bytecode-size-cumulative',
  '--max-inlined-bytecode-size-absolute',
];

it('every subcommand is in a document, and every format in the guide to CI', () => {
  const words = documents.map(({ text }) => text).join('\n');
  const names = commands.map((command) => command.name());
  const blocks = fencedBlocks(words).filter((block) => kindOf(block) === 'sh elsewhere');
  const lines = blocks.flatMap(({ text }) => shellLines(text)).filter((line) => line.words[0] === 'touchstone');
  expect(names).toEqual(expect.arrayContaining(lines.map((line) => line.words[1])));
  expect(names.filter((name) => !new RegExp(`touchstone (-- )?${name}\\b`).test(words))).toEqual([]);
  const guide = documents.find(({ path }) => path === 'docs/ci.md')?.text ?? '';
  expect(Object.keys(FORMATS).filter((format) => !new RegExp(`^\\|.*\`${format}\`.*\\|`, 'm').test(guide))).toEqual([]);
});

const helpOf = (command: CommandUnknownOpts): string =>
  command.helpInformation() + command.commands.map(helpOf).join('');

it('flags in the documents exist in the help of a command', () => {
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

const flagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);

describe('reading documents', () => {
  it('finds blocks with their language, note and place, also in lists', () => {
    expect(fencedBlocks('a\n```sh\nnpm ci\n```\n\n- c\n  ```text output\n  b\n  ```\n')).toEqual([
      { language: 'sh', note: '', text: 'npm ci\n', line: 2 },
      { language: 'text', note: 'output', text: 'b\n', line: 7 },
    ]);
  });

  it('finds blocks of unknown kinds, and outputs of nothing', () => {
    const unexpected = (...infos: readonly string[]): readonly number[] =>
      unexpectedBlocks(fencedBlocks(infos.map((info) => `\`\`\`${info}\nx\n\`\`\`\n`).join('')));
    expect(unexpected('sh', 'text output', 'ts', 'text output', 'csv a.csv', 'text notation')).toEqual([]);
    expect(unexpected('text', 'sh', 'text outputs', 'text output', 'json')).toEqual([1, 7, 10, 13]);
  });

  it('parses commands like a shell', () => {
    expect(shellLines('a && b --only \'c *\' "d" # exit code 5\n\n# words\n')).toEqual([
      { words: ['a'], exitCode: 0, text: 'a' },
      { words: ['b', '--only', 'c *', 'd'], exitCode: 5, text: 'b --only \'c *\' "d" # exit code 5' },
    ]);
  });

  it.each([
    ['a\nb\n', 'a\nb\n', true],
    ['a (1.5 s)\n', 'a (105 s)\n', false],
    ['a (... s)\n', 'a (0.7 s)\n', true],
    ['a (... s)\n', 'a (0.7 h)\n', false],
    ['a\n', 'a\nb\n', false],
    ['a\n...\n', 'a\nb\nc\n', true],
    ['...\nc\n', 'a\nb\nc\n', true],
    ['...\nb\n', 'a\nb\nc\n', false],
    ['a ...\n', 'a\nb\n', false],
  ])('compares the sample %j with %j', (sample, text, isSame) => {
    expect(isSampleOf(sample, text)).toBe(isSame);
  });

  it('finds commands that fail, and programs it cannot run', async () => {
    const terminal = new Terminal(folder, 'http://127.0.0.1:1', printed);
    const end = async (text: string): Promise<Ended | undefined> => {
      const [line] = shellLines(text);
      return line && (await terminal.perform(line, true));
    };
    expect(await end('npm run no-such-script')).toEqual({ code: 1 });
    expect(await end('npm run -s touchstone -- check --no-such-flag')).toMatchObject({
      code: 2,
      output: { err: expect.stringMatching(/no-such-flag/) },
    });
    await expect(end('make everything')).rejects.toThrow(/no way to try/);
  });
});
