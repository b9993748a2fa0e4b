/** cli/deployment/network-words: the flags of a network as words of another command, without secrets. */
import type { NetworkFlags } from '../flags/options.ts';

/** True for a value that names a variable of the environment, so that the text itself is no secret. */
export function hasVariable(value: string): boolean {
  return /(?<!\$)\$[A-Za-z_{]/.test(value);
}

/** The words of a command that reaches the same deployment. `...` stands for a value that may be secret. */
export function networkWords({ header, user, route, ca, insecure, confirmHost }: NetworkFlags): readonly string[] {
  const shown = (text: string, separator: string) =>
    hasVariable(text) ? text : `${text.split(separator)[0]}${separator}...`;
  const headers = header?.map((text) => shown(text, '='));
  const login = user === undefined ? undefined : shown(user, ':');
  return flagWords({ header: headers, user: login, route, ca, insecure, 'confirm-host': confirmHost });
}

/** The first flag that only a deployment can have, if there is one. */
export function deploymentFlag({
  waitFor,
  journal,
  ...flags
}: NetworkFlags & { readonly journal?: string }): string | undefined {
  return [...networkWords(flags), ...(waitFor === undefined ? [] : ['--wait-for']), ...flagWords({ journal })][0];
}

/** The words of flags that are given: with each of their values, or alone for `true`. */
export function flagWords(
  flags: Readonly<Record<string, string | true | readonly string[] | undefined>>,
): readonly string[] {
  return Object.entries(flags).flatMap(([name, value = []]) =>
    [value].flat().flatMap((one) => (one === true ? [`--${name}`] : [`--${name}`, one])),
  );
}
