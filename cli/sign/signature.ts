/** cli/sign/signature: the work of `touchstone sign`: reads credentials and body, signs, shows headers and curl. */

import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { walletsOf } from '../../conformance/client/dialect.ts';
import { AUTH_HEADERS, headerName, signingString } from '../../spec/auth.ts';
import { profileNames } from '../../spec/profile.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { parseBaseUrl } from '../../wire/http-target.ts';
import { authHeaders } from '../../wire/signer.ts';
import { readCredentials } from '../deployment/credentials-file.ts';
import { CliError, EXIT, type ExitCode, orCliError } from '../exit.ts';
import type { SignFlags } from './command.ts';

export function printSigned(method: string, target: string, flags: SignFlags): ExitCode {
  process.stdout.write(signedRequest(method, target, flags, Date.now()));
  return EXIT.ok;
}

/** Headers, the signed text and its key, and curl. `nowMs` is used if no timestamp is given. Throws `CliError`. */
export function signedRequest(method: string, target: string, flags: SignFlags, nowMs: number): string {
  if (!/^[a-z]+$/i.test(method)) throw new CliError(`"${method}" is no HTTP method: give GET, POST or DELETE`);
  if (!/^\/[!-~]*$/.test(target))
    throw new CliError('PATH starts with / and is percent-encoded: give the base of the URL with --url');
  const url = parseBaseUrl(flags.url);
  if (!url.ok) throw new CliError(`--url: ${url.refusal}`);
  const wallet = readWallet(flags);
  const body = flags.body === undefined ? undefined : readBody(flags.body);
  const [path = '/', query = ''] = target.split(/\?(.*)/s);
  const request = { method: method.toUpperCase(), path, query, headers: {}, ...(body !== undefined && { body }) };
  const seconds = flags.timestamp ?? Math.floor(nowMs / 1_000);
  const values = authHeaders(wallet, request, seconds);
  const names = AUTH_HEADERS.map(({ name }) => headerName(name, wallet.dialect?.prefix ?? 'SVC_'));
  const headers = names.map((name) => `${name}: ${values[name.toLowerCase()]}`);
  const curl = curlLine(request.method, url.value.href.replace(/\/$/, '') + target, headers, flags.body);
  const text = signingString(String(seconds), request.method, path, body ?? '');
  const signed = [`signed text: ${JSON.stringify(text)}`, `key: ${keyText(wallet, flags)}`];
  return `${headers.join('\n')}\n\n${signed.join('\n')}\n\n${curl}\n`;
}

function keyText({ secret }: Wallet, { showKey }: SignFlags) {
  const key = Buffer.from(secret, 'base64');
  return showKey ? key.toString('hex') : `${key.length} bytes, decoded from base64 (--show-key prints them)`;
}

function curlLine(method: string, url: string, headers: readonly string[], bodyFile: string | undefined) {
  const sent = bodyFile === undefined ? headers : [...headers, 'Content-Type: application/json'];
  const body = bodyFile === undefined ? [] : ['--data-binary', quoted(`@${bodyFile}`)];
  return ['curl', '-sS', '-X', method, ...sent.flatMap((header) => ['-H', quoted(header)]), ...body, quoted(url)].join(
    ' ',
  );
}

function quoted(word: string) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function readWallet({ credentials: file, wallet: number }: SignFlags): Wallet {
  const { wallets, profile } = readCredentials(file);
  const known = profileNames.find((name) => name === profile);
  const wallet = walletsOf(known, wallets)[number - 1];
  if (wallet !== undefined) return wallet;
  throw new CliError(`${file} holds ${wallets.length} wallets: --wallet ${number} is not among them`);
}

function readBody(file: string): string {
  const bytes = orCliError(
    () => readFileSync(file),
    (code) => `the body ${file} cannot be read (${code}): check the path`,
  );
  if (!isUtf8(bytes)) throw new CliError(`the body ${file} is not UTF-8 text: bodies of the interface are JSON`);
  return bytes.toString('utf8');
}
