/** cli/flags/write-flags: the flags of commands that may write to a deployment: credentials, consent, journal. */
import { Command } from '@commander-js/extra-typings';
import { repeatable } from './options.ts';

export function writeFlags(credentials = 'wallets and keys of a sandbox, JSON or YAML') {
  return new Command()
    .option('--credentials <file>', credentials)
    .option('--allow-writes', 'place and cancel orders and send heartbeats with these credentials')
    .addOption(
      repeatable(
        '--confirm-host <name>',
        'the host of the URL or of a route once more: needed for writes to any machine but this one (repeatable)',
      ),
    )
    .option('--journal <file>', 'file for the orders, each written before it is sent (default: in .touchstone)');
}
