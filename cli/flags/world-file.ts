/** cli/flags/world-file: the flag for invalid markets in a file of recorded pages. */
import { Option } from 'commander';

export type WorldFileFlags = { readonly world?: string; readonly worldSkipInvalid?: true };

export function skipInvalidFlag(): Option {
  return new Option(
    '--world-skip-invalid',
    'leave invalid markets of a file of recorded pages out, and print their number',
  );
}

export function skippingOf({ worldSkipInvalid }: WorldFileFlags): { readonly skipInvalidMarkets?: true } {
  return worldSkipInvalid === true ? { skipInvalidMarkets: true } : {};
}
