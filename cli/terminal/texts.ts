/** cli/terminal/texts: small texts that many commands print. */

/** A document of its own, indented. Its texts are not escaped. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
