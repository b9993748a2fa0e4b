/** cli/data/capture-flags: the flags of every command that reads captures. */
import { Command, Option } from '@commander-js/extra-typings';
import { decimal } from '../flags/options.ts';

/** `--format` and `--gap`. `about` begins the help of `--gap`. */
export function captureFlags(about = '') {
  return new Command()
    .option('--format <name>', 'the layout of all captures (default: recognized by the columns)')
    .option(
      '--gap <seconds>',
      `${about}a longer time without a row of the book of a market is a gap (default: ` +
        'by the rhythm of each market, at least 60)',
      decimal(0.001, 86_400),
    );
}

export function maxLossOption() {
  return new Option(
    '--max-loss <percent>',
    'rows, tokens and resolutions that may be unreadable (default: 1 of rows, 0 of the others)',
  ).argParser(decimal(0, 100));
}
