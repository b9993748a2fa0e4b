/** lease/silence: notices that a thread has been silent for too long. */

export type Silence = {
  /** Counts from now on. */
  begin(milliseconds: number): void;
  end(): void;
};

/** The number of parts in which silence is counted: a process that was suspended (Ctrl-Z) for long has missed one of them. */
const PARTS = 10;

export function newSilence(onSilence: (milliseconds: number) => void): Silence {
  let clock: NodeJS.Timeout | undefined;
  const end = (): void => clearInterval(clock);
  return {
    begin(milliseconds) {
      end();
      let left = PARTS;
      clock = setInterval(() => {
        left -= 1;
        if (left > 0) return;
        end();
        onSilence(milliseconds);
      }, milliseconds / PARTS);
    },
    end,
  };
}
