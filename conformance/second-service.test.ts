import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { httpTarget } from '../wire/http-target.ts';
import { inProcessOf, jumpOverWaits, optionsFor, problemsIn } from './fixtures/judged-service.ts';
import { startSecondService } from './fixtures/second-service/server.ts';
import { runChecks } from './run.ts';

describe('a second service, faithful but unusual, fails no check', async () => {
  const service = await startSecondService();
  const overHttp = httpTarget(new URL(service.url));
  afterAll(async () => {
    await overHttp.close();
    await service.close();
  });
  const options = optionsFor(service);

  afterEach(() => void vi.useRealTimers());

  it('by reading and writing', async () => {
    jumpOverWaits();
    const start = Date.now();
    const report = await runChecks({ ...options, target: inProcessOf(service) });
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
