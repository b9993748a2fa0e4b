import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { httpTarget } from '../wire/http-target.ts';
import { inProcessOf, jumpOverWaits, optionsFor, problemsIn } from './fixtures/judged-odd.ts';
import { startOddServer } from './fixtures/odd-server/server.ts';
import { runChecks } from './run.ts';

describe('an honest server with other habits is not failed', async () => {
  const odd = await startOddServer();
  const overHttp = httpTarget(new URL(odd.url));
  afterAll(async () => {
    await overHttp.close();
    await odd.close();
  });
  const options = optionsFor(odd);

  afterEach(() => void vi.useRealTimers());

  it('by reading and writing', async () => {
    jumpOverWaits();
    const start = Date.now();
    const report = await runChecks({ ...options, target: inProcessOf(odd) });
    expect(problemsIn(report)).toEqual([]);
    expect(Date.now() - start, 'milliseconds on the clock that jumps').toBeLessThan(6_000);
    expect(report.result.passed).toBe(report.result.verified);
    expect(report.counts.pass).toBeGreaterThan(400);
    expect(report.counts.note).toBeGreaterThan(20);
  });

  it('by its connections', async () => {
    const report = await runChecks({
      ...options,
      target: overHttp,
      only: ['*.limit.*', '*.too-large', 'place-order.rests-*'],
    });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(20);
  });
});
