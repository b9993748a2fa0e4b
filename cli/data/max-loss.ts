/** cli/data/max-loss: the flag `--max-loss` of every command that converts captures. */
import { Option } from 'commander';
import { decimal } from '../flags/decimal.ts';

export function maxLossOption(): Option {
  return new Option(
    '--max-loss <percent>',
    'rows, tokens and resolutions that may be present and not understood (default: 1 of rows, 0 of the others)',
  ).argParser(decimal(0, 100));
}
