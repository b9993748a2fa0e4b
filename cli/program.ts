/**
 * cli/program: the list of subcommands, and the exit code of their failures. Each subcommand has a folder, whose `command.ts` has flags and help; its work
 * is imported when it runs, so that `--help` loads nothing else.
 */
import { Command, CommanderError } from 'commander';
import { backtestCommand } from './backtest/command.ts';
import { bisectCommand } from './bisect/command.ts';
import { checkCommand } from './check/command.ts';
import { cleanupCommand } from './cleanup/command.ts';
import { compareCommand } from './compare/command.ts';
import { completionCommand } from './completion/command.ts';
import { dataCommand } from './data/command.ts';
import { doctorCommand } from './doctor/command.ts';
import { CliError, EXIT, type ExitCode } from './exit.ts';
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
import { version } from './version.ts';
import { workerCommand } from './worker/command.ts';

/** The subcommands, in the order in which `--help` shows them. */
export const commands: readonly Command[] = [
  checkCommand(),
  exploreCommand(),
  proxyCommand(),
  initCommand(),
  doctorCommand(),
  cleanupCommand(),
  reportCommand(),
  compareCommand(),
  historyCommand(),
  matrixCommand(),
  replayCommand(),
  mergeCommand(),
  runCommand(),
  serveCommand(),
  specCommand(),
  explainCommand(),
  signCommand(),
  mutantsCommand(),
  quirksCommand(),
  soakCommand(),
  bisectCommand(),
  dataCommand(),
  backtestCommand(),
  sweepCommand(),
  workerCommand(),
  completionCommand(),
];

const description = `Simulate a prediction-market trading and data service, and judge any deployment of it against its interface, clause by clause.`;

const examples = `
Examples:
  $ touchstone serve --world medium             run the whole service on a loopback port
  $ touchstone check                            judge the built-in simulator over HTTP
  $ touchstone check https://staging.test       judge a deployment, reading only
  $ touchstone init https://staging.test        write a target file and a credentials template for it
  $ touchstone run scenarios                    play scenarios in process, on virtual time
  $ touchstone explain 4.8/limit.max            the meaning of a clause, and how to satisfy it

Exit codes:
  0 conformant or as expected    1 unexpected failure       2 usage or configuration
  3 target unreachable           4 stale expectation        5 partial or inconclusive
  6 error in touchstone itself   130 interrupted          141 cut off by its reader`;

/** Runs one command line (`argv` without the program) and returns the exit code. Never throws and never exits. */
export async function run(argv: readonly string[], subcommands = commands): Promise<number | string> {
  try {
    const program = createProgram(subcommands);
    if (argv.length === 0) program.help({ error: true });
    await program.parseAsync([...argv], { from: 'user' });
    return process.exitCode ?? EXIT.ok;
  } catch (error) {
    return complain(error, argv.includes('--verbose'));
  }
}

/** The `touchstone` command with these subcommands: one line on stderr for a wrong command line, nothing exits. */
function createProgram(subcommands: readonly Command[]): Command {
  const program = new Command('touchstone')
    .description(description)
    .version(version(), '-V, --version', 'print the version')
    .option('--verbose', 'print the stack of an error in touchstone itself')
    .addHelpText('after', examples);
  for (const command of subcommands) program.addCommand(command);
  tame(program, 'touchstone');
  return program;
}

/** commander exits and prints two lines on its own; make each command of the tree throw and print one line instead. */
function tame(command: Command, path: string): void {
  command.exitOverride().configureOutput({
    outputError: (text, write) => write(`touchstone: ${oneLine(text)} (see ${path} --help)\n`),
  });
  for (const subcommand of command.commands) tame(subcommand, `${path} ${subcommand.name()}`);
}

function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** Prints why a command ended, in one line on stderr unless the stack is wanted, and returns the exit code for it. */
export function complain(error: unknown, isVerbose = process.argv.includes('--verbose')): ExitCode {
  // commander has printed its own line by the time it throws; help and version arrive here as exit code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    console.error(`touchstone: ${error.message}`);
    return error.exitCode;
  }
  const wantsStack = isVerbose || process.env['TOUCHSTONE_VERBOSE'] !== undefined;
  const message = error instanceof Error ? error.message : String(error);
  console.error(`touchstone: internal error: ${oneLine(message)}${wantsStack ? '' : ' (add --verbose for the stack)'}`);
  if (wantsStack && error instanceof Error) console.error(error.stack);
  return EXIT.harness;
}
