/** bench/proxy: the time that `touchstone proxy` adds to a request on one kept-alive connection. */
import { Agent, get } from 'node:http';
import { inRounds, MAIN, median, print, withChild, withServed, withSpread } from './machine.ts';
import { pathOfSize } from './server-rate.ts';

const ROUNDS = 7;
const REQUESTS = 400;
const GOAL_BYTES = 2_048;

/** Milliseconds of the middle one of some requests, one after the other. */
async function medianLatency(agent: Agent, url: string): Promise<number> {
  const times = await inRounds(REQUESTS, async () => {
    const start = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
    return performance.now() - start;
  });
  return median(times);
}

export async function benchProxy(): Promise<void> {
  await withServed(['--limits', 'off'], (url) =>
    withChild([MAIN, 'proxy', url, '--port', '0'], (line) => compare(url, /http:\S+/.exec(line)?.[0] ?? '')),
  );
}

const ONE_SOCKET = { keepAlive: true, maxSockets: 1 };

async function compare(url: string, through: string): Promise<void> {
  const [own, other] = [new Agent(ONE_SOCKET), new Agent(ONE_SOCKET)];
  try {
    const paths = [1, 2, 3, 4].map((limit) => `/markets?limit=${limit}`);
    const { path, text } = await pathOfSize(url, paths, GOAL_BYTES);
    const measure = async () => {
      const direct = await medianLatency(own, url + path);
      return { direct, added: (await medianLatency(other, through + path)) - direct };
    };
    const rounds = await inRounds(ROUNDS, measure, 1);
    const direct = rounds.map((round) => round.direct);
    const added = rounds.map((round) => round.added);
    print(`a request to serve: ${path} (${text.length} bytes)`, withSpread(direct, 'ms', 2), '');
    print('  added by proxy, at the median', withSpread(added, 'ms', 2), 'goal: below 1 ms');
  } finally {
    own.destroy();
    other.destroy();
  }
}
