/** cli/flags/options: options of several commands, and the values of flags. Formats of reports load late. */
import { Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';

function listed(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** The option of such a flag. `without`: its meaning in help texts if it is not given. */
export function repeatable<const Flags extends string>(flags: Flags, description: string, without = 'none') {
  return new Option(flags, description).default<readonly string[]>([], without).argParser(listed);
}

export function screenFlags() {
  const short = 'print the numbers and what to fix next, on one screen (default, unless all fits)';
  return new Command()
    .addOption(new Option('--short', short).conflicts('full'))
    .option('--full', 'print the whole report')
    .option('--quiet', 'print only the verdict');
}

/** The names of `reports/formats.ts` for help texts; a test compares them. */
export const FORMAT_NAMES =
  'html, json, junit, markdown, text, summary, github, sarif, gitlab, ctrf, tap, badge, shields or, ' +
  'with check --trace, har';

export function reportFlag() {
  return new Option('--report <format=file>', `write a report: ${FORMAT_NAMES} (repeatable)`).argParser(
    (value, before: readonly string[] = []) => listed(value, before),
  );
}

export function skipInvalidFlag() {
  return new Option(
    '--world-skip-invalid',
    'leave invalid markets of a file of recorded pages out, and print their number',
  );
}

export function skippingOf({ worldSkipInvalid }: { readonly worldSkipInvalid?: true | undefined }): {
  readonly skipInvalidMarkets?: true;
} {
  return worldSkipInvalid ? { skipInvalidMarkets: true } : {};
}

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

/** The number that a text of this shape states, from `min` to `max`; anything else is a usage error. */
export function numberIn(text: string, shape: RegExp, min: number, max: number, expected: string): number {
  const value = shape.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidArgumentError(expected);
}

export function decimal(min: number, max: number): (text: string) => number {
  return (text) => numberIn(text, /^\d{1,9}(?:\.\d{1,6})?$/, min, max, `Give a number from ${min} to ${max}.`);
}

/** A parser for `argParser` and the like: plain decimal digits from `min` to `max`, anything else is a usage error. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
  return (text) => numberIn(text, /^(?:0|[1-9]\d{0,15})$/, min, max, `Give a whole number ${bounds}.`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const LONGEST_MS = 24 * 3_600_000;

/** Whole milliseconds from 1 ms to 24 hours; anything else is a usage error. */
export function timeSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(count) * (UNITS[unit] ?? NaN));
  if (milliseconds >= 1 && milliseconds <= LONGEST_MS) return milliseconds;
  throw new InvalidArgumentError('Give a number with its unit, such as 90s, 5m or 1h, up to 24h.');
}

export type NetworkFlags = Partial<Omit<FlagsOf<typeof readingNetworkFlags>, 'timeout'>>;

/** Those of a command that does not write, which has no `--confirm-host` for its writes. */
export function readingNetworkFlags() {
  const timeout = new Command().option('--timeout <seconds>', 'longest wait for a response', wholeNumber(1, 600), 10);
  return withFlags(timeout, confirmingFlag(), networkFlags());
}

export function forwardingNetworkFlags() {
  return withFlags(confirmingFlag(), certificateFlags());
}

export function networkFlags() {
  return withFlags(requestFlags(), certificateFlags());
}

function confirmingFlag() {
  return new Command().addOption(
    repeatable('--confirm-host <name>', 'repeat a host of this run, for --insecure (repeatable)'),
  );
}

function requestFlags() {
  return new Command()
    .addOption(
      repeatable(
        '--header <name=value>',
        'send this header with every request; $VAR in it is a variable of the environment (repeatable)',
      ),
    )
    .option('--user <name:password>', 'name and password for a gateway; $VAR is a variable of the environment')
    .addOption(
      repeatable(
        '--route <name=url>',
        "another host for some routes: catalog, trading, data, or 'POST /order' (repeatable)",
      ),
    )
    .option('--wait-for <time>', 'wait this long until the deployment answers, such as 60s', timeSpan);
}

function certificateFlags() {
  return new Command()
    .option('--ca <file>', 'also trust the certificates of this authority, PEM')
    .option('--insecure', 'accept any certificate from this machine and from the hosts of --confirm-host');
}

export function writeFlags(credentials = 'wallets and keys of a sandbox, JSON or YAML') {
  return new Command()
    .option('--credentials <file>', credentials)
    .option('--allow-writes', 'place and cancel orders and send heartbeats with these credentials')
    .addOption(
      repeatable(
        '--confirm-host <name>',
        'repeat the host of the URL or of a --route, to allow writes to another machine (repeatable)',
      ),
    )
    .option('--journal <file>', 'log of the orders, each written before it is sent (default: in .touchstone)');
}
