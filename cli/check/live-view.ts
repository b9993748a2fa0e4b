/** cli/check/live-view: a run on a terminal, in two lines that are rewritten, or elsewhere in plain lines. */

import { styleText } from 'node:util';
import type { Deviated, Progress } from '../../conformance/execution/progress.ts';
import { visible } from '../../reports/untrusted.ts';
import type { ProgressSink } from '../terminal/text-progress.ts';
import { createRunState, waitText } from './run-state.ts';

export type ProgressLine = {
  show(progress: Progress): void;
  /** Removes what is rewritten, so that the next output starts on an empty line. */
  end(): void;
};

/** One line for each such part of the checks. */
const PARTS = 4;
const QUIET_MS = 10_000;
/** Shorter waits are not worth a line. */
const LONG_WAIT_MS = 2_000;

const PHASES = {
  preflight: 'looking at the target',
  discovery: 'finding entities to judge with',
  checks: 'running checks',
  'clean-up': 'cancelling orders that rest',
} as const;

export function createPlainLines(sink: ProgressSink): ProgressLine {
  let part = 0;
  let [done, total, requests] = [0, 0, 0];
  let [place, running, throttledUntil] = ['', '', 0];
  const write = (line: string) => {
    sink.write(`${visible(line)}\n`);
    quiet.refresh();
  };
  const count = () => `${done} of ${total} checks, ${requests} requests`;
  const quiet = setInterval(
    () => write(running === '' ? `still ${place}` : `${count()}, at ${running}`),
    QUIET_MS,
  ).unref();
  return {
    show(progress) {
      switch (progress.kind) {
        case 'phase':
          place = PHASES[progress.phase];
          running = '';
          if (progress.phase !== 'clean-up') write(place);
          return;
        case 'start':
          running = progress.id;
          total = progress.total;
          return;
        case 'sent':
          ({ requests } = progress);
          return;
        case 'throttled':
          // Checks that run side by side wait at the same time.
          if (progress.milliseconds < LONG_WAIT_MS || performance.now() < throttledUntil) return;
          throttledUntil = performance.now() + progress.milliseconds;
          return write(waitText(progress));
        case 'late':
          return write(waitText(progress));
        case 'check':
          ({ done, total } = progress);
          if (Math.floor((done * PARTS) / total) <= part) return;
          part = Math.floor((done * PARTS) / total);
          write(count());
      }
    },
    end: () => clearInterval(quiet),
  };
}

export type LiveOptions = Readonly<{
  /** Requests sent so far, including retries and clean-up. */
  transmitted: () => number;
  maxRequests: number | undefined;
  /** The severity of a deviation; undefined if it is not shown. */
  severityOf: (check: string, clause: string) => 'fail' | 'warn' | undefined;
  hasColours: boolean;
}>;

const REDRAW_MS = 100;
/** Time goes on without events. */
const TICK_MS = 250;
const FAILURES_PER_SECOND = 5;

export function createLiveView(sink: ProgressSink, options: LiveOptions): ProgressLine {
  const block = createLiveBlock(sink);
  const state = createRunState(performance.now());
  const shown = new Set<string>();
  let waiting: string[] = [];
  let drawnAt = -Infinity;
  let [second, room] = [0, FAILURES_PER_SECOND];

  /** The failure lines that may be written now. */
  const due = (now: number): readonly string[] => {
    if (Math.floor(now / 1_000) !== second) [second, room] = [Math.floor(now / 1_000), FAILURES_PER_SECOND];
    if (room === 0 || waiting.length === 0) return [];
    const lines = waiting.slice(0, room);
    const more = waiting.length - lines.length;
    waiting = [];
    room -= lines.length;
    return more === 0 ? lines : [...lines, `... and ${more} more failures`];
  };
  const draw = () => {
    const now = performance.now();
    if (now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    const { maxRequests } = options;
    block.draw(due(now), state.lines({ transmitted: options.transmitted(), maxRequests }, now, columnsOf(sink) - 1));
  };
  const notice = (deviated: Deviated) => {
    const severity = options.severityOf(deviated.check, deviated.clause);
    const key = `${deviated.check} ${deviated.clause}`;
    if (severity === undefined || shown.has(key)) return;
    shown.add(key);
    if (severity === 'fail') state.noteFailure();
    waiting.push(failureLine(deviated, severity, columnsOf(sink) - 1, options.hasColours));
  };
  const timer = setInterval(draw, TICK_MS).unref();
  return {
    show(progress: Progress) {
      state.note(progress, performance.now());
      if (progress.kind === 'check') for (const one of progress.deviated) notice(one);
      draw();
    },
    end() {
      clearInterval(timer);
      if (waiting.length > 0) block.draw([`... and ${waiting.length} more failures`], []);
      block.end();
    },
  };
}

/** One line, no wider than the terminal. */
function failureLine(
  { check, clause, expected, actual }: Deviated,
  severity: 'fail' | 'warn',
  width: number,
  hasColours: boolean,
) {
  const word = severity.toUpperCase();
  const rest = visible(` ${check}  ${clause}: expected ${expected}; got ${actual}`).slice(
    0,
    Math.max(0, width - word.length),
  );
  return hasColours
    ? `${styleText(severity === 'fail' ? 'red' : 'yellow', word, { validateStream: false })}${rest}`
    : `${word}${rest}`;
}

const DEFAULT_COLUMNS = 80;

function columnsOf({ columns }: ProgressSink) {
  return columns === undefined || columns < 1 ? DEFAULT_COLUMNS : columns;
}

function createLiveBlock(sink: ProgressSink) {
  let drawn: readonly string[] = [];
  const clear = () => {
    // The terminal wraps the old lines if it has become narrower.
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columnsOf(sink))), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`;
  };
  return {
    /** Writes the lines `above`, which stay, and the block again. */
    draw(above: readonly string[], block: readonly string[]): void {
      const lines = block.map((line) => line.slice(0, columnsOf(sink) - 1));
      sink.write(`${clear()}${[...above, ...lines].map((line) => `${line}\n`).join('')}`);
      drawn = lines;
    },
    end(): void {
      const text = clear();
      if (text !== '') sink.write(text);
      drawn = [];
    },
  };
}
