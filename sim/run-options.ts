/** sim/run-options: options of a simulated service that do not depend on its world. */
import type { Request } from '../wire/message.ts';
import type { FaultRule } from './faults/rule.ts';
import type { OwnLimits } from './limiter.ts';

export type RunOptions = {
  /**
   * `virtual` (the default): time begins at the end of the world's history and moves only by `advance`. With a function
   * that returns milliseconds since the epoch, such as `Date.now`, the service clock follows it in whole milliseconds.
   * While it returns no valid moment, all requests get an internal error, and `bugs` has the reason.
   */
  readonly clock?: 'virtual' | (() => number);
  /** Limits of section 8; default `enforce`. Own limits replace those of some routes: `{'POST /prices': 2}`. */
  readonly limits?: 'enforce' | 'off' | OwnLimits;
  /** Failures as clients meet them, from the start and after each `reset`. */
  readonly faults?: readonly FaultRule[];
  /** How many exchanges are kept; default none, and 1000 for `createSimulator`. */
  readonly exchangesMax?: number;
  /** Client addresses that may read wallet data; default: every address. In process: 127.0.0.1. */
  readonly allowlist?: readonly string[];
  /**
   * Whether the timestamps of signed requests are compared with the clock, in profiles of real clients; default
   * `judged`, and never on a virtual clock. These clients stamp with the clock of their machine.
   */
  readonly timestamps?: 'judged' | 'ignored';
  /** Whether a trade is settled at once; default `timed`, but `immediate` for real clients on a virtual clock. */
  readonly settlement?: 'immediate' | 'timed';
  /** The holdings of an account that a private key opens: dollars (default 10,000), and shares of each outcome. */
  readonly fund?: { readonly dollars?: number; readonly shares?: number };
  /** Called with every error thrown inside the service. */
  readonly onBug?: (bug: Bug) => void;
};

/** An error thrown inside the service: always a bug of the simulator, never a fault of the caller. */
export type Bug = { readonly error: unknown; readonly request: Request };
