/** cli/flags/network-flags: flags that reach a deployment through a gateway, proxy or private certificate. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, withFlags } from './flags-of.ts';
import { repeatable } from './options.ts';
import { timeSpan, wholeNumber } from './values.ts';

export type NetworkFlags = Partial<Omit<FlagsOf<typeof readingNetworkFlags>, 'timeout'>>;

/** Those of a command that does not write, which has no `--confirm-host` for its writes. */
export function readingNetworkFlags() {
  const timeout = new Command().option('--timeout <seconds>', 'longest wait for a response', wholeNumber(1, 600), 10);
  return withFlags(timeout, confirmingFlag(), networkFlags());
}

export function forwardingNetworkFlags() {
  return withFlags(confirmingFlag(), certificateFlags());
}

export function networkFlags() {
  return withFlags(requestFlags(), certificateFlags());
}

function confirmingFlag() {
  return new Command().addOption(
    repeatable('--confirm-host <name>', 'repeat a host of this run, for --insecure (repeatable)'),
  );
}

function requestFlags() {
  return new Command()
    .addOption(
      repeatable(
        '--header <name=value>',
        'send this header with every request; $VAR in it is a variable of the environment (repeatable)',
      ),
    )
    .option('--user <name:password>', 'name and password for a gateway; $VAR is a variable of the environment')
    .addOption(
      repeatable(
        '--route <name=url>',
        "another host for some routes: catalog, trading, data, or 'POST /order' (repeatable)",
      ),
    )
    .option('--wait-for <time>', 'wait this long until the deployment answers, such as 60s', timeSpan);
}

function certificateFlags() {
  return new Command()
    .option('--ca <file>', 'also trust the certificates of this authority, PEM')
    .option('--insecure', 'accept any certificate from this machine and from the hosts of --confirm-host');
}
