/** cli/deployment/network: the network flags of a target, and the confirmation of hosts of other machines. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isReading } from '../../conformance/client/exchange.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import { isAuthName } from '../../wire/auth-headers.ts';
import { type HttpTargetOptions, parseBaseUrl } from '../../wire/http-target.ts';
import { isLoopback } from '../../wire/loopback.ts';
import { percentDecoded } from '../../wire/percent.ts';
import { CliError, orCliError } from '../exit.ts';
import type { NetworkFlags } from '../flags/options.ts';

export type HostFlags = {
  readonly allowWrites?: true;
  readonly confirmHost?: readonly string[];
  readonly against?: string;
};

/** Throws `CliError` for anything but an address of HTTP. */
export function baseOf(url: string): URL {
  const base = parseBaseUrl(url);
  if (base.ok) return base.value;
  throw new CliError(base.refusal);
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

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

/** The options of the client for a host. Throws `CliError` for flags and variables that cannot be used for it. */
type Network = (url: URL) => Pick<HttpTargetOptions, 'headers' | 'ca' | 'isInsecure' | 'proxy'>;

/** The network of a command with these flags; `headers` are those of a target file. Throws `CliError`. */
export function networkOf(
  { header = [], user, ca, insecure, confirmHost }: NetworkFlags,
  headers: Readonly<Record<string, string>> = {},
): Network {
  const pairs = [...Object.entries(headers), ...header.map(splitHeader)].map(parseHeader);
  const login = user === undefined ? [] : [['authorization', `Basic ${encodedLogin(user)}`] as const];
  const common = {
    headers: Object.fromEntries([...pairs, ...login]),
    ...(ca !== undefined && { ca: readCertificates(ca) }),
    ...(insecure && { isInsecure: true }),
  };
  return (url) => {
    if (insecure && !isConfirmed(url, confirmHost))
      throw new CliError(
        `--insecure is for this machine: for ${hostOf(url)} add --confirm-host ${hostOf(url)}, ` +
          'or trust its authority with --ca FILE',
      );
    return { ...common, proxy: proxyFor(url) };
  };
}

/** The proxy that the environment names for a host. A proxy does not reach this machine. */
function proxyFor({ hostname, protocol }: URL): string | undefined {
  if (isLoopback(hostname)) return undefined;
  const names = [...(protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : []), 'http_proxy', 'HTTP_PROXY'];
  const name = names.find((one) => (process.env[one] ?? '') !== '');
  if (name === undefined) return undefined;
  const text = process.env[name] ?? '';
  const address = text.includes('://') || !/:\d+\/?$/.test(text) ? text : `http://${text}`;
  const isUrl = /^(?:https?|socks5?):$/.test(URL.parse(address)?.protocol ?? '');
  // Name and password of a proxy are decoded before they are sent.
  if (isUrl && percentDecoded(address) !== undefined) return address;
  // The message must not repeat the value, which may have a password.
  throw new CliError(`the variable ${name} has no address of a proxy: write host:port, or http://host:port`);
}

function splitHeader(text: string): readonly [string, string] {
  const [name = '', value] = text.split(/=(.*)/s);
  if (value === undefined)
    throw new CliError(`--header takes NAME=VALUE, with $VAR for a variable; got "${name.slice(0, 40)}"`);
  return [name, value];
}

/** Headers that HTTP, or the checks, set themselves. */
const TAKEN = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding)$/;

function parseHeader([given, text]: readonly [string, string]): readonly [string, string] {
  const name = given.trim().toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    throw new CliError(`--header: ${JSON.stringify(given.slice(0, 40))} is no name of a header`);
  if (isAuthName(name) || TAKEN.test(name))
    throw new CliError(`--header ${name}: the checks or HTTP itself set this header`);
  const value = fromEnvironment(`--header ${name}`, text);
  // The message must not repeat the value.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new CliError(`--header ${name}: the value has a line break or another character that no header may have`);
  return [name, value];
}

/** Gateways decode a login as UTF-8. */
function encodedLogin(user: string): string {
  const login = fromEnvironment('--user', user);
  if (!login.includes(':')) throw new CliError('--user takes NAME:PASSWORD, or $VAR for both; the value has no colon');
  return Buffer.from(login).toString('base64');
}

const VARIABLE = /\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g;

/** The value of a flag with its variables; `$$` is a dollar sign, as is one before anything but a name. */
function fromEnvironment(flag: string, text: string) {
  return text.replaceAll(VARIABLE, (_, dollar?: string, plain?: string, braced?: string) => {
    if (dollar !== undefined) return dollar;
    const name = plain ?? braced ?? '';
    const value = process.env[name];
    if (value === undefined || value === '')
      throw new CliError(`${flag}: the environment has no ${name}; a dollar sign is written $$`);
    return value;
  });
}

function readCertificates(file: string): string {
  const text = orCliError(
    () => readFileSync(file, 'utf8'),
    (code) => `--ca ${file} cannot be read (${code})`,
  );
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(text).fingerprint !== '') return text;
  } catch {
    // A damaged certificate counts as missing.
  }
  throw new CliError(`--ca ${file} has no valid certificate: PEM files have lines such as -----BEGIN CERTIFICATE-----`);
}
