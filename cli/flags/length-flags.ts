/** cli/flags/length-flags: how much of a report is printed. */
import { Option } from '@commander-js/extra-typings';

export function shortFlag() {
  return new Option(
    '--short',
    'print the numbers and what to fix next, on one screen (default, unless all fits)',
  ).conflicts('full');
}

export function fullFlag() {
  return new Option('--full', 'print the whole report');
}
