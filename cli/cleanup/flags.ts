/** cli/cleanup/flags: the parsed flags of `touchstone cleanup`. */

import type { NetworkFlags } from '../flags/network-flags.ts';

export type CleanupFlags = NetworkFlags & {
  readonly credentials: string;
  readonly journal?: string;
  readonly all?: true;
  readonly timeout: number;
};
