/** cli/flags/report-flag: the option `--report FORMAT=FILE`, which several commands share. The formats are loaded only when one is written. */
import { Option } from '@commander-js/extra-typings';
import { listed } from './listed.ts';

/** The names of `reports/formats.ts` for help texts; a test compares them. */
export const FORMAT_NAMES =
  'html, json, junit, markdown, text, summary, github, sarif, gitlab, ctrf, tap, badge, shields or (with --trace) har';

export function reportFlag() {
  return new Option('--report <format=file>', `write a report: ${FORMAT_NAMES} (repeatable)`).argParser(
    (value: string, before: readonly string[] = []) => listed(value, before),
  );
}
