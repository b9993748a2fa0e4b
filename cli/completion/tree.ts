/** cli/completion/tree: the commands of the command line as data: their flags and known values. */
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { allChecks } from '../../conformance/suite.ts';
import { FORMATS } from '../../reports/formats.ts';
import { WORLD_SIZES } from '../../sim/world/generated/plan.ts';
import { profileNames } from '../../spec/profile.ts';

/** `files`: a path. `any`: a value that is not known before. Texts that end in `=` are the beginning of a value. */
export type Values = { readonly kind: 'files' | 'any' } | { readonly kind: 'words'; readonly words: readonly string[] };

type Flag = {
  /** `-o` and `--output`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined for a flag without a value. */
  readonly values: Values | undefined;
};

export type Node = Readonly<{
  /** `spec clauses`; empty for `touchstone` itself. */
  path: string;
  description: string;
  subcommands: readonly string[];
  flags: readonly Flag[];
  values: Values;
}>;

const HELP: Flag = { names: ['-h', '--help'], description: 'display help for command', values: undefined };

/** `touchstone` with these commands, then every command, each before its subcommands. */
export function treeOf(commands: readonly CommandUnknownOpts[]): readonly Node[] {
  const root = { path: '', description: '', flags: [HELP], values: { kind: 'any' } } as const;
  return [{ ...root, subcommands: commands.map((one) => one.name()) }, ...commands.flatMap((one) => nodesOf(one, ''))];
}

function nodesOf(command: CommandUnknownOpts, parent: string): readonly Node[] {
  const path = `${parent} ${command.name()}`.trim();
  const [argument] = command.registeredArguments;
  const own: Node = {
    path,
    description: command.description(),
    subcommands: command.commands.map((one) => one.name()),
    flags: [...command.options.map((option) => flagOf(option, path)), HELP],
    values: argument === undefined ? { kind: 'any' } : valuesOfArgument(argument, path),
  };
  return [own, ...command.commands.flatMap((one) => nodesOf(one, path))];
}

function flagOf(option: Option, path: string): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const values = option.required || option.optional ? valuesOf(option, path) : undefined;
  return { names, description: option.description, values };
}

const ids = (): readonly string[] => allChecks().map(({ id }) => id);

const formats = (): readonly string[] => Object.keys(FORMATS).map((format) => `${format}=`);

/** Values of flags by command, or by flag alone, that commander does not know. */
const KNOWN: Readonly<Record<string, () => readonly string[]>> = {
  '--profile': () => profileNames,
  '--world': () => WORLD_SIZES,
  'check --only': ids,
  'check --skip': ids,
  'proxy --only': ids,
  'proxy --skip': ids,
  'check --report': formats,
  'merge --report': formats,
  'proxy --report': formats,
  'run --report': formats,
  'soak --report': formats,
  'mutants --report': formats,
  'quirks --report': formats,
  'report --as': () => Object.keys(FORMATS),
  'explain id': ids,
};

function valuesOf({ argChoices, long, flags }: Option, path: string): Values {
  const words = argChoices ?? (KNOWN[`${path} ${long}`] ?? KNOWN[long ?? ''])?.();
  return words === undefined ? { kind: isPath(flags) ? 'files' : 'any' } : { kind: 'words', words };
}

function valuesOfArgument(argument: Argument, path: string): Values {
  const words = argument.argChoices ?? KNOWN[`${path} ${argument.name()}`]?.();
  return words === undefined ? { kind: isPath(argument.name()) ? 'files' : 'any' } : { kind: 'words', words };
}

function isPath(placeholder: string) {
  return /file|folder|path|directory|strategy/.test(placeholder);
}
