/** bench/world-facts: builds one world (arguments: world, seed), and prints time, memory and counts as JSON. */
import { createCatalog } from '../sim/catalog/catalog.ts';
import { createViews } from '../sim/views/views.ts';
import { buildWorld } from '../sim/world/build.ts';

export type WorldFacts = Readonly<{
  milliseconds: number;
  /** Processor time of all threads, which does not depend on the load of the machine. */
  cpuMilliseconds: number;
  /** Peak resident set, bytes. */
  peakBytes: number;
  events: number;
  markets: number;
  wallets: number;
  /** Makers' legs of all trades. */
  fills: number;
  /** Kinds of events, and of the reasons for which orders closed. */
  happened: readonly string[];
  hash: string;
}>;

const [name = 'large', seed = '1'] = process.argv.slice(2);
const start = performance.now();
const world = buildWorld({ seed, world: name });
const catalog = createCatalog(world);
createViews(world);
const milliseconds = performance.now() - start;
const { user, system } = process.cpuUsage();
const peakBytes = process.resourceUsage().maxRSS * 1024;

const { venue } = world;
const happened = new Set<string>();
let fills = 0;
for (let index = 0; index < venue.eventCount; index += 1) {
  const event = venue.eventAt(index);
  if (event === undefined) break;
  happened.add(event.kind === 'order-closed' ? event.reason : event.kind);
  if (event.kind === 'trade') fills += event.makers.length;
}
const facts: WorldFacts = {
  milliseconds,
  cpuMilliseconds: (user + system) / 1_000,
  peakBytes,
  events: world.events.filter(({ own }) => catalog.eventById(Number(own.id)) !== undefined).length,
  markets: world.markets.length,
  wallets: world.accounts.length,
  fills,
  happened: [...happened],
  hash: venue.hash(),
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
