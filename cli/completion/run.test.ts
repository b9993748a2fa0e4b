/** cli/completion/run tests: the scripts complete in a shell. Shells that are not installed are skipped. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { commands } from '../commands.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { SHELLS } from './command.ts';
import { treeOf } from './tree.ts';

const { folder, file } = testFolder('completion');
const printed = capturePrinted();
file('report.json', '{}');

async function scriptOf(shell: string): Promise<string> {
  printed.out = '';
  await run(['completion', shell]);
  return printed.out;
}

/** Lines of words, the last of which is completed, as bash splits them. */
const LINES: readonly (readonly [words: string, expected: readonly string[]])[] = [
  ['ch', ['check']],
  ['check --prof', ['--profile']],
  ['check --profile ', ['document', 'polymarket', 'kuest']],
  ['check --world m', ['medium']],
  ['check --in-process --only positions.sh', ['positions.shape']],
  ['check --report ju', ['junit=']],
  ['proxy --skip positions.sh', ['positions.shape']],
  ['soak --report ju', ['junit=']],
  ['check --report json = FOLDER/re', ['FOLDER/report.json']],
  ['check --seed ', []],
  ['spec cl', ['clauses']],
  ['spec clauses --un', ['--unchecked']],
  ['report --as js', ['json']],
  ['report FOLDER/re', ['FOLDER/report.json']],
  ['serve --clock v', ['virtual']],
  ['completion z', ['zsh']],
  ['check --no-such', []],
];

const inFolder = (text: string): string => text.replaceAll('FOLDER', folder);

it('the script of bash completes commands, flags and values', async () => {
  const calls = LINES.map(([line]) => `complete_line touchstone ${inFolder(line).replace(/ $/, " ''")}`);
  const program = [
    await scriptOf('bash'),
    `complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _touchstone; echo "\${COMPREPLY[*]}"; }`,
    ...calls,
  ];
  const { stdout, stderr } = spawnSync('bash', ['-c', program.join('\n')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const completed = stdout.split('\n');
  for (const [index, [line, words]] of LINES.entries()) expect(completed[index], line).toBe(inFolder(words.join(' ')));
});

it('knows every command and flag of the command line', () => {
  const tree = treeOf(commands);
  expect(tree[0]?.subcommands).toEqual(commands.map((command) => command.name()));
  const check = tree.find(({ path }) => path === 'check');
  const help = commands[0]?.helpInformation() ?? '';
  for (const { names } of check?.flags ?? []) for (const name of names) expect(help).toContain(name);
  expect(tree.flatMap(({ path }) => (path.startsWith('data ') ? [path] : []))).toContain('data convert');
});

/** True if a folder of PATH has the shell. */
function hasShell(shell: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((one) => {
    try {
      return readdirSync(one).includes(shell);
    } catch {
      return false;
    }
  });
}

for (const shell of SHELLS) {
  const isThere = hasShell(shell);
  it.skipIf(!isThere)(
    `${shell} reads its script${isThere ? '' : `, skipped because ${shell} is not installed`}`,
    async () => {
      const path = file(`script.${shell}`, await scriptOf(shell));
      const { status, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
}

it('refuses a shell without a script', async () => {
  expect(await run(['completion', 'csh'])).toBe(2);
  expect(printed.err).toContain('Allowed choices are bash, zsh, fish');
});
