/** cli/run/command: `touchstone run FILES...`: plays scenarios in process or against a deployment. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  decimal,
  type FlagsOf,
  networkFlags,
  reportFlag,
  timeSpan,
  wholeNumber,
  withFlags,
  writeFlags,
} from '../flags/options.ts';

export type RunFlags = FlagsOf<typeof runCommand>;

const examples = `
Examples:
  $ touchstone run scenarios                              every scenario below a folder, in process on virtual time
  $ touchstone run orders.yaml --seed 7                   one file, everything drawn from seed 7
  $ touchstone run scenarios --tags orders,fok --list     what would run: file, name, tags, clauses
  $ touchstone run --library --target http://127.0.0.1:4010 --credentials sandbox.json --allow-writes
  $ touchstone run scenarios --junit scenarios.xml --trace trace.jsonl
  $ touchstone run scenarios --report json=run.json       a report as that of check, with a row for each scenario
  $ touchstone run story.yaml --watch                     again whenever a file changes
  $ touchstone run scenarios --update-golden              write the traces of scenarios with the tag golden
  $ touchstone run scenarios --against-mutants            which scenarios notice which broken clause
  $ touchstone run --record story.yaml --har traffic.har  recorded traffic of a client as a scenario

A scenario is not testable if the deployment lacks something that it needs. It is listed with everything that is
missing, and never counts as passed. A scenario with the tag golden has NAME.golden.jsonl beside it, which its trace
in process has to equal. It is played with seed 1, unless it names another seed.

Exit codes:
  0 all that could be tested passed    1 a scenario failed        2 usage, or files that do not parse
  3 target unreachable                 5 nothing could be tested, or less than --strict or --min-tested requires,
                                         or --max-time cut the run short
  6 a scenario that cannot be played, or an error in touchstone itself    130 interrupted`;

/** Options that a matrix of mutants does not have. */
const PLAIN_RUNS = ['target', 'credentials', 'watch', 'list', 'trace', 'junit', 'updateGolden', 'jobs'];

export function runCommand() {
  const command = new Command('run')
    .description('play scenarios, in process or against a deployment, and report which pass')
    .argument('[files...]', 'scenario files, or folders with scenarios below them')
    .option('--target <url>', 'base address of a deployment; without it each scenario has its own simulator');
  const credentials = 'wallets, keys and markets of a sandbox, JSON or YAML: requests that read are signed';
  return withFlags(command, writeFlags(credentials), networkFlags())
    .option('--seed <number>', 'seed of all that scenarios draw', wholeNumber(0, 2 ** 52), 1)
    .option('--jobs <count>', 'threads (default: one for each core; one with --target)', wholeNumber(1, 256))
    .option('--profile <name>', 'profile of the simulator (document)')
    .addOption(tagsOption('--tags <names>', 'only scenarios with one of these tags, commas between'))
    .addOption(tagsOption('--skip-tags <names>', 'no scenarios with one of these tags'))
    .option('--update-golden', 'write the golden traces instead of comparing runs with them')
    .option('--trace <file>', 'write a trace of every step, as JSON lines')
    .option('--json', 'one JSON document: seed, counts, results')
    .option('--junit <file>', 'write a JUnit report, with a suite for each file')
    .addOption(reportFlag())
    .option('--strict', 'exit with 5 if a scenario is not testable')
    .addOption(
      new Option('--min-tested <percent>', 'exit with 5 if less than this part could be tested')
        .argParser(decimal(0, 100))
        .conflicts('strict'),
    )
    .option('--timeout <seconds>', 'longest wait for a response of the deployment', decimal(0.05, 600), 10)
    .addOption(
      new Option('--max-time <time>', 'stop after this time, such as 90s or 5m, and report the results so far')
        .argParser(timeSpan)
        .conflicts(['watch', 'againstMutants']),
    )
    .option('--watch', 'run again when a file changes, until Ctrl-C')
    .option('--library', 'play the scenarios that come with touchstone')
    .option('--list', 'list the scenarios and play none')
    .addOption(
      new Option('--against-mutants', 'play each scenario against services with one clause broken').conflicts(
        PLAIN_RUNS,
      ),
    )
    .addOption(
      new Option(
        '--reach <mutants>',
        'cited: mutants of clauses that the scenario cites; asked: mutants of all routes that it requests',
      )
        .choices(['cited', 'asked'])
        .implies({ againstMutants: true }),
    )
    .addOption(
      new Option('--at-least <count>', 'scenarios that have to notice a mutant (default: 1)')
        .argParser(wholeNumber(0))
        .implies({ againstMutants: true }),
    )
    .option(
      '--record <file>',
      'write a scenario of recorded traffic, and play nothing; --target is the address whose responses count',
    )
    .option('--har <file>', 'the traffic for --record, as HAR 1.2')
    .addHelpText('after', examples);
}

function tagsOption<const Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser((text): readonly string[] => {
    const tags = text.split(',').map((tag) => tag.trim());
    if (tags.every((tag) => /^[a-z0-9-]{1,40}$/.test(tag))) return tags;
    throw new InvalidArgumentError('Give tags of lower-case letters, digits and dashes, with commas between.');
  });
}
