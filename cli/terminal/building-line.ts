/** cli/terminal/building-line: a line on stderr while a world is made, if that takes more than a moment. */
import { CLEAR, type ProgressSink } from './text-progress.ts';

/** A shorter wait shows no line. */
const PATIENCE_MS = 1_000;

/** `elapsed` returns the milliseconds since the work began. */
export function createBuildingLine(sink: ProgressSink, world: string, elapsed: () => number) {
  const isTerminal = sink.isTTY === true;
  let shown = '';
  let isOver = false;
  return {
    show(share: number): void {
      if (isOver || elapsed() < PATIENCE_MS) return;
      const text = isTerminal ? `making the ${world} world: ${Math.floor(share * 100)}%` : `making the ${world} world`;
      if (text === shown) return;
      shown = text;
      sink.write(isTerminal ? `${CLEAR}${text}` : `${text}\n`);
    },
    /** Clears the line of a terminal; nothing is shown from here on. */
    end(): void {
      if (isTerminal && shown !== '' && !isOver) sink.write(CLEAR);
      isOver = true;
    },
  };
}

export function withBuildingLine<Made>(world: string, make: (onProgress: (share: number) => void) => Made): Made {
  const begin = performance.now();
  const line = createBuildingLine(process.stderr, world, () => performance.now() - begin);
  try {
    return make(line.show);
  } finally {
    line.end();
  }
}
