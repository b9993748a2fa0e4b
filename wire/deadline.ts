/** wire/deadline: a time limit that can be suspended, as while a body waits for room that other bodies take. */

export type Deadline = {
  /** Stops the clock until `resume`. */
  suspend(): void;
  resume(): void;
  /** Ends it for good. */
  clear(): void;
};

/** Calls `onPassed` once after `milliseconds`, without the time during which it is suspended. */
export function createDeadline(milliseconds: number, onPassed: () => void): Deadline {
  let left = milliseconds;
  let since = performance.now();
  let isCleared = false;
  let timer: NodeJS.Timeout | undefined = setTimeout(onPassed, left);
  return {
    suspend() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
    resume() {
      if (timer !== undefined || isCleared) return;
      since = performance.now();
      timer = setTimeout(onPassed, Math.max(0, left));
    },
    clear() {
      clearTimeout(timer);
      isCleared = true;
    },
  };
}
