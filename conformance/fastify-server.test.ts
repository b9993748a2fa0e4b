/**
 * conformance/fastify-server tests: the suite, reading and writing, against an independently written service on another framework.
 * Its books have a spread of one tick, its wallet data lags, and it refuses orders with status 200.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRegister } from '../spec/clauses/register.ts';
import { httpTarget } from '../wire/http-target.ts';
import type { Target } from '../wire/target.ts';
import { type RunningServer, startFastifyServer } from './fixtures/fastify-server/server.ts';
import type { Report } from './report.ts';
import { runChecks } from './run.ts';
import { allChecks } from './suite.ts';

const checks = allChecks();
const register = loadRegister();

/** Everything that accuses the service, or that the runner could not do. */
function complaints({ checks: results }: Report): readonly string[] {
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error' || verdict === 'blocked')
    .map(({ id, verdict, reason, findings: [first] }) => {
      return `${verdict} ${id}: ${reason ?? `${first?.clause} expected ${first?.expected}, was ${first?.actual}`}`;
    });
}

describe('an honest service of other hands', () => {
  let server: RunningServer;
  let target: Target;
  let report: Report;
  beforeAll(async () => {
    server = await startFastifyServer();
    target = httpTarget(new URL(server.url));
    const { credentials, commentId } = server;
    const targetFile = { bindings: { comments: [commentId] } };
    report = await runChecks({ target, checks, register, credentials, targetFile, allowWrites: true });
  }, 120_000);
  afterAll(async () => {
    await target.close();
    await server.close();
  });

  it('is accused of nothing', () => {
    expect(complaints(report)).toEqual([]);
    expect(report.result.passed).toBe(report.result.verified);
  });

  it('is verified in nine tenths of what it claims, trading among it', () => {
    expect(report.coverage.verified / report.coverage.must).toBeGreaterThan(0.9);
    const trading = report.checks.filter(({ capability, verdict }) => capability === 'trading' && verdict === 'pass');
    expect(trading.length).toBeGreaterThan(60);
  });

  it('has no order left resting by the run', () => {
    expect(report.remarks).toEqual([]);
  });
});
