/** cli/check/command: `touchstone check [URL]`: judges a deployment clause by clause and ends in a verdict. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  decimal,
  type FlagsOf,
  networkFlags,
  repeatable,
  reportFlag,
  screenFlags,
  skipInvalidFlag,
  timeSpan,
  wholeNumber,
  withFlags,
  writeFlags,
} from '../flags/options.ts';

export type CheckFlags = FlagsOf<typeof checkCommand>;

const examples = `
Examples:
  $ touchstone check                                     judge the built-in simulator over HTTP, writes included
  $ touchstone check https://staging.test                judge a deployment, reading only
  $ touchstone check https://staging.test --credentials sandbox.json --allow-writes --confirm-host staging.test
  $ touchstone check https://staging.test --profile document
  $ touchstone check --only 'positions.*' --only 4.8/limit.max
  $ touchstone check https://staging.test --report json=report.json --report junit=report.xml
  $ touchstone check https://staging.test --save-scenarios failures
  $ touchstone check https://staging.test --scenarios scenarios
  $ touchstone check https://staging.test --against https://production.test
  $ touchstone check https://staging.test --baseline report.json
  $ touchstone check --har traffic.har                   judge recorded traffic, sending nothing
  $ touchstone check --list

Exit codes:
  0 conformant or as expected    1 unexpected failure       2 usage or configuration
  3 target unreachable           4 expected failure gone    5 partial or inconclusive
  6 error in touchstone itself   130 interrupted`;

const OF_REQUESTS = [
  'world',
  'worldSkipInvalid',
  'inProcess',
  'credentials',
  'allowWrites',
  'confirmHost',
  'journal',
  'thorough',
  'targetConfig',
  'scenarios',
  'library',
  'list',
  'shard',
  'saveScenarios',
  'timings',
  'trace',
  'against',
  'jobs',
  'maxRps',
  'maxRequests',
  'timeout',
  'patience',
  'maxTime',
];

export function checkCommand() {
  const command = new Command('check')
    .description('judge a deployment of the interface, or the built-in simulator, and end in a verdict')
    .argument('[url]', 'base address of the deployment; without it the built-in simulator is judged');
  const target = targetFlags('seed of the built-in world and of all that checks draw');
  return withFlags(command, target, selectionFlags(), reportFlags(), paceFlags(), screenFlags()).addHelpText(
    'after',
    examples,
  );
}

/** The target, its credentials included, and the requests of the checks. `seeded`: the help of `--seed`. */
export function targetFlags(seeded: string) {
  const command = new Command()
    .option(
      '--world <name>',
      'world of the built-in simulator: small (default), medium, large, a file of recorded pages, ' +
        'or a world of your own (.yaml)',
    )
    .addOption(skipInvalidFlag())
    .option('--seed <number>', seeded, wholeNumber(0), 1)
    .option(
      '--run-id <text>',
      'part of the salts of all orders, so that runs differ (default: random for a deployment, none for the simulator)',
    )
    .option(
      '--profile <name>',
      'the target claims this profile (document, polymarket, kuest): judge its decisions and its own routes too',
    )
    .option('--in-process', 'call the built-in simulator without a socket');
  return withFlags(command, writeFlags(), networkFlags())
    .option('--thorough', 'exhaust the ten-minute request limits too, with tens of thousands of requests')
    .option(
      '--against <url>',
      'send the reads to this reference deployment as well, and warn where the responses differ',
    )
    .option('--target-config <file>', 'capabilities, pace and entities of the target, JSON or YAML');
}

/** The checks, scenarios or recorded traffic that count, and the failures that are expected. */
function selectionFlags() {
  return expectationFlags()
    .addOption(
      repeatable('--only <pattern>', 'checks to run: an id, * for any text, or a clause id (repeatable)', 'all'),
    )
    .addOption(repeatable('--skip <pattern>', 'checks to leave out (repeatable)'))
    .addOption(
      repeatable('--scenarios <path>', 'play these scenarios after the checks: a file or a folder (repeatable)'),
    )
    .option('--library', 'play the scenarios that come with touchstone after the checks')
    .addOption(
      repeatable('--har <file>', 'judge the traffic in a HAR file of any size and send nothing (repeatable)').conflicts(
        OF_REQUESTS,
      ),
    )
    .option('--base <url>', 'address of the service in the HAR files (default: guessed from their requests)')
    .option('--list', 'list the checks and send nothing')
    .option(
      '--shard <i/n>',
      'run one of n parts of the checks, such as 2/3; touchstone merge joins their reports',
      shard,
    );
}

export function expectationFlags() {
  return new Command()
    .option('--expect <file>', 'accepted failures with their reasons, JSON or YAML')
    .option('--baseline <file>', 'mark as new the findings that this JSON report lacks; the exit code stays the same');
}

export function reportFlags() {
  return new Command()
    .addOption(reportFlag())
    .addOption(
      repeatable('--label <name=value>', 'state in the reports what was judged, such as commit=4f2a91c (repeatable)'),
    )
    .option('--sarif-category <name>', 'category of the alerts in code scanning (default: the target)')
    .option('--source <file>', 'file of your repository that SARIF and GitLab show for every finding')
    .option(
      '--save-scenarios <folder>',
      'save the shortest scenario of each failure for touchstone run; reports show it too',
    )
    .option('--timings <file>', 'write how long each check took, as JSON')
    .option('--trace <file>', 'write every request and response with its time, as JSON lines')
    .option('--strict', 'count warnings as failures')
    .option(
      '--min-coverage <percent>',
      'exit with 0 for a partial run that verified this part of the MUST clauses',
      decimal(0, 100),
    );
}

export function paceFlags() {
  return new Command()
    .option(
      '--jobs <number>',
      'how many reading checks run side by side (default: 8, more on a slow network)',
      wholeNumber(1, 64),
    )
    .option('--max-rps <number>', 'most requests a second', decimal(0.01, 1_000_000))
    .option(
      '--retries <number>',
      'send repeatable requests again after a gateway error (502 to 504 without JSON)',
      wholeNumber(0, 10),
      0,
    )
    .option('--max-requests <number>', 'most requests of the run', wholeNumber(1))
    .option('--timeout <seconds>', 'longest wait for a response', decimal(0.05, 600), 10)
    .option(
      '--patience <seconds>',
      'longest wait for a change to show, such as a fill in the positions (default: 30)',
      decimal(0, 600),
    )
    .option(
      '--max-time <time>',
      'send no requests after this time, such as 90s or 5m, and report the results so far',
      timeSpan,
    );
}

/** The shard `index` of `count`; another form is a usage error. `check` validates the numbers. */
function shard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (index !== undefined && count !== undefined) return { index: Number(index), count: Number(count) };
  throw new InvalidArgumentError('Give a shard and the number of shards, such as 2/3.');
}
