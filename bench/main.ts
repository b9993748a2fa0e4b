/** bench/main: `npm run bench [PART ...]`: every figure of the project, with its goal or baseline. */
import { benchBacktest } from './backtest.ts';
import { benchCheck, benchCommands, benchQuirks } from './commands.ts';
import { benchCore } from './core.ts';
import { CORE_PARTS } from './core-parts.ts';
import { benchData, benchReplay } from './data.ts';
import { benchHostile } from './hostile.ts';
import { machineLine } from './machine.ts';
import { benchProxy } from './proxy.ts';
import { benchReports } from './reports.ts';
import { benchScenarios } from './scenarios.ts';
import { benchServing } from './server-rate.ts';
import { benchHandling, benchWorlds } from './service-mix.ts';
import { benchSignatures } from './signatures.ts';
import { benchStreams } from './streams.ts';
import { benchSweep } from './sweep.ts';

const PARTS: Readonly<Record<string, () => void | Promise<void>>> = {
  worlds: benchWorlds,
  handle: benchHandling,
  serve: benchServing,
  signatures: benchSignatures,
  streams: benchStreams,
  proxy: benchProxy,
  check: benchCheck,
  commands: benchCommands,
  reports: benchReports,
  scenarios: benchScenarios,
  data: benchData,
  replay: benchReplay,
  backtest: benchBacktest,
  sweep: benchSweep,
  core: () => benchCore(CORE_PARTS.keys()),
};

const OF_CORE = [...CORE_PARTS.keys()].map((name) => [name, () => benchCore([name])] as const);

const named = process.argv.slice(2);
/** These take some minutes, so they run only when they are named. */
const LONG = { hostile: benchHostile, quirks: benchQuirks };
const known = { ...PARTS, ...LONG, ...Object.fromEntries(OF_CORE) };
const unknown = named.filter((part) => !Object.hasOwn(known, part));
if (unknown.length > 0) {
  process.stderr.write(`bench: unknown part ${unknown.join(', ')}; known parts: ${Object.keys(known).join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(
    `${machineLine()}\nmedian (lowest to highest; of reads and worlds: quartiles); ` +
      'undisturbed: the sum over all parts of the work, each in its best round\n\n',
  );
  for (const [name, run] of Object.entries(known)) {
    if (named.includes(name) || (named.length === 0 && Object.hasOwn(PARTS, name))) await run();
  }
}
