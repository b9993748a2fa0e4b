/** cli/flags/listed: the values of a flag that may be given several times. */
import { Option } from '@commander-js/extra-typings';

export function listed(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** The option of such a flag. `without`: its meaning in help texts if it is not given. */
export function repeatable<const Flags extends string>(flags: Flags, description: string, without = 'none') {
  return new Option(flags, description).default<readonly string[]>([], without).argParser(listed);
}
