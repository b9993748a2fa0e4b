/** bench/streams: the time from an order to its message at all subscribers, and the memory of a thousand of them. */
import { type ServedStreams, serveStreams } from '../sim/http/streams/fixtures/served-streams.ts';
import type { StreamClient } from '../sim/http/streams/fixtures/stream-client.ts';
import { median, print, withSpread } from './machine.ts';

const ROUNDS = 61;
const LISTENERS = 100;
const CROWD = 1_000;

function listen(served: ServedStreams, count: number): Promise<readonly StreamClient[]> {
  return Promise.all(Array.from({ length: count }, () => served.market()));
}

/** Milliseconds until each client has the message of one order. */
async function delaysOf(served: ServedStreams, clients: readonly StreamClient[], price: number): Promise<number[]> {
  const start = performance.now();
  const arrivals = clients.map(async ({ socket }) => {
    await new Promise((resolve) => socket.once('message', resolve));
    return performance.now() - start;
  });
  served.order({ price, size: 5 });
  return await Promise.all(arrivals);
}

async function latencies(): Promise<{ readonly middle: number[]; readonly last: number[] }> {
  const served = await serveStreams();
  try {
    const clients = await listen(served, LISTENERS);
    const [middle, last]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const delays = await delaysOf(served, clients, 0.01 + (round % 30) / 100);
      // The first round warms up.
      if (round === 0) continue;
      middle.push(median(delays));
      last.push(Math.max(...delays));
    }
    return { middle, last };
  } finally {
    await served.close();
  }
}

async function crowdMemory(): Promise<number> {
  const served = await serveStreams({}, { idleMs: 60_000 });
  try {
    await listen(served, LISTENERS);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    const clients = await listen(served, CROWD);
    for (let round = 1; round <= 20; round += 1) await delaysOf(served, clients, round / 100);
    return (process.memoryUsage.rss() - before) / 1024 ** 2;
  } finally {
    await served.close();
  }
}

export async function benchStreams(): Promise<void> {
  const { middle, last } = await latencies();
  print(`a message reaches ${LISTENERS} subscribers: the middle one`, withSpread(middle, 'ms', 2), 'goal: below 5 ms');
  print('  the last one', withSpread(last, 'ms', 2), '');
  print(`${CROWD} subscribers and their clients`, `${(await crowdMemory()).toFixed(0)} MiB`, 'goal: below 300 MiB');
}
