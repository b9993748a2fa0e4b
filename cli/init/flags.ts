/** cli/init/flags: the parsed flags of `touchstone init`. */

import type { NetworkFlags } from '../flags/network-flags.ts';

export type InitFlags = NetworkFlags & {
  readonly targetConfig: string;
  readonly credentials: string;
  readonly force?: true;
  readonly timeout: number;
};
