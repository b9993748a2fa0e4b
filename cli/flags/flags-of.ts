/** cli/flags/flags-of: the parsed flags of a command as commander infers them, and shared flags. */
import type { Command, OptionValues } from '@commander-js/extra-typings';

export type FlagsOf<Create extends (...given: never[]) => { opts(): unknown }> = Readonly<
  ReturnType<ReturnType<Create>['opts']>
>;

type All<Parts extends unknown[]> = Parts extends [infer First, ...infer Rest] ? First & All<Rest> : unknown;

export function withFlags<Args extends unknown[], Flags extends OptionValues, Groups extends OptionValues[]>(
  command: Command<Args, Flags>,
  ...groups: { [Group in keyof Groups]: Command<[], Groups[Group]> }
): Command<Args, Flags & All<Groups>> {
  for (const { options } of groups) for (const option of options) command.addOption(option);
  return command as unknown as Command<Args, Flags & All<Groups>>;
}
