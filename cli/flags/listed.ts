/** cli/flags/listed: the values of a flag that may be given several times. */

/** A parser that adds each value to those before it. */
export function listed(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
