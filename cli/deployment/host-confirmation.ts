/** cli/deployment/host-confirmation: writes to a host on the network need its name twice: URL and --confirm-host. */
import { isReading } from '../../conformance/client/exchange.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import { isLoopback } from '../../wire/loopback.ts';
import { CliError } from '../exit.ts';

export type HostFlags = {
  readonly allowWrites?: true;
  readonly confirmHost?: readonly string[];
  readonly against?: string;
};

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** True for this machine, and for a host whose name was typed again. */
export function isConfirmed(url: URL, names: readonly string[] = []): boolean {
  const host = hostOf(url);
  return isLoopback(host) || names.some((name) => name.toLowerCase() === host);
}

/** Throws `CliError` for a host with writes that is not confirmed, and for another name. `routes`: on other hosts. */
export function assertHostsConfirmed(
  base: URL,
  routes: ReadonlyMap<RouteId, URL>,
  { allowWrites, confirmHost = [], against }: HostFlags,
): void {
  const reference = URL.parse(against ?? '');
  const hosts = [...new Set([base, ...routes.values(), ...(reference === null ? [] : [reference])].map(hostOf))];
  const unknown = confirmHost.find((name) => !hosts.includes(name.toLowerCase()));
  if (unknown !== undefined)
    throw new CliError(
      `--confirm-host ${unknown} is no host of this run, which are ${hosts.join(', ')}: ` +
        'correct the name or the address',
    );
  if (!allowWrites) return;
  const writing = [...routes].filter(([id]) => !isReading(routeById(id), routeById(id))).map(([, url]) => url);
  const open = [base, ...writing].find((url) => !isConfirmed(url, confirmHost));
  if (open === undefined) return;
  throw new CliError(
    `--allow-writes sends orders to ${hostOf(open)}, which is not this machine: ` +
      `if it is a sandbox, add --confirm-host ${hostOf(open)}`,
  );
}
