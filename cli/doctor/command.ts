/** cli/doctor/command: `touchstone doctor URL`: the abilities of the wallets and markets of a credentials file, by reading alone. */
import { Command } from 'commander';
import { wholeNumber } from '../flags/whole-number.ts';
import type { DoctorFlags } from './flags.ts';

const examples = `
Looks at a credentials file, filled in or not, and at the deployment: what is missing in the file, whether keys are accepted,
whether both wallets hold tokens, and whether the markets take orders with room inside their spreads. Nothing is written to
the deployment, and no secret is printed. Cash cannot be seen by reading: the interface has no route that shows it.

  ok        as it should be
  limited   the run works, and shows less
  unknown   reading cannot show it
  problem   to be solved before a run with --allow-writes

Examples:
  $ touchstone doctor https://staging.test --credentials credentials.yaml

Exit codes:
  0 no problem                   1 at least one problem      2 usage, or a file that cannot be read
  3 target unreachable           6 error in touchstone itself`;

/** The `doctor` command. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check a credentials file, and list the steps that remain before a run that writes')
    .argument('<url>', 'base address of the deployment')
    .requiredOption('--credentials <file>', 'wallets and keys of a sandbox, JSON or YAML')
    .option('--timeout <seconds>', 'longest wait for a response', wholeNumber(1, 600), 10)
    .addHelpText('after', examples)
    .action(async (url: string, flags: DoctorFlags) => {
      const { doctor } = await import('./diagnosis.ts');
      process.exitCode = await doctor(url, flags);
    });
}
