/** cli/run/flags: the parsed flags of `touchstone run`. */
import type { NetworkFlags } from '../flags/network-flags.ts';
import type { WriteFlags } from '../flags/write-flags.ts';

export type RunFlags = NetworkFlags &
  WriteFlags & {
    readonly target?: string;
    readonly seed: number;
    readonly jobs?: number;
    readonly profile?: string;
    readonly tags?: readonly string[];
    readonly skipTags?: readonly string[];
    readonly updateGolden?: true;
    readonly trace?: string;
    readonly json?: true;
    readonly junit?: string;
    readonly report?: readonly string[];
    readonly strict?: true;
    readonly minTested?: number;
    readonly timeout: number;
    readonly maxTime?: number;
    readonly watch?: true;
    readonly list?: true;
    readonly library?: true;
    readonly againstMutants?: true;
    readonly reach?: 'cited' | 'asked';
    readonly atLeast?: number;
    readonly record?: string;
    readonly har?: string;
  };
