/** cli/flags/write-flags: the flags of commands that may write to a deployment: credentials, consent, journal. */
import type { Command } from 'commander';

export type WriteFlags = {
  readonly credentials?: string;
  readonly allowWrites?: true;
  readonly confirmHost?: string;
  readonly journal?: string;
};

/** Adds these flags. `credentials`: the help of `--credentials`. */
export function withWrites(command: Command, credentials = 'wallets and keys of a sandbox, JSON or YAML'): Command {
  return command
    .option('--credentials <file>', credentials)
    .option('--allow-writes', 'place and cancel orders and send heartbeats with these credentials')
    .option('--confirm-host <name>', 'the host of the URL once more: needed for writes to any machine but this one')
    .option('--journal <file>', 'file for the orders, each written before it is sent (default: in .touchstone)');
}
