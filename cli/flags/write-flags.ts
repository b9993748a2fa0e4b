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
        'repeat the host of the URL or of a --route, to allow writes to another machine (repeatable)',
      ),
    )
    .option('--journal <file>', 'log of the orders, each written before it is sent (default: in .touchstone)');
}
