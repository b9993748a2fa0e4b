/** cli/deployment/host-confirmation: nothing is written to a host on the network unless its name was typed twice, in the URL and in --confirm-host. */

import { parseBaseUrl } from '../../wire/http-target.ts';
import { isLoopback } from '../../wire/loopback.ts';
import { CliError } from '../exit.ts';

export type HostFlags = { readonly allowWrites?: true; readonly confirmHost?: string };

/** Throws `CliError` for a run with writes at `url` whose host is neither this machine nor confirmed. */
export function assertHostConfirmed(url: string, { allowWrites, confirmHost }: HostFlags): void {
  const base = parseBaseUrl(url);
  if (!base.ok) throw new CliError(base.refusal);
  const host = base.value.hostname.replace(/^\[|\]$/g, '');
  if (confirmHost !== undefined && confirmHost.toLowerCase() !== host) {
    throw new CliError(`--confirm-host ${confirmHost} is not the host of the URL, ${host}: correct one of the two`);
  }
  if (allowWrites !== true || isLoopback(host) || confirmHost !== undefined) return;
  throw new CliError(
    `--allow-writes sends orders to ${host}, which is not this machine: if it is a sandbox, add --confirm-host ${host}`,
  );
}
