/** proof/determinism/service-run: runs the script of requests on the whole service in process. */
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import type { Line } from './comparison.ts';
import { counted, digest } from './core-run.ts';
import { runScript } from './requests.ts';

/** Requests between two links of the chain of hashes. */
const LINK = 20;

export async function serviceLines(seed: string): Promise<readonly Line[]> {
  const simulator = createSimulator({ seed });
  const world: Line[] = [
    ['world.events', counted(simulator.log.map(({ kind }) => kind))],
    ['world.credentials', digest(simulator.credentials)],
    ['world.log', digest(simulator.log)],
    ['world.hash', simulator.hash()],
  ];
  const entries = await runScript(inProcessTarget(simulator), simulator.credentials, seed);
  const chain = entries
    .map(({ hash }, index): Line => [`service.hash after ${index + 1} requests`, hash])
    .filter((_, index) => (index + 1) % LINK === 0);
  return [
    ...world,
    ...chain,
    ['service.statuses', counted(entries.map(({ response }) => String(response.status)))],
    ['service.bugs', String(simulator.bugs.length)],
    ['service.clock', String(simulator.now())],
    ['service.requests', digest(entries.map(({ request }) => request))],
    ['service.responses', digest(entries.map(({ response }) => response))],
    ['service.log', digest(simulator.log)],
    ['service.hash', simulator.hash()],
  ];
}
