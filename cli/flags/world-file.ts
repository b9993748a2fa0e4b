/** cli/flags/world-file: the flag for invalid markets in a file of recorded pages. */
import { Option } from '@commander-js/extra-typings';

export function skipInvalidFlag() {
  return new Option(
    '--world-skip-invalid',
    'leave invalid markets of a file of recorded pages out, and print their number',
  );
}

export function skippingOf({ worldSkipInvalid }: { readonly worldSkipInvalid?: true | undefined }): {
  readonly skipInvalidMarkets?: true;
} {
  return worldSkipInvalid === true ? { skipInvalidMarkets: true } : {};
}
