/** bench/hostile: `npm run bench hostile`: the cost of `check` against every kind of hostile server, one line each. */
import { HOSTILE_BODIES } from './hostile/bodies.ts';
import { HOSTILE_CONNECTIONS } from './hostile/connections.ts';
import { costOf } from './hostile/measurement.ts';
import { print } from './machine.ts';

/** The number of honest responses before the first hostile one: discovery has begun by then. */
const AFTER = 100;

export async function benchHostile(): Promise<void> {
  for (const kind of [...Object.keys(HOSTILE_BODIES), ...Object.keys(HOSTILE_CONNECTIONS)]) {
    const { peakMiB, seconds, cpuSeconds, printedBytes, exitCode } = await costOf(kind, AFTER);
    const cost =
      `${peakMiB} MiB, ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ` +
      `${printedBytes} bytes, exit ${exitCode}`;
    print(kind, cost, 'goal: under 300 MiB, 20 s, 100000 bytes');
  }
}
