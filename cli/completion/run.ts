/** cli/completion/run: prints the script of a shell. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { fishScript } from './fish.ts';
import { bashScript, zshScript } from './posix.ts';
import { treeOf } from './tree.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function printCompletion(shell: keyof typeof SCRIPTS, commands: readonly CommandUnknownOpts[]): void {
  process.stdout.write(SCRIPTS[shell](treeOf(commands)));
}
