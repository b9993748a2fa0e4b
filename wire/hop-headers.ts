/** wire/hop-headers: header lines that a proxy forwards: not those of one connection (RFC 9110, 7.6.1). */

/** Headers of one connection, besides those that `Connection` names. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The lines (name, value, name, value, ...) as they are, without those of the connection and in `without`. */
export function forwardedLines(lines: readonly string[], without: ReadonlySet<string>): string[] {
  const named = new Set<string>();
  for (let at = 0; at < lines.length; at += 2) {
    if (lines[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (lines[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 2) {
    const name = (lines[at] ?? '').toLowerCase();
    if (OF_CONNECTION.has(name) || named.has(name) || without.has(name)) continue;
    kept.push(lines[at] ?? '', lines[at + 1] ?? '');
  }
  return kept;
}
