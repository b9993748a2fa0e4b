/** cli/replay/flags: the parsed flags of `touchstone replay`. */
import type { WriteFlags } from '../flags/write-flags.ts';

export type ReplayFlags = WriteFlags & {
  readonly report: string;
  readonly url?: string;
  readonly targetConfig?: string;
  readonly timeout: number;
  readonly patience?: number;
};
