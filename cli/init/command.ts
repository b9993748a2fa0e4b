/** cli/init/command: `touchstone init URL`: writes the two files for runs against a deployment. */
import { Command } from '@commander-js/extra-typings';
import { type FlagsOf, readingNetworkFlags, withFlags } from '../flags/options.ts';

export type InitFlags = FlagsOf<typeof initCommand>;

const examples = `
  target.yaml       the entities that discovery found, and comments for missing ones, with the number of checks that
                    an entry would make testable. Use it with touchstone check --target-config target.yaml
  credentials.yaml  a template for the wallets of a sandbox, which only its owner can read. With sandbox: false no
                    command writes to the deployment. Fill it in, then run
                    touchstone doctor URL --credentials credentials.yaml

init reads the deployment and writes nothing to it. It never overwrites a file unless --force is given.

Examples:
  $ touchstone init https://staging.test
  $ touchstone init https://staging.test --target-config staging.yaml --credentials staging-wallets.yaml
  $ touchstone init https://staging.test --force

Exit codes:
  0 both files are written       2 usage, or a file that exists already    3 target unreachable
  6 error in touchstone itself`;

export function initCommand() {
  const command = new Command('init')
    .description('write a settings file and a credentials template for a deployment')
    .argument('<url>', 'base address of the deployment')
    .option('--target-config <file>', 'path of the target file', 'target.yaml')
    .option('--credentials <file>', 'path of the credentials template', 'credentials.yaml')
    .option('--force', 'overwrite existing files');
  return withFlags(command, readingNetworkFlags()).addHelpText('after', examples);
}
