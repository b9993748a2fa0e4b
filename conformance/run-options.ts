/** conformance/run-options: the options of a run: target, suite, limits and callbacks. */
import type { Register } from '../spec/clauses/register.ts';
import type { Credentials } from '../wire/credentials.ts';
import type { Target } from '../wire/message.ts';
import type { Check } from './check.ts';
import type { Progress } from './execution/progress.ts';
import type { Sighting } from './execution/trail.ts';
import type { HttpTraceExchange } from './http-trace.ts';
import type { Expectation } from './input/expectations.ts';
import type { TargetFile } from './input/target-file.ts';
import type { Shard } from './shard/split.ts';

export type RunOptions = Readonly<{
  target: Target;
  checks: readonly Check[];
  register: Register;
  version?: string;
  seed?: string;
  /** Part of the salts of all orders: without it they follow from the seed, and two runs send the same orders. */
  runId?: string | undefined;
  /** The target claims this profile: its decisions are judged too. */
  profile?: string | undefined;
  credentials?: Credentials | undefined;
  /** No request writes without this, even with credentials. */
  allowWrites?: boolean;
  /** Also runs checks that send tens of thousands of requests. */
  thorough?: boolean;
  targetFile?: TargetFile | undefined;
  /** Patterns of check ids (`*` for any text) or clause ids; empty: all. */
  only?: readonly string[];
  skip?: readonly string[];
  /** Runs one part of the selected checks; reports of all parts are merged. */
  shard?: Shard | undefined;
  /** Reading checks that run side by side; default: eight, and more on a slow network. */
  jobs?: number | undefined;
  /** Part of each request window that may be used; the target file wins. */
  share?: number;
  maxRps?: number | undefined;
  maxRequests?: number | undefined;
  /** Bytes of all response bodies together; default 512 MiB. */
  bytesMax?: number | undefined;
  /** How often a request is repeated after a gateway's error, and a check that cannot go on; default 0. */
  retries?: number | undefined;
  /** Seconds that a check waits for a view to show a change (default 30); wins over the target file. */
  patience?: number | undefined;
  /** Warnings count as failures. */
  strict?: boolean;
  expectations?: readonly Expectation[];
  /** The day for the expiry of expectations, `2026-12-31`. Without it `judge` refuses those that expire. */
  today?: string;
  /** Called with each finding. Its arguments contain secrets. */
  onSighting?: ((sighting: Sighting) => void) | undefined;
  /** Called with each exchange as it ends, without secrets. */
  onExchange?: ((exchange: HttpTraceExchange) => void) | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run; orders that rest are still cancelled, and the report is written. */
  signal?: AbortSignal | undefined;
  /** Ends the clean-up, which `signal` does not. */
  cleanUpSignal?: AbortSignal | undefined;
  /** Real milliseconds after which no request is sent: the report is then incomplete (`stopped: 'max-time'`). */
  maxTimeMs?: number | undefined;
}>;
