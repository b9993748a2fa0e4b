/** cli/flags/world-file: the flag for invalid markets in a file of recorded pages, and the error that names it. */
import { Option } from 'commander';
import { MarketError, type WorldError } from '../../sim/world/world-error.ts';
import { CliError } from '../exit.ts';

export type WorldFileFlags = { readonly world?: string; readonly worldSkipInvalid?: true };

export function skipInvalidFlag(): Option {
  return new Option(
    '--world-skip-invalid',
    'leave invalid markets of a file of recorded pages out, and print their number',
  );
}

/** The options of a simulator for the flag. */
export function skippingOf({ worldSkipInvalid }: WorldFileFlags): { readonly skipInvalidMarkets?: true } {
  return worldSkipInvalid === true ? { skipInvalidMarkets: true } : {};
}

export function worldFault(error: WorldError): CliError {
  const remedy = error instanceof MarketError ? '; --world-skip-invalid leaves such markets out' : '';
  return new CliError(`${error.message}${remedy}`);
}
