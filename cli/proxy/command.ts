/** cli/proxy/command: `touchstone proxy URL`: forwards requests to a deployment and judges the traffic. */
import { Command } from '@commander-js/extra-typings';
import { expectationFlags } from '../check/command.ts';
import {
  decimal,
  type FlagsOf,
  forwardingNetworkFlags,
  repeatable,
  reportFlag,
  screenFlags,
  wholeNumber,
  withFlags,
} from '../flags/options.ts';

export type ProxyFlags = FlagsOf<typeof proxyCommand>;

const examples = `
Listens on 127.0.0.1 and forwards every request. Responses are not changed and not delayed: each exchange is judged
after it was sent on. New findings are printed as they occur. Ctrl-C ends the proxy and prints the report, the same as
that of check --har.

Examples:
  $ touchstone proxy https://staging.test                       listen on http://127.0.0.1:4011
  $ touchstone proxy https://staging.test --port 8080 --report json=report.json
  $ touchstone proxy https://staging.test --expect known.yaml   accept known failures

Exit codes:
  0 nothing failed                1 unexpected failure       2 usage or configuration
  3 the deployment never responded 4 expected failure gone    5 nothing was judged, or less than --min-coverage
  6 error in touchstone itself`;

export function proxyCommand() {
  const command = new Command('proxy')
    .description('forward requests to a deployment, and judge the traffic')
    .argument('<url>', 'base address of the deployment')
    .option('--port <number>', 'port to listen on, 0 for any free one', wholeNumber(0, 65_535), 4011);
  const profile = new Command().option(
    '--profile <name>',
    'the deployment claims this profile (document, polymarket, kuest): judge its decisions too',
  );
  const judged = new Command()
    .addOption(
      repeatable('--only <pattern>', 'checks to judge: an id, * for any text, or a clause id (repeatable)', 'all'),
    )
    .addOption(repeatable('--skip <pattern>', 'checks to leave out (repeatable)'))
    .addOption(reportFlag())
    .option('--strict', 'count warnings as failures')
    .option('--min-coverage <percent>', 'the part of the MUST clauses that has to be verified', decimal(0, 100));
  return withFlags(command, forwardingNetworkFlags(), profile, expectationFlags(), judged, screenFlags()).addHelpText(
    'after',
    examples,
  );
}
