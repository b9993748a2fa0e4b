/** bench/streams: the time from an order to its message at all subscribers, and the memory of a thousand of them. */
import { type ServedStreams, serveStreams } from '../sim/http/streams/fixtures/served-streams.ts';
import type { StreamClient } from '../sim/http/streams/fixtures/stream-client.ts';
import { inRounds, median, print, withSpread } from './machine.ts';

const ROUNDS = 60;
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

/** The delays of each round. */
async function latencies(): Promise<readonly number[][]> {
  const served = await serveStreams();
  try {
    const clients = await listen(served, LISTENERS);
    return await inRounds(ROUNDS, (round) => delaysOf(served, clients, 0.01 + ((round + 1) % 30) / 100), 1);
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
  const delays = await latencies();
  const middle = delays.map(median);
  const last = delays.map((each) => Math.max(...each));
  print(`a message reaches ${LISTENERS} subscribers: the middle one`, withSpread(middle, 'ms', 2), 'goal: below 5 ms');
  print('  the last one', withSpread(last, 'ms', 2), '');
  print(`${CROWD} subscribers and their clients`, `${(await crowdMemory()).toFixed(0)} MiB`, 'goal: below 300 MiB');
}
