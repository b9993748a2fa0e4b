/** conformance/execution/latency tests: a slow network does not decide how long a reading run takes. */
import { expect, it, vi } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Target } from '../../wire/message.ts';
import { jumpOverWaits } from '../fixtures/judged-service.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';

const LATENCY_MS = 150;

it('reads everything within fifteen seconds if each response takes 150 ms', async () => {
  const { control: _, ...near } = inProcessTarget(createSimulator());
  const far: Target = {
    ...near,
    async send(request) {
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      return await near.send(request);
    },
  };
  jumpOverWaits();
  const start = performance.now();
  try {
    const report = await runChecks({ target: far, checks: allChecks(), register: loadRegister() });
    expect(report.verdict).toBe('conformant');
    expect(report.requests).toBeGreaterThan(1_600);
    expect((performance.now() - start) / 1_000).toBeLessThan(15);
  } finally {
    vi.useRealTimers();
  }
});
