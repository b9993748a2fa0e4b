/** bench/server-rate: requests a second of `serve` against a bare `node:http` server, in rounds that alternate. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestsPerSecond } from './load.ts';
import { print, withSpread } from './machine.ts';
import { MAIN, startChild } from './processes.ts';

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const ROUNDS = 5;
const LOAD = { connections: 32, milliseconds: 1_500 };

/** A path whose response has about `bytes` bytes: one small entity, or a page. */
export async function pathOfSize(
  url: string,
  paths: readonly string[],
  bytes: number,
): Promise<{ readonly path: string; readonly text: string }> {
  const responses = await Promise.all(
    paths.map(async (path) => ({ path, text: await (await fetch(`${url}${path}`)).text() })),
  );
  const [nearest] = responses.sort((a, b) => Math.abs(a.text.length - bytes) - Math.abs(b.text.length - bytes));
  if (nearest === undefined) throw new Error('no path to measure');
  return nearest;
}

async function compare(url: string, what: string, path: string, text: string, goal: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const file = join(folder, 'body.json');
  writeFileSync(file, text);
  const bare = await startChild([BARE, file]);
  try {
    const ours: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const base = await requestsPerSecond({ ...LOAD, port: Number(bare.line), path: '/' });
      const served = await requestsPerSecond({ ...LOAD, port: Number(new URL(url).port), path });
      ours.push(served);
      ratios.push(served / base);
    }
    print(`${what}: ${path} (${text.length} bytes)`, withSpread(ours, 'requests/s', 0), '');
    print('  against bare node:http with JSON.stringify', withSpread(ratios, 'x', 2), goal);
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true });
  }
}

export async function benchServing(): Promise<void> {
  const served = await startChild([MAIN, 'serve', '--world', 'medium', '--port', '0', '--limits', 'off', '--json']);
  try {
    const { url } = JSON.parse(served.line) as { url: string };
    const markets = (await (await fetch(`${url}/markets?limit=20`)).json()) as { conditionId: string; slug: string }[];
    const small = await pathOfSize(
      url,
      markets.flatMap(({ conditionId, slug }) => [
        `/clob-markets/${conditionId}`,
        `/markets/slug/${slug}`,
        '/markets?limit=1',
      ]),
      1_024,
    );
    await compare(url, 'serve, 1 KB', small.path, small.text, 'goal: at least 0.7x');
    const page = await (await fetch(`${url}/markets?limit=20`)).text();
    await compare(url, 'serve, 18 KB', '/markets?limit=20', page, 'goal: at least 3x');
  } finally {
    await served.stop();
  }
}
