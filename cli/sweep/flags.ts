/** cli/sweep/flags: the parsed flags of `touchstone sweep`. */
import type { AssumptionFlags, DataFlags } from '../backtest/flags.ts';

export type SweepFlags = DataFlags &
  AssumptionFlags & {
    readonly data: readonly string[];
    readonly param: readonly string[];
    readonly grid: readonly string[];
    readonly random?: number;
    readonly range: readonly string[];
    readonly drawSeed: number;
    readonly seeds: string;
    readonly by?: string;
    readonly walkForward?: string;
    readonly metric: string;
    readonly tried: number;
    readonly jobs?: number;
    readonly workers?: string;
    readonly trialTime: number;
    readonly state?: string;
    readonly report: readonly string[];
    readonly top: number;
  };
