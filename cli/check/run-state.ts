/** cli/check/run-state: the state of a run in progress, and the lines that show it. Callers pass the clock. */

import { counted } from '../../base/counted.ts';
import type { Progress } from '../../conformance/execution/progress.ts';
import type { Section } from '../../conformance/execution/schedule.ts';
import { visible } from '../../reports/untrusted.ts';
import { routeById } from '../../spec/routes.ts';

/** Facts that progress events do not have. */
type RunFacts = {
  /** Requests sent so far, including retries and clean-up: `--max-requests` bounds these. */
  readonly transmitted: number;
  readonly maxRequests: number | undefined;
};

type RunState = {
  note(progress: Progress, now: number): void;
  noteFailure(): void;
  /** Two lines, neither wider than `width`. */
  lines(facts: RunFacts, now: number, width: number): readonly string[];
};

/** Requests per second are those of this time. */
const RATE_MS = 3_000;
/** An earlier estimate is worthless. */
const ESTIMATED_AFTER = { checks: 20, milliseconds: 2_000 };

type Place = 'preflight' | 'discovery' | 'checks' | 'clean-up' | Section;

export function createRunState(start: number): RunState {
  let place: Place = 'preflight';
  let [done, total, requests, failures] = [0, 0, 0, 0];
  let checksBegan = start;
  const running = new Set<string>();
  let latest = '';
  const waits = createWaits();
  const rate = createRate(start);
  return {
    noteFailure() {
      failures += 1;
    },
    note(progress, now) {
      switch (progress.kind) {
        case 'phase':
          place = progress.phase;
          if (progress.phase === 'checks') checksBegan = now;
          return;
        case 'start':
          place = progress.section;
          total = progress.total;
          running.add(progress.id);
          latest = progress.id;
          return;
        case 'sent':
          ({ requests } = progress);
          return;
        case 'throttled':
        case 'late':
          return waits.begin(progress, now);
        case 'check':
          waits.endLate();
          running.delete(progress.id);
          ({ done, total } = progress);
      }
    },
    lines({ transmitted, maxRequests }, now, width) {
      const count = total === 0 ? '' : ` ${done}/${total}`;
      return [
        fitted(
          [
            `${place}${count}`,
            `${clockText(now - start)}${estimate(now - checksBegan, done, total)}`,
            `${requests} requests, ${rate(transmitted, now)}/s`,
          ],
          width,
        ),
        fitted(
          [
            counted(failures, 'failure'),
            ...waits.forLimits(now),
            ...(maxRequests === undefined ? [] : [`${Math.max(0, maxRequests - transmitted)} requests left`]),
            ...[waits.forViews(now) ?? running.values().next().value ?? latest]
              .filter((text) => text !== '')
              .map(visible),
          ],
          width,
        ),
      ];
    },
  };
}

/** The time that the other checks will take, once it can be estimated. */
function estimate(took: number, done: number, total: number): string {
  if (done < ESTIMATED_AFTER.checks || took < ESTIMATED_AFTER.milliseconds || done === total) return '';
  return `, about ${clockText((took * (total - done)) / done)} left`;
}

/** Waits for room in the request limits, all together, and the latest wait for views that may be late. */
function createWaits() {
  let [limitsMs, limitsUntil, late, lateUntil] = [0, 0, '', 0];
  return {
    begin(wait: Wait, now: number): void {
      const until = now + wait.milliseconds;
      if (wait.kind === 'late') {
        [late, lateUntil] = [waitText(wait), until];
        return;
      }
      // Checks that run side by side wait at the same time.
      limitsMs += Math.max(0, until - Math.max(now, limitsUntil));
      limitsUntil = Math.max(limitsUntil, until);
    },
    endLate(): void {
      lateUntil = 0;
    },
    forLimits(now: number): readonly string[] {
      const rest = limitsUntil > now ? `, ${clockText(limitsUntil - now)} to go` : '';
      return limitsMs === 0 ? [] : [`waits for limits ${clockText(limitsMs)}${rest}`];
    },
    forViews: (now: number) => (lateUntil > now ? `${clockText(lateUntil - now)} to go: ${late}` : undefined),
  };
}

/** A function that returns the recent requests per second, from the requests sent since `start`. */
function createRate(start: number): (requests: number, now: number) => number {
  let samples: readonly (readonly [at: number, requests: number])[] = [[start, 0]];
  return (requests, now) => {
    const recent = samples.filter(([at]) => now - at <= RATE_MS);
    samples = [...(recent.length === 0 ? samples.slice(-1) : recent), [now, requests]];
    const [at, before] = samples[0] ?? [now, requests];
    return now - at < 100 ? 0 : Math.round(((requests - before) * 1_000) / (now - at));
  };
}

/** `1:05` for 65 seconds. */
function clockText(milliseconds: number) {
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** As many of the parts as fit, the first ones first. */
function fitted(parts: readonly string[], width: number) {
  return parts.reduce((line, part) => {
    const longer = line === '' ? part : `${line}  ${part}`;
    return longer.length <= width ? longer : line;
  }, '');
}

type Wait = Extract<Progress, { kind: 'throttled' | 'late' }>;

export function waitText(wait: Wait): string {
  const limit = `at most ${Math.ceil(wait.milliseconds / 1_000)} s`;
  if (wait.kind === 'throttled') {
    return `${wait.check ?? 'the run'} waits for room in the request limits, ${limit}`;
  }
  const views = wait.views.map((id) => `${routeById(id).method} ${routeById(id).path}`).join(', ');
  return `${wait.check} waits for a change in ${views}, ${limit} (--patience SECONDS sets this)`;
}
