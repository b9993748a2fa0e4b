/** cli/commands: the subcommands. The work of each is imported when it runs, so that `--help` loads only its flags. */
import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { backtestCommand } from './backtest/command.ts';
import { bisectCommand } from './bisect/command.ts';
import { checkCommand } from './check/command.ts';
import { cleanupCommand } from './cleanup/command.ts';
import { compareCommand } from './compare/command.ts';
import { completionCommand } from './completion/command.ts';
import { convertCommand, dataCommand, generateCommand, inspectCommand } from './data/command.ts';
import { doctorCommand } from './doctor/command.ts';
import type { ExitCode } from './exit.ts';
import { explainCommand } from './explain/command.ts';
import { exploreCommand } from './explore/command.ts';
import { historyCommand } from './history/command.ts';
import { initCommand } from './init/command.ts';
import { matrixCommand } from './matrix/command.ts';
import { mergeCommand } from './merge/command.ts';
import { mutantsCommand } from './mutants/command.ts';
import { proxyCommand } from './proxy/command.ts';
import { quirksCommand } from './quirks/command.ts';
import { replayCommand } from './replay/command.ts';
import { reportCommand } from './report/command.ts';
import { runCommand } from './run/command.ts';
import { serveCommand } from './serve/command.ts';
import { signCommand } from './sign/command.ts';
import { soakCommand } from './soak/command.ts';
import { specCommand } from './spec/command.ts';
import { sweepCommand } from './sweep/command.ts';
import { workerCommand } from './worker/command.ts';

/** The group of the command `help`, too. */
export const HELP_GROUP = 'Look up:';

/** The subcommands by their users, in the order in which `--help` shows them. */
const GROUPS: Readonly<Record<string, readonly CommandUnknownOpts[]>> = {
  'Judge a deployment:': [
    runs(checkCommand(), async () => (await import('./check/run.ts')).check),
    runs(exploreCommand(), async () => (await import('./explore/run.ts')).explore),
    runs(proxyCommand(), async () => (await import('./proxy/run.ts')).proxy),
    runs(initCommand(), async () => (await import('./init/files.ts')).init),
    runs(doctorCommand(), async () => (await import('./doctor/diagnosis.ts')).doctor),
    runs(cleanupCommand(), async () => (await import('./cleanup/cleanup.ts')).cleanup),
    runs(reportCommand(), async () => (await import('./report/run.ts')).printReport),
    runs(compareCommand(), async () => (await import('./compare/run.ts')).compare),
    runs(historyCommand(), async () => (await import('./history/run.ts')).history),
    runs(matrixCommand(), async () => (await import('./matrix/run.ts')).printMatrix),
    runs(replayCommand(), async () => (await import('./replay/run.ts')).replayFinding),
    runs(mergeCommand(), async () => (await import('./merge/run.ts')).merge),
  ],
  'Simulate the service:': [
    runs(runCommand(), async () => (await import('./run/run.ts')).runFiles),
    runs(serveCommand(), async () => (await import('./serve/service.ts')).serve),
    runs(signCommand(), async () => (await import('./sign/signature.ts')).printSigned),
  ],
  'Test a strategy:': [
    dataCommand()
      .addCommand(runs(convertCommand(), async () => (await import('./data/run.ts')).convertFiles))
      .addCommand(runs(inspectCommand(), async () => (await import('./data/run.ts')).inspectFiles))
      .addCommand(runs(generateCommand(), async () => (await import('./data/run.ts')).generateFile)),
    runs(backtestCommand(), async () => (await import('./backtest/run.ts')).runBacktest),
    runs(sweepCommand(), async () => (await import('./sweep/run.ts')).runSweepCommand),
  ],
  [HELP_GROUP]: [specCommand(), explainCommand(), completionCommand()],
  'Prove touchstone itself:': [
    runs(mutantsCommand(), async () => (await import('./mutants/campaign.ts')).tryAnyMutants),
    runs(quirksCommand(), async () => (await import('./quirks/campaign.ts')).tryQuirks),
    runs(soakCommand(), async () => (await import('./soak/campaign.ts')).soakSeeds),
    runs(bisectCommand(), async () => (await import('./bisect/comparison.ts')).bisect),
    runs(workerCommand(), async () => (await import('./worker/worker.ts')).work),
  ],
};

export const commands: readonly CommandUnknownOpts[] = Object.entries(GROUPS).flatMap(([group, members]) =>
  members.map((command) => command.helpGroup(group)),
);

/** The command, which runs what `load` returns with its arguments and flags. The result is the exit code. */
function runs<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
  load: NoInfer<() => Promise<(...given: [...Args, Flags]) => ExitCode | Promise<ExitCode>>>,
): CommandUnknownOpts {
  const names = command.registeredArguments.length;
  return command.action(async (...given) => {
    const work = await load();
    process.exitCode = await work(...(given.slice(0, names + 1) as [...Args, Flags]));
  });
}
