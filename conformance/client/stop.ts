/** conformance/client/stop: ends a run early, and its waits, which follow the real clock. */

/** `interrupted`: by the user. `max-time`: the time allowed for the run is up. */
type StopReason = 'interrupted' | 'max-time';

const SENTENCES: Readonly<Record<StopReason, string>> = {
  interrupted: 'the run was interrupted',
  'max-time': 'the time of the run is up',
};

export type Stop = {
  /** The reason, once there is one. */
  why(): StopReason | undefined;
  /** The reason as one sentence; empty without one. */
  sentence(): string;
  /** `work`; or `instead` if the stop or `milliseconds` come first. The work goes on unobserved. */
  within<Value>(work: Promise<Value>, milliseconds: number, instead: (detail: string) => Value): Promise<Value>;
  /** Waits that many real milliseconds, or until the stop. */
  sleep(milliseconds: number): Promise<void>;
  /** Stops once so many milliseconds have passed from now. */
  limit(milliseconds: number): void;
  /** Ends the watch, so that no timer keeps the process alive. */
  release(): void;
};

/** Follows `signal`, whose reason may be `max-time`, and a limit in real milliseconds from now. */
export function createStop(signal: AbortSignal | undefined, limitMs?: number): Stop {
  let why: StopReason | undefined;
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Set<() => void>();
  const stop = (reason: StopReason) => {
    if (why !== undefined) return;
    why = reason;
    for (const wake of [...waiting]) wake();
  };
  const onAbort = () => stop(signal?.reason === 'max-time' ? 'max-time' : 'interrupted');
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  const sentence = () => (why === undefined ? '' : SENTENCES[why]);
  const allow = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop('max-time'), milliseconds);
  };
  if (limitMs !== undefined) allow(limitMs);
  const within: Stop['within'] = (work, milliseconds, instead) => {
    if (why !== undefined) return Promise.resolve(instead(sentence()));
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(late);
        waiting.delete(wake);
        end();
      };
      const wake = () => settle(() => resolve(instead(sentence())));
      const late = setTimeout(() => settle(() => resolve(instead(`no response in ${milliseconds} ms`))), milliseconds);
      waiting.add(wake);
      work.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  };
  return {
    why: () => why,
    sentence,
    limit: allow,
    within,
    // A shared promise would keep the callbacks of every sleep.
    sleep: (milliseconds) => within(new Promise<void>(() => undefined), milliseconds, () => undefined),
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
