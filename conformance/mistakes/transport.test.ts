/**
 * conformance/mistakes/transport tests: services with lawful habits of transport and time are neither failed nor warned, and a
 * signature that a service computes otherwise is explained.
 */
import { describe, expect, it } from 'vitest';
import { judgeOdd, problemsIn } from '../fixtures/judged-odd.ts';
import type { Mistake, OddRequest } from '../fixtures/odd-server/mistake.ts';

const isRead = ({ method, path }: OddRequest): boolean => method === 'GET' || path === '/books' || path === '/prices';

const FAILURE = { status: 500, body: '{"error":"internal_error: unexpected database failure"}' };

/** Fails each read whose number is a multiple of `every`. */
function failingEach(every: number): Mistake {
  let reads = 0;
  return (reply) => (request) => {
    if (isRead(request)) reads += 1;
    return isRead(request) && reads % every === 0 ? FAILURE : reply(request);
  };
}

const failingAlways: Mistake = (reply) => (request) => (/limit=1\b/.test(request.query) ? FAILURE : reply(request));

describe('a read that fails', () => {
  const only = ['positions.limit.*', 'positions.pages-of-*'];

  it('once in dozens is a fact and no problem', async () => {
    const report = await judgeOdd({ mistake: failingEach(41) }, { only });
    expect(problemsIn(report)).toEqual([]);
    expect(report.fingerprint).toMatchObject({ 'flaky.positions': 'status 500 once' });
  });

  it('again is judged', async () => {
    const report = await judgeOdd({ mistake: failingAlways }, { only });
    expect(problemsIn(report)).toContainEqual(expect.stringMatching(/^fail positions\./));
    expect(Object.keys(report.fingerprint)).not.toContainEqual(expect.stringMatching(/^flaky/));
  });
});

/** Serves only so many requests in any second; a refusal does not say when to come back. */
function allowing(perSecond: number): Mistake {
  let served: readonly number[] = [];
  return (reply) => (request) => {
    served = served.filter((moment) => moment > Date.now() - 1_000);
    if (served.length >= perSecond) return { status: 429, body: '{"error":"slow down"}' };
    served = [...served, Date.now()];
    return reply(request);
  };
}

describe('limits below those of the interface', () => {
  const only = ['positions.limit.*', 'books.*', 'place-order.rests-*', 'cancel-order.*'];

  it('leave no check without a verdict', async () => {
    const report = await judgeOdd({ mistake: allowing(1) }, { only });
    expect(problemsIn(report)).toEqual([]);
    expect(report.counts.pass).toBeGreaterThan(20);
    expect(report.remarks).toEqual([]);
  });

  it('of one route block its checks and no others', async () => {
    const mistake: Mistake = (reply) => (request) =>
      request.path === '/books' ? { status: 429, body: '{"error":"slow down"}' } : reply(request);
    const report = await judgeOdd({ mistake }, { only: ['positions.limit.*', 'books.*'] });
    expect(new Set(problemsIn(report).map((line) => line.split('.')[0]))).toEqual(new Set(['blocked books']));
    expect(report.stopped).toBeUndefined();
  });
});
