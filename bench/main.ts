/** bench/main: `npm run bench`: every figure of the project, with what it is held against. Arguments name the parts to run. */
import { benchCheck, benchCommands } from './commands.ts';
import { benchHandling, benchWorlds } from './handling.ts';
import { machineLine } from './machine.ts';
import { benchServing } from './serving.ts';

const PARTS: Readonly<Record<string, () => void | Promise<void>>> = {
  worlds: benchWorlds,
  handle: benchHandling,
  serve: benchServing,
  check: benchCheck,
  commands: benchCommands,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !Object.hasOwn(PARTS, part));
if (unknown.length > 0) {
  process.stderr.write(`bench: unknown part ${unknown.join(', ')}; known parts: ${Object.keys(PARTS).join(', ')}\n`);
  process.exitCode = 2;
} else {
  process.stdout.write(`${machineLine()}\nmedian (lowest to highest)\n\n`);
  for (const [name, run] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await run();
  }
}
