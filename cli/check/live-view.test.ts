import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deviated, Progress } from '../../conformance/execution/progress.ts';
import { HOSTILE } from '../../reports/fixtures/report.ts';
import { createLiveView, createPlainLines, type LiveOptions } from './live-view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CLEAR = /\p{Cc}\[(\d+)A\p{Cc}{2}\[J/u;

type Terminal = { isTTY: true; columns: number; writes: string[]; write(text: string): void };

function terminal(columns: number): Terminal {
  const writes: string[] = [];
  return { isTTY: true, columns, writes, write: (text) => void writes.push(text) };
}

/** The lines that remain on a terminal, as it would apply the texts. */
function screenOf(writes: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const write of writes) {
    const cleared = CLEAR.exec(write);
    if (cleared !== null) lines.splice(lines.length - Number(cleared[1]));
    lines.push(...write.replace(CLEAR, '').split('\n').slice(0, -1));
  }
  return lines;
}

const deviated = (index: number, parts: Partial<Deviated> = {}): Deviated => {
  return { check: `c${index}`, clause: '4.8/limit.max', expected: 'a number', actual: '"5"', ...parts };
};

const check = (done: number, deviations: readonly Deviated[] = [], total = 100): Progress => {
  return {
    kind: 'check',
    id: `c${done}`,
    ending: 'done',
    findings: 0,
    deviated: deviations,
    done,
    total,
    milliseconds: 1,
    throttledMs: 0,
  };
};

function view(sink: Terminal, options: Partial<LiveOptions> = {}) {
  const severityOf: LiveOptions['severityOf'] = (id) => (id === 'note' ? undefined : 'fail');
  return createLiveView(sink, { transmitted: () => 20, maxRequests: 50, severityOf, hasColours: false, ...options });
}

describe('the live view', () => {
  it('shows section, progress, time, estimate, requests, waits and the rest of the budget', () => {
    const sink = terminal(120);
    const line = view(sink, { transmitted: () => Math.floor(performance.now() / 100) });
    line.show({ kind: 'phase', phase: 'checks' });
    line.show({ kind: 'start', id: 'books.limit', section: 'orders', total: 100 });
    line.show({ kind: 'throttled', milliseconds: 9_000 });
    vi.advanceTimersByTime(5_000);
    line.show(check(25));
    vi.advanceTimersByTime(500);
    const [first, second] = screenOf(sink.writes);
    expect(first).toMatch(/^orders 25\/100 {2}0:06, about 0:1\d left {2}\d+ requests, 10\/s$/);
    expect(second).toMatch(/^0 failures {2}waits for limits 0:09, 0:0[34] to go {2}\d+ requests left {2}books\.limit$/);
    line.end();
    expect(screenOf(sink.writes)).toEqual([]);
  });

  it('is drawn at most ten times a second', () => {
    const sink = terminal(80);
    const line = view(sink);
    for (let index = 0; index < 1_000; index += 1) {
      line.show(check(index, [deviated(index)], 1_000));
      vi.advanceTimersByTime(1);
    }
    expect(sink.writes.length).toBeGreaterThan(5);
    expect(sink.writes.length).toBeLessThanOrEqual(11);
    line.end();
  });

  it('shows each failure once, some of many, and no note', () => {
    const sink = terminal(80);
    const line = view(sink);
    const some = [deviated(1), deviated(1), deviated(2), deviated(0, { check: 'note' })];
    line.show(check(1, some));
    vi.advanceTimersByTime(1_000);
    expect(screenOf(sink.writes).slice(0, -2)).toEqual([
      'FAIL c1  4.8/limit.max: expected a number; got "5"',
      'FAIL c2  4.8/limit.max: expected a number; got "5"',
    ]);
    line.show(
      check(
        2,
        Array.from({ length: 20 }, (_, index) => deviated(index + 10)),
      ),
    );
    vi.advanceTimersByTime(1_000);
    line.end();
    const after = screenOf(sink.writes);
    expect(after).toHaveLength(2 + 5 + 1);
    expect(after.at(-1)).toBe('... and 15 more failures');
  });

  it.each([40, 20, 10])('is never wider than %i columns, whatever a target sends', (columns) => {
    const sink = terminal(columns);
    const line = view(sink);
    line.show({ kind: 'start', id: HOSTILE, section: 'scenarios', total: 100 });
    line.show(check(1, [deviated(1, { expected: HOSTILE, actual: HOSTILE.repeat(9) })]));
    vi.advanceTimersByTime(500);
    for (const row of screenOf(sink.writes)) {
      expect(row.length).toBeLessThanOrEqual(columns);
      expect(row).not.toMatch(/\p{C}/u);
    }
    line.end();
  });

  it('clears the rows that a narrower terminal has made of its lines', () => {
    const sink = terminal(80);
    const line = view(sink);
    line.show(check(1));
    sink.columns = 10;
    line.end();
    expect(Number(CLEAR.exec(sink.writes.at(-1) ?? '')?.[1])).toBeGreaterThan(5);
  });

  it('draws nothing after its end', () => {
    const sink = terminal(80);
    view(sink).end();
    vi.advanceTimersByTime(5_000);
    expect(sink.writes).toEqual([]);
  });
});

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

describe('plain lines', () => {
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
    let text = '';
    const line = createPlainLines({ write: (more) => (text += more) });
    line.show({ kind: 'phase', phase: 'discovery' });
    vi.advanceTimersByTime(10_000);
    line.show({ kind: 'start', id: 'c1', section: 'reads', total: 4 });
    vi.advanceTimersByTime(9_000);
    line.show(check(1, [], 4));
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
      check(index + 1),
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
