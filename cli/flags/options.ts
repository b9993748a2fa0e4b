/** cli/flags/options: options that several commands share. Formats of reports are loaded for a report alone. */
import { Command, Option } from '@commander-js/extra-typings';

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
    (value: string, before: readonly string[] = []) => listed(value, before),
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
