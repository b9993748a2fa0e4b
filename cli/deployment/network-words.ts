/** cli/deployment/network-words: the flags of a network as words of another command, without secrets. */
import type { NetworkFlags } from '../flags/options.ts';

/** True for a value that names a variable of the environment, so that the text itself is no secret. */
export function hasVariable(value: string): boolean {
  return /(?<!\$)\$[A-Za-z_{]/.test(value);
}

/** The words of a command that reaches the same deployment. `...` stands for a value that may be secret. */
export function networkWords({
  header = [],
  user,
  route = [],
  ca,
  insecure,
  confirmHost = [],
}: NetworkFlags): readonly string[] {
  const shown = (text: string, separator: string) =>
    hasVariable(text) ? text : `${text.split(separator)[0]}${separator}...`;
  return [
    ...header.flatMap((text) => ['--header', shown(text, '=')]),
    ...(user === undefined ? [] : ['--user', shown(user, ':')]),
    ...route.flatMap((text) => ['--route', text]),
    ...(ca === undefined ? [] : ['--ca', ca]),
    ...(insecure ? ['--insecure'] : []),
    ...confirmHost.flatMap((host) => ['--confirm-host', host]),
  ];
}
