/** cli/backtest/unhandled-errors: errors of promises and timers of a strategy, which would end its thread. */

type UnhandledError = { readonly callback: string; readonly message: string; readonly stack: string };

/** How long a timer of the strategy is waited for. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 10;

export class UnhandledErrors {
  /** The first one. */
  #failure: UnhandledError | undefined;
  #hasWarned = false;
  readonly #onRejection = (reason: unknown): void => this.#note('a promise', reason);
  readonly #onException = (error: unknown): void => this.#note('a timer', error);

  constructor() {
    process.on('unhandledRejection', this.#onRejection);
    process.on('uncaughtException', this.#onException);
  }

  /** Lets promises and timers run, and returns what they threw. `isBusy` once, when a timer has not ended. */
  async settled(): Promise<{ readonly failure: UnhandledError | undefined; readonly isBusy: boolean }> {
    // Two turns: a promise that is rejected in the first is reported in the second.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    for (let waited = 0; waited < PATIENCE_MS && this.#isWaiting(); waited += LOOK_MS)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const isBusy = this.#isWaiting();
    this.#hasWarned ||= isBusy;
    return { failure: this.#failure, isBusy };
  }

  /** From here on, errors are those of the thread itself. */
  release(): void {
    process.off('unhandledRejection', this.#onRejection);
    process.off('uncaughtException', this.#onException);
  }

  /** Once it was warned of a timer, the strategy is not waited for again. */
  #isWaiting() {
    return !this.#hasWarned && this.#failure === undefined && hasTimers();
  }

  #note(callback: string, thrown: unknown) {
    const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#failure ??= { callback, message, stack };
  }
}

function hasTimers() {
  return process.getActiveResourcesInfo().some((kind) => kind === 'Timeout' || kind === 'Immediate');
}
