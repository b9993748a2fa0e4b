/** cli/terminal/text-progress: the progress of a command on stderr: a rewritten line, or plain ones now and then. */

export type ProgressSink = {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
};

export type TextProgress = {
  /** `text` is called only when it is time to show it. */
  show(text: () => string): void;
  /** Clears the line, so that the next output starts on an empty one. */
  end(): void;
};

/** Begins the line of a terminal again. */
export const CLEAR = '\r\u001b[2K';
const WIDTH = 80;
const REDRAW_MS = 50;
const PLAIN_MS = 10_000;

export function createTextProgress(sink: ProgressSink, first: string): TextProgress {
  const isTerminal = sink.isTTY === true;
  sink.write(isTerminal ? first : `${first}\n`);
  let shownAt = performance.now();
  return {
    show(text) {
      const now = performance.now();
      if (now - shownAt < (isTerminal ? REDRAW_MS : PLAIN_MS)) return;
      shownAt = now;
      sink.write(isTerminal ? `${CLEAR}${text().slice(0, (sink.columns ?? WIDTH) - 1)}` : `${text()}\n`);
    },
    end() {
      if (isTerminal) sink.write(CLEAR);
    },
  };
}

/** How long work is silent that is usually quick. */
const SILENT_MS = 1_000;

/** Shows nothing of work that ends within a second. */
export function createLateProgress(sink: ProgressSink): TextProgress {
  const start = performance.now();
  let progress: TextProgress | undefined;
  return {
    show(text) {
      if (progress !== undefined) progress.show(text);
      else if (performance.now() - start >= SILENT_MS) progress = createTextProgress(sink, text());
    },
    end: () => progress?.end(),
  };
}
