/** cli/terminal/json-text: a JSON document as it is printed: indented, with an end of line. Texts are not escaped. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
