/** conformance/evidence/curl: a request as a line for a POSIX shell, with variables for `TARGET` and for secrets. */

import { isAuthName, isSecretAuthName } from '../../wire/auth-headers.ts';
import { type Request, requestTarget } from '../../wire/message.ts';

/** A longer body is replaced by its length; a longer path or header is cut. */
const LONGEST_BODY = 4_000;

/** `curl -sS "$TARGET"'/markets?limit=5'` with method, headers and body as sent. */
export function curlLine(request: Request): string {
  const parts = ['curl -sS -i'];
  const whole = requestTarget(request);
  const target = whole.slice(0, LONGEST_BODY);
  if (/[[\]{}]/.test(target)) parts.push('--globoff');
  if (/(?:^|\/)\.{1,2}(?:\/|$|\?)/.test(target)) parts.push('--path-as-is');
  if (request.method === 'HEAD') parts.push('-I');
  else if (request.method !== 'GET') parts.push(`-X ${quoted(request.method)}`);
  parts.push(`"$TARGET"${quoted(target)}`);
  for (const [name, value] of Object.entries(request.headers)) parts.push(headerPart(name, value));
  if (typeof request.body === 'string') parts.push(bodyPart(request.body));
  if (whole.length > target.length) parts.push(`# a path of ${whole.length} characters, cut here`);
  return parts.join(' ');
}

function headerPart(name: string, value: string): string {
  const lower = name.toLowerCase();
  if (!isAuthName(lower)) return `-H ${quoted(`${name}: ${value}`)}`;
  const upper = name.toUpperCase();
  return isSecretAuthName(lower) ? `-H "${upper}: $${upper}"` : `-H ${quoted(`${upper}: ${value}`)}`;
}

function bodyPart(body: string): string {
  if (body.length <= LONGEST_BODY) return `--data-binary ${quoted(body)}`;
  return `--data-binary @body.json # a body of ${body.length} characters, left out here`;
}

/** A word in single quotes, unless it needs none. */
function quoted(text: string) {
  return /^[A-Za-z0-9_./:=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
