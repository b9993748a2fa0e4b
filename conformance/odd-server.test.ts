import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadRegister } from '../spec/clauses/register.ts';
import { httpTarget } from '../wire/http-target.ts';
import type { Target } from '../wire/target.ts';
import { startOddServer } from './fixtures/odd-server/server.ts';
import type { Report } from './report.ts';
import { runChecks } from './run.ts';
import { allChecks } from './suite.ts';

const common = { checks: allChecks(), register: loadRegister(), share: 1_000 };

/** One text for each check that did not pass. */
function problems({ checks }: Report): string[] {
  return checks
    .filter(({ verdict }) => ['fail', 'warn', 'error', 'blocked'].includes(verdict))
    .map(
      ({ id, verdict, reason, findings: [first] }) =>
        `${verdict} ${id}: ${reason ?? `${first?.clause} ${first?.expected}, was ${first?.actual}`}`,
    );
}

describe('an honest server with other habits is not failed', async () => {
  const odd = await startOddServer();
  const overHttp = httpTarget(new URL(odd.url));
  afterAll(async () => {
    await overHttp.close();
    await odd.close();
  });
  const inProcess: Target = {
    ...overHttp,
    async send({ headers, body = '', ...request }) {
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const text = typeof body === 'string' ? body : Buffer.from(body.bytes ?? []).toString();
      const reply = odd.reply({ ...request, headers: lower, body: text });
      return { kind: 'response', response: { ...reply, headers: { 'content-type': 'application/json' } } };
    },
  };
  const options = {
    ...common,
    targetFile: { bindings: { comments: [odd.commentId] } },
    credentials: odd.credentials,
    allowWrites: true,
  };

  afterEach(() => void vi.useRealTimers());

  it('by reading and writing', async () => {
    // Nothing happens while the run waits for a view, so the clock jumps to the end of each wait.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.now() });
    vi.setTimerTickMode('nextTimerAsync');
    const start = Date.now();
    const report = await runChecks({ ...options, target: inProcess });
    expect(problems(report)).toEqual([]);
    expect(Date.now() - start, 'milliseconds on the clock that jumps').toBeLessThan(5_000);
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
    expect(problems(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(20);
  });
});
