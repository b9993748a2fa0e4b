/** cli/deployment/network: what a target needs for the flags of a gateway, a proxy or a private certificate. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { systemCode } from '../../spec/system-code.ts';
import { isAuthName } from '../../wire/auth-headers.ts';
import type { HttpTargetOptions } from '../../wire/http-target.ts';
import { CliError } from '../exit.ts';
import type { NetworkFlags } from '../flags/network-flags.ts';

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
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(text).fingerprint !== '') return text;
  } catch {
    // A damaged certificate counts as missing.
  }
  throw new CliError(`--ca ${file} has no valid certificate: PEM files have lines such as -----BEGIN CERTIFICATE-----`);
}
