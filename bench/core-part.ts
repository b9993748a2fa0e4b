/** bench/core-part: runs one part of the core's figures, named on the command line; the entry of its process. */
import { CORE_PARTS } from './core-parts.ts';
import { print } from './machine.ts';

const [, , part = ''] = process.argv;
const run = CORE_PARTS.get(part);
if (run === undefined) throw new Error(`no part is called "${part}"`);
for (const [what, figure, goal] of run()) print(what, figure, goal);
