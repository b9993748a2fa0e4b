import { describe, expect, it } from 'vitest';
import { createBuildingLine } from './building-line.ts';

/** The output for shares at moments (milliseconds). */
function shown(steps: readonly (readonly [number, number])[], isTTY: boolean): string {
  let text = '';
  let now = 0;
  const sink = {
    isTTY,
    write(more: string) {
      text += more;
    },
  };
  const line = createBuildingLine(sink, 'large', () => now);
  for (const [moment, share] of steps) {
    now = moment;
    line.show(share);
  }
  line.end();
  line.show(1);
  return text;
}

describe('the line about a world that is being made', () => {
  it('is not shown for what takes no more than a second', () => {
    const quick = [
      [100, 0.1],
      [999, 0.9],
    ] as const;
    expect(shown(quick, true)).toBe('');
    expect(shown(quick, false)).toBe('');
  });

  const slow = [
    [500, 0.1],
    [1_500, 0.301],
    [1_600, 0.302],
    [2_000, 0.5],
  ] as const;

  it('shows its progress on a terminal, rewrites itself and disappears', () => {
    const clear = '\r\u001b[2K';
    expect(shown(slow, true)).toBe(`${clear}making the large world: 30%${clear}making the large world: 50%${clear}`);
  });

  it('is written once elsewhere', () => {
    expect(shown(slow, false)).toBe('making the large world\n');
  });
});
