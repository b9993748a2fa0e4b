/** cli/run/outcome: the outcome of one run of `touchstone run`. */
import type { Verdict } from '../../scenarios/running/result.ts';
import type { Ran } from '../../scenarios/suite/turn.ts';

export type RunOutcome = Readonly<{
  label: string;
  seed: number;
  /** The results, in order of files and cases. */
  ran: readonly Ran[];
  wanted: number;
  counts: Readonly<Record<Verdict, number>>;
  seconds: number;
  /** The reason why some cases were not played. */
  stopped: Stopped | undefined;
}>;

export type Played<Turn> = {
  readonly label: string;
  readonly ran: readonly Turn[];
  readonly stopped: Stopped | undefined;
};

/** `detail`: one line that states the next step. */
export type Stopped =
  | { readonly why: 'interrupted' | 'max-time' }
  | { readonly why: 'unreachable'; readonly detail: string };

export function whyEnded(signal: AbortSignal): 'interrupted' | 'max-time' {
  return signal.reason === 'max-time' ? 'max-time' : 'interrupted';
}
