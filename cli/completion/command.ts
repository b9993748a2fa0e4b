/** cli/completion/command: `touchstone completion SHELL`: a script that completes commands, flags and values. */
import { Argument, Command } from '@commander-js/extra-typings';

const examples = `
Examples:
  $ touchstone completion bash > ~/.local/share/bash-completion/completions/touchstone
  $ source <(touchstone completion bash)                     in this shell alone
  $ touchstone completion zsh > ~/.zfunc/_touchstone         a folder of $fpath
  $ touchstone completion fish > ~/.config/fish/completions/touchstone.fish

Exit codes:
  0 printed     2 usage     6 error in touchstone itself`;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionCommand() {
  return new Command('completion')
    .description('print a script that completes commands, flags and values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', examples)
    .action(async (shell, _, command) => {
      const { printCompletion } = await import('./run.ts');
      printCompletion(shell, command.parent?.commands ?? []);
    });
}
