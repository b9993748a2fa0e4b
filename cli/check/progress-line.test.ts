import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../conformance/execution/progress.ts';
import { createPlainLines } from './live-view.ts';

function shown(progress: readonly Progress[]): string {
  let text = '';
  const line = createPlainLines({
    write(more) {
      text += more;
    },
  });
  for (const one of progress) line.show(one);
  line.end();
  return text;
}

const check = (done: number, total: number): Progress => {
  return {
    kind: 'check',
    id: `c${done}`,
    ending: 'done',
    findings: 0,
    deviated: [],
    done,
    total,
    milliseconds: 1,
    throttledMs: 0,
  };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('progress', () => {
  it('has a line for each long wait: what for, how long at most, and how to shorten it', () => {
    const late = { kind: 'late', check: 'place-order.fok-filled', views: ['books'], milliseconds: 27_400 } as const;
    const throttled = { kind: 'throttled', check: 'place-order.fak', milliseconds: 8_000 } as const;
    expect(shown([late, throttled, throttled, { kind: 'throttled', milliseconds: 20 }])).toBe(
      [
        'place-order.fok-filled waits for a change in POST /books, at most 28 s (--patience SECONDS sets this)',
        'place-order.fak waits for room in the request limits, at most 8 s',
        '',
      ].join('\n'),
    );
  });

  it('has a line every ten seconds in which nothing else happens', () => {
    vi.useFakeTimers();
    let text = '';
    const line = createPlainLines({ write: (more) => (text += more) });
    line.show({ kind: 'phase', phase: 'discovery' });
    vi.advanceTimersByTime(10_000);
    line.show({ kind: 'start', id: 'c1', section: 'reads', total: 4 });
    vi.advanceTimersByTime(9_000);
    line.show(check(1, 4));
    vi.advanceTimersByTime(9_000);
    line.end();
    vi.advanceTimersByTime(60_000);
    expect(text).toBe(
      ['finding entities to judge with', 'still finding entities to judge with', '1 of 4 checks, 0 requests', ''].join(
        '\n',
      ),
    );
  });

  it('elsewhere than on a terminal is a line a phase and a few lines for the checks', () => {
    const checks = Array.from({ length: 100 }, (_, index): Progress[] => [
      { kind: 'sent', requests: index * 2 + 2 },
      check(index + 1, 100),
    ]).flat();
    expect(shown([{ kind: 'phase', phase: 'preflight' }, ...checks])).toBe(
      [
        'looking at the target',
        '25 of 100 checks, 50 requests',
        '50 of 100 checks, 100 requests',
        '75 of 100 checks, 150 requests',
        '100 of 100 checks, 200 requests',
        '',
      ].join('\n'),
    );
  });
});
