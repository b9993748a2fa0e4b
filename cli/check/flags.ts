/** cli/check/flags: the parsed flags of `touchstone check`. */
import type { NetworkFlags } from '../flags/network-flags.ts';
import type { WorldFileFlags } from '../flags/world-file.ts';
import type { WriteFlags } from '../flags/write-flags.ts';

export type CheckFlags = NetworkFlags &
  WriteFlags &
  WorldFileFlags & {
    readonly seed: number;
    readonly runId?: string;
    readonly profile?: string;
    readonly inProcess?: true;
    readonly thorough?: true;
    readonly targetConfig?: string;
    readonly expect?: string;
    readonly against?: string;
    readonly baseline?: string;
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly scenarios: readonly string[];
    readonly library?: true;
    readonly list?: true;
    readonly shard?: { readonly index: number; readonly count: number };
    readonly report?: readonly string[];
    readonly label?: readonly string[];
    readonly sarifCategory?: string;
    readonly source?: string;
    readonly saveScenarios?: string;
    readonly timings?: string;
    readonly trace?: string;
    readonly strict?: true;
    readonly minCoverage?: number;
    readonly jobs?: number;
    readonly maxRps?: number;
    readonly maxRequests?: number;
    readonly retries?: number;
    readonly timeout: number;
    readonly patience?: number;
    readonly maxTime?: number;
    readonly full?: true;
    readonly short?: true;
    readonly quiet?: true;
    readonly har?: readonly string[];
    readonly base?: string;
  };
