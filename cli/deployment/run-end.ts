/** cli/deployment/run-end: what ends a run before it is done: the user, and the time of `--max-time`. */
import { onInterruption } from '../terminal/interruption.ts';

export type RunEnd = ReturnType<typeof createRunEnd>;

/** The time starts now. */
export function createRunEnd(maxTimeMs: number | undefined) {
  const [run, cleanUp] = [new AbortController(), new AbortController()];
  const [signal, cleanUpSignal]: readonly [AbortSignal, AbortSignal] = [run.signal, cleanUp.signal];
  const timer = maxTimeMs === undefined ? undefined : setTimeout(() => run.abort('max-time'), maxTimeMs);
  let release = (): void => undefined;
  return {
    /** Aborted with the reason `interrupted` or `max-time`: only resting orders are cancelled from then on. */
    signal,
    /** Aborted by the second Ctrl-C: the clean-up ends too, and the results so far are reported. */
    cleanUpSignal,
    /** Listens for Ctrl-C and its like. `cleansUp`: a second one ends the clean-up instead of the process. */
    listen(cleansUp: boolean): void {
      const interrupt = () => run.abort('interrupted');
      release = cleansUp ? onInterruption(interrupt, () => cleanUp.abort()) : onInterruption(interrupt);
    },
    release(): void {
      clearTimeout(timer);
      release();
    },
  };
}
