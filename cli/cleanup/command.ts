/** cli/cleanup/command: `touchstone cleanup URL`: cancels the orders that a killed run left resting. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, readingNetworkFlags, withFlags } from '../flags/options.ts';

export type CleanupFlags = FlagsOf<typeof cleanupCommand>;

const examples = `
A run with --allow-writes writes each order into .touchstone/ of the current folder before it is sent, and removes
that file once it has cleaned up. A run that was killed leaves the file. cleanup reads it, cancels those of its orders
that are still among the live orders of the wallets, and removes the file once none of them rests. It cancels no other
order.

An order whose reply was lost, or was a 5xx, has no known id: it is found by token, side, size, price and time. If
more live orders have these terms than were sent, they are listed and left alone, unless --all is given.

Examples:
  $ touchstone cleanup https://staging.test --credentials credentials.yaml
  $ touchstone cleanup https://staging.test --credentials credentials.yaml --journal .touchstone/orders-*-4711.jsonl
  $ touchstone cleanup https://staging.test --credentials credentials.yaml --all

Exit codes:
  0 no order rests any more      1 an order still rests, or may     2 usage, or a journal that cannot be read
  3 target unreachable           6 error in touchstone itself`;

export function cleanupCommand() {
  const command = new Command('cleanup')
    .description('cancel the orders that a killed run left resting')
    .argument('<url>', 'base address of the deployment')
    .requiredOption('--credentials <file>', 'wallets and keys of the run, JSON or YAML')
    .option('--journal <file>', 'journal of one run (default: all journals of this deployment in .touchstone)')
    .option('--all', 'also cancel live orders that may belong to the run or to another client');
  return withFlags(command, readingNetworkFlags()).addHelpText('after', examples);
}
