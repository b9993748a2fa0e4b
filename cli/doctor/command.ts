/** cli/doctor/command: `touchstone doctor URL`: the abilities of wallets and markets of a file, by reading alone. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, readingNetworkFlags, withFlags } from '../flags/options.ts';

export type DoctorFlags = FlagsOf<typeof doctorCommand>;

const examples = `
doctor reads a credentials file, which may be incomplete, and the deployment. It reports missing values of the file,
keys that are refused, the part of the signing string that the service computes otherwise, wallets without tokens, and
markets that accept no orders or whose spread is too narrow. It changes nothing: besides reads it cancels an order
that does not exist. It prints no secret. It cannot see cash, because no route of the interface shows it.

  ok        as it should be
  limited   the run works, but verifies less
  unknown   reading cannot show it
  problem   solve it before a run with --allow-writes

Examples:
  $ touchstone doctor https://staging.test --credentials credentials.yaml

Exit codes:
  0 no problem                   1 at least one problem      2 usage, or a file that cannot be read
  3 target unreachable           6 error in touchstone itself`;

export function doctorCommand() {
  const command = new Command('doctor')
    .description('check a credentials file, and list the steps that remain before a run that writes')
    .argument('<url>', 'base address of the deployment')
    .requiredOption('--credentials <file>', 'wallets and keys of a sandbox, JSON or YAML');
  return withFlags(command, readingNetworkFlags()).addHelpText('after', examples);
}
