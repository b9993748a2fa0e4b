/** wire/percent: percent-encoded texts. */

/** The decoded text; undefined if it is malformed or not UTF-8. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
