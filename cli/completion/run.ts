/** cli/completion/run: prints the script of a shell. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { bashScript, zshScript } from './posix.ts';
import { type Node, treeOf, type Values } from './tree.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function printCompletion(shell: keyof typeof SCRIPTS, commands: readonly CommandUnknownOpts[]): void {
  process.stdout.write(SCRIPTS[shell](treeOf(commands)));
}

function fishScript(tree: readonly Node[]): string {
  const [root, ...nodes] = tree;
  const top = nodes.filter(({ path }) => root?.subcommands.includes(path) === true);
  return [
    '# fish completion of touchstone',
    'complete -c touchstone -f',
    ...top.map(({ path, description }) => line('__fish_use_subcommand', `-a ${path} -d ${quoted(description)}`)),
    ...nodes.flatMap(linesOf),
    '',
  ].join('\n');
}

function linesOf({ path, subcommands, flags, values }: Node): readonly string[] {
  const condition = path
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
  return [
    ...subcommands.map((name) => line(`${condition}; and not __fish_seen_subcommand_from ${name}`, `-a ${name}`)),
    ...(values.kind === 'any'
      ? []
      : [line(condition, values.kind === 'words' ? `-a ${quoted(values.words.join(' '))}` : '-F')]),
    ...flags.map((flag) => {
      const names = flag.names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
      const taken = flag.values === undefined ? '' : ` ${valueText(flag.values)}`;
      return line(condition, `${names.join(' ')}${taken} -d ${quoted(flag.description)}`);
    }),
  ];
}

function line(condition: string, rest: string) {
  return `complete -c touchstone -n ${quoted(condition)} ${rest}`;
}

function valueText(values: Values) {
  if (values.kind === 'words') return `-x -a ${quoted(values.words.join(' '))}`;
  return values.kind === 'files' ? '-r -F' : '-x';
}

function quoted(text: string) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
