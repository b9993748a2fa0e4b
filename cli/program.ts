/** cli/program: runs a command line: the help of `touchstone` itself, and the exit code and message of failures. */
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { commands, HELP_GROUP } from './commands.ts';
import { CliError, EXIT, type ExitCode } from './exit.ts';
import { version } from './version.ts';

const description =
  'Simulate a prediction-market trading and data service, ' +
  'and judge any deployment of it against its interface, clause by clause.';

const examples = `
Examples:
  $ touchstone serve --world medium             run the whole service on a loopback port
  $ touchstone check                            judge the built-in simulator over HTTP
  $ touchstone check https://staging.test       judge a deployment, reading only
  $ touchstone init https://staging.test        write a settings file and a credentials template for it
  $ touchstone run scenarios                    play scenarios in process, on virtual time
  $ touchstone explain 4.8/limit.max            the meaning of a clause, and how to satisfy it

Exit codes:
  0    success; for check: conformant, or each failure is listed by --expect FILE
  1    a check failed unexpectedly
  2    wrong usage or configuration
  3    the target cannot be reached
  4    a failure that is listed by --expect FILE did not occur
  5    partial or inconclusive
  6    an error in touchstone itself
  130  interrupted
  141  the reader of the output closed it`;

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
function createProgram(subcommands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  const program = new Command('touchstone')
    .description(description)
    .version(version(), '-V, --version', 'print the version')
    .option('--verbose', 'print the stack of an error in touchstone itself')
    .commandsGroup(HELP_GROUP)
    .helpCommand(true)
    .addHelpText('after', examples);
  for (const command of subcommands) program.addCommand(command);
  tame(program, 'touchstone');
  return program;
}

/** commander exits and prints two lines on its own; make each command of the tree throw and print one line instead. */
function tame(command: CommandUnknownOpts, path: string) {
  command.exitOverride().configureOutput({
    outputError: (text, write) => write(`touchstone: ${oneLine(text)} (see ${path} --help)\n`),
  });
  for (const subcommand of command.commands) tame(subcommand, `${path} ${subcommand.name()}`);
}

function oneLine(text: string) {
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
