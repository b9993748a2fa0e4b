/** bench/proxy: the time that `touchstone proxy` adds to a request on one kept-alive connection. */
import { Agent, get } from 'node:http';
import { MAIN, median, print, startChild, withSpread } from './machine.ts';
import { pathOfSize } from './server-rate.ts';

const ROUNDS = 7;
const REQUESTS = 400;
const GOAL_BYTES = 2_048;

/** Milliseconds of the middle one of some requests, one after the other. */
async function medianLatency(agent: Agent, url: string): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
    times.push(performance.now() - start);
  }
  return median(times);
}

export async function benchProxy(): Promise<void> {
  const served = await startChild([MAIN, 'serve', '--port', '0', '--limits', 'off', '--json']);
  const { url } = JSON.parse(served.line) as { url: string };
  const proxied = await startChild([MAIN, 'proxy', url, '--port', '0']);
  const through = /http:\S+/.exec(proxied.line)?.[0] ?? '';
  const agents = [
    new Agent({ keepAlive: true, maxSockets: 1 }),
    new Agent({ keepAlive: true, maxSockets: 1 }),
  ] as const;
  try {
    const paths = [1, 2, 3, 4].map((limit) => `/markets?limit=${limit}`);
    const { path, text } = await pathOfSize(url, paths, GOAL_BYTES);
    const [direct, added]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const own = await medianLatency(agents[0], `${url}${path}`);
      const other = await medianLatency(agents[1], `${through}${path}`);
      // The first round warms up.
      if (round === 0) continue;
      direct.push(own);
      added.push(other - own);
    }
    print(`a request to serve: ${path} (${text.length} bytes)`, withSpread(direct, 'ms', 2), '');
    print('  added by proxy, at the median', withSpread(added, 'ms', 2), 'goal: below 1 ms');
  } finally {
    for (const agent of agents) agent.destroy();
    await proxied.stop();
    await served.stop();
  }
}
