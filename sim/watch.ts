/** sim/watch: the parts of a simulator that its streams need and that its users do not see. */
import type { StreamMessage } from './faults/faulty.ts';
import type { FaultRule } from './faults/rule.ts';
import type { Service } from './service.ts';

export type Watch = {
  /** The service of the present life. */
  service(): Service;
  /** Whether time passes without `advance`. */
  readonly isClockRunning: boolean;
  /** The rule by which a message to one connection fails, if any. Counts the message. */
  fault(message: StreamMessage): FaultRule | undefined;
  /** Reports an error that a stream threw, beside the errors of requests. */
  reportBug(path: string, error: unknown): void;
  /** Calls the listener after each act that can append events, and each reset. Returns a function that stops it. */
  subscribe(listener: WatchListener): () => void;
};

type WatchListener = { onChange(): void; onReset(): void };

const watches = new WeakMap<object, Watch>();

export function setWatch(simulator: object, watch: Watch): void {
  watches.set(simulator, watch);
}

/** Throws an `Error` for an object that is no simulator. */
export function watchOf(simulator: object): Watch {
  const watch = watches.get(simulator);
  if (watch === undefined) throw new Error('streams need a simulator that createSimulator or runService returned');
  return watch;
}

export type Watchers = Pick<Watch, 'subscribe'> & {
  /** The function, after which the listeners are called, also if it throws. */
  after<Args extends unknown[], Value>(act: (...args: Args) => Value): (...args: Args) => Value;
  reset(): void;
};

export function createWatchers(): Watchers {
  const listeners = new Set<WatchListener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    after:
      (act) =>
      (...args) => {
        try {
          return act(...args);
        } finally {
          for (const listener of listeners) listener.onChange();
        }
      },
    reset() {
      for (const listener of listeners) listener.onReset();
    },
  };
}
