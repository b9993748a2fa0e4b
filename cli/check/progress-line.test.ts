import { describe, expect, it } from 'vitest';
import type { Progress } from '../../conformance/execution/progress.ts';
import { createPlainLines } from './progress-line.ts';

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
  };
};

describe('progress', () => {
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
