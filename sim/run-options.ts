/** sim/run-options: how a simulated service is run, whatever its world. */
import type { Request } from '../wire/message.ts';

/** How a simulated service is run, whatever its world. */
export type RunOptions = {
  /**
   * `virtual` (the default): time stands still at the end of the world's history and moves by `advance` alone. A
   * function that answers milliseconds since the epoch, such as `Date.now`: the service clock follows it, in whole
   * milliseconds. While it answers what is no moment, all requests meet an internal error, and `bugs` tells why.
   */
  readonly clock?: 'virtual' | (() => number);
  /** Limits of section 8; default `enforce`. */
  readonly limits?: 'enforce' | 'off';
  /** Client addresses that may read wallet data; every address where this is absent. In process: 127.0.0.1. */
  readonly allowlist?: readonly string[];
  /** Hears of every throw inside the service as it happens. */
  readonly onBug?: (bug: Bug) => void;
};

/** A throw inside the service: always a defect of the simulator, never of the caller. */
export type Bug = { readonly error: unknown; readonly request: Request };
