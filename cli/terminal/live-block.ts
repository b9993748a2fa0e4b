/** cli/terminal/live-block: lines at the bottom of a terminal that are rewritten. The cursor rests below them. */
import type { ProgressSink } from './text-progress.ts';

export type LiveBlock = {
  /** Writes the lines `above`, which stay, and the block again. No line of it is wider than the terminal. */
  draw(above: readonly string[], block: readonly string[]): void;
  end(): void;
};

const DEFAULT_COLUMNS = 80;

export function columnsOf({ columns }: ProgressSink): number {
  return columns === undefined || columns < 1 ? DEFAULT_COLUMNS : columns;
}

export function createLiveBlock(sink: ProgressSink): LiveBlock {
  let drawn: readonly string[] = [];
  const clear = (): string => {
    // The terminal wraps the old lines if it has become narrower.
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columnsOf(sink))), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`;
  };
  return {
    draw(above, block) {
      const lines = block.map((line) => line.slice(0, columnsOf(sink) - 1));
      sink.write(`${clear()}${[...above, ...lines].map((line) => `${line}\n`).join('')}`);
      drawn = lines;
    },
    end() {
      const text = clear();
      if (text !== '') sink.write(text);
      drawn = [];
    },
  };
}
