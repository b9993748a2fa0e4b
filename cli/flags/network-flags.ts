/** cli/flags/network-flags: the flags of commands that reach a deployment through a gateway, a proxy or a private certificate. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { systemCode } from '../../spec/system-code.ts';
import type { HttpTargetOptions } from '../../wire/http-target.ts';
import { CliError } from '../exit.ts';
import { repeatable } from './listed.ts';
import { timeSpan } from './time-span.ts';

export type NetworkFlags = {
  readonly header?: readonly string[];
  readonly user?: string;
  readonly ca?: string;
  readonly insecure?: true;
  readonly confirmHost?: string;
  /** Milliseconds. */
  readonly waitFor?: number;
};

/** Adds these flags, and `--confirm-host` to a command that does not write. */
export function withNetwork(command: Command, writes: 'writes' | 'reads'): Command {
  if (writes === 'reads') command.option('--confirm-host <name>', 'the host of the URL once more, for --insecure');
  return command
    .addOption(
      repeatable(
        '--header <name=value>',
        'send this header with every request; NAME=$VAR takes it from the environment (repeatable)',
      ),
    )
    .option('--user <name:password>', 'name and password for a gateway; $VAR takes both from the environment')
    .option('--ca <file>', 'also trust the certificates of this authority, PEM')
    .option('--insecure', 'accept any certificate, of this machine or of the host of --confirm-host')
    .option('--wait-for <time>', 'wait this long until the deployment answers, such as 60s', timeSpan);
}

/** What a target needs for these flags; `headers` are those of a target file. Throws `CliError` for a value that cannot be used. */
export function networkOf(
  { header = [], user, ca, insecure, confirmHost }: NetworkFlags,
  isHere: boolean,
  headers: Readonly<Record<string, string>> = {},
): Pick<HttpTargetOptions, 'headers' | 'ca' | 'isInsecure' | 'usesProxy'> {
  if (insecure === true && !isHere && confirmHost === undefined)
    throw new CliError(
      '--insecure is for this machine: for another one add --confirm-host HOST, or trust its authority with --ca FILE',
    );
  const pairs = [...Object.entries(headers), ...header.map(splitHeader)].map(parseHeader);
  const login =
    user === undefined ? [] : [['authorization', `Basic ${btoa(fromEnvironment('--user', user))}`] as const];
  return {
    headers: Object.fromEntries([...pairs, ...login]),
    ...(ca === undefined ? {} : { ca: readCertificates(ca) }),
    ...(insecure === true ? { isInsecure: true } : {}),
    // A proxy does not reach this machine.
    usesProxy: !isHere && PROXIES.some((name) => (process.env[name] ?? '') !== ''),
  };
}

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];

function splitHeader(text: string): readonly [string, string] {
  const [name = '', value] = text.split(/=(.*)/s);
  if (value === undefined) throw new CliError(`--header takes NAME=VALUE or NAME=$VAR; got "${name.slice(0, 40)}"`);
  return [name, value];
}

/** Headers that HTTP, or the checks, set themselves. */
const TAKEN = /^(?:svc_.*|host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding)$/;

function parseHeader([given, text]: readonly [string, string]): readonly [string, string] {
  const name = given.trim().toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    throw new CliError(`--header: ${JSON.stringify(given.slice(0, 40))} is no name of a header`);
  if (TAKEN.test(name)) throw new CliError(`--header ${name}: the checks or HTTP itself set this header`);
  const value = fromEnvironment(`--header ${name}`, text);
  // The message must not repeat the value.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new CliError(`--header ${name}: the value has a line break or another character that no header may have`);
  return [name, value];
}

/** The value of a flag, or of the variable that it names. */
function fromEnvironment(flag: string, text: string): string {
  const [, name] = /^\$([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (name === undefined) return text;
  const value = process.env[name];
  if (value === undefined || value === '') throw new CliError(`${flag}: the environment has no ${name}`);
  return value;
}

function readCertificates(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`--ca ${file} cannot be read (${systemCode(error, 'unknown error')})`);
  }
  if (/-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(text)) return text;
  throw new CliError(`--ca ${file} has no certificate: PEM files have lines such as -----BEGIN CERTIFICATE-----`);
}
