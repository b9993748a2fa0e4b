import { describe, expect, it } from 'vitest';
import { judgeNew, problemsIn } from '../fixtures/judged-service.ts';
import type { Mistake } from '../fixtures/second-service/mistake.ts';

/** A gateway that loses one request in 37. */
const flaky = (): Mistake => {
  let count = 0;
  return (reply) => (request) => {
    count += 1;
    return count % 37 === 0 ? { status: 502, body: '<html>bad gateway</html>' } : reply(request);
  };
};

describe('a gateway that answers 502 to one request in 37', () => {
  it('is no failure with --retries, in reads, cancels, heartbeats and orders, and the report counts it', async () => {
    const report = await judgeNew({ mistake: flaky() }, { retries: 2 });
    expect(problemsIn(report)).toEqual([]);
    expect(report.remarks.join()).toMatch(
      /\d+ responses look like those of a gateway .*: \d+ requests were sent again, \d+ could not be/,
    );
  });

  it('is named without it', async () => {
    const { remarks } = await judgeNew({ mistake: flaky() }, { only: ['markets.*', 'place-order.rests-*'] });
    expect(remarks.join()).toContain('--retries 2');
  });
});

it('a service that always answers so is not sent to for ever', async () => {
  const dead: Mistake = (reply) => (request) =>
    request.path === '/order' ? { status: 503, body: '' } : reply(request);
  const report = await judgeNew({ mistake: dead }, { retries: 2, only: ['place-order.*'] });
  expect(report.counts.pass).toBe(0);
  expect(report.verdict).not.toBe('conformant');
});
