import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Report } from '../../conformance/report.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import type { Handler } from '../../wire/message.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('against');
const printed = capturePrinted();
const simulator = createSimulator({ limits: 'off' });
const MARKETS = ['markets.limit.*', 'against.markets'];
let reads = 0;

/** A field that differs, and one that changes with every read. */
const unusual: Handler = (request) => {
  const response = simulator.handle(request);
  if (!/^\/markets$/.test(request.path) || response.status !== 200) return response;
  reads += 1;
  const body = response.body
    .replace('"question":"', '"question":"Really: ')
    .replaceAll(/"updatedAt":"[^"]*"/g, `"updatedAt":"2026-01-01T00:00:${String(reads % 60).padStart(2, '0')}Z"`);
  return { ...response, body };
};
let servers: Awaited<ReturnType<typeof startServer>>[] = [];

beforeAll(async () => {
  const unrelated: Handler = (request) => {
    const isNamed = /^\/(events|markets\/slug)\//.test(request.path) && simulator.handle(request).status === 200;
    return simulator.handle(isNamed ? { ...request, path: '/events/999999' } : request);
  };
  servers = [await startServer(simulator.handle), await startServer(unusual), await startServer(unrelated)];
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Runs the named checks on `target`. */
async function against(
  target: number,
  reference: number,
  only: readonly string[],
  ...flags: string[]
): Promise<{ code: number | string; report: Report }> {
  const path = file(`report-${target}-${reference}${flags.length}.json`);
  const words = [servers[target]?.url ?? '', '--against', servers[reference]?.url ?? '', '--report', `json=${path}`];
  const code = await run(['check', ...words, ...only.flatMap((pattern) => ['--only', pattern]), ...flags]);
  return { code, report: Report.parse(JSON.parse(readFileSync(path, 'utf8'))) };
}

describe('check --against', () => {
  it('finds equal deployments equal', async () => {
    const { report } = await against(0, 0, ['markets.shape', 'event.*', 'against.*']);
    const rows = report.checks.filter(({ kind }) => kind === 'differential');
    expect(rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)).toEqual(
      expect.arrayContaining(['against.markets', 'against.event']),
    );
    expect(rows.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });

  it('warns of a field that differs, and not of one that changes with every read', async () => {
    const { code, report } = await against(1, 0, MARKETS);
    const row = report.checks.find(({ id }) => id === 'against.markets');
    expect(row).toMatchObject({ verdict: 'warn' });
    expect(new Set(row?.findings.map(({ pointer }) => pointer.split('/').at(-1)))).toEqual(new Set(['question']));
    expect(row?.findings[0]?.difference).toMatchObject({ actual: expect.stringMatching(/^Really: /) });
    expect(code).not.toBe(1);
  });

  it('fails for a difference with --strict', async () => {
    expect((await against(1, 0, MARKETS, '--strict')).code).toBe(1);
  });

  it('states that a reference knows none of the entities, unless it knows one', async () => {
    const unrelated = /^the reference knows none of the entities of this deployment, .*serve the same data$/;
    const only = ['event.*', 'market-by-slug.*', 'against.event', 'against.market-by-slug'];
    const { report } = await against(0, 2, only);
    expect(report.remarks).toContainEqual(expect.stringMatching(unrelated));
    expect((await against(0, 0, only)).report.remarks).toEqual([]);
  });

  it('refuses an address that is not a URL', async () => {
    expect(await run(['check', servers[0]?.url ?? '', '--against', 'nowhere'])).toBe(2);
    expect(printed.err).toMatch(/nowhere/);
  });
});
