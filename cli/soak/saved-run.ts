/** cli/soak/saved-run: the file that `touchstone soak --replay` plays: a failing run, saved by a soak or by a property. */
import { z } from 'zod';
import { readInput } from '../../conformance/input/input-file.ts';
import { CLAIMS } from '../../proof/venue/reads/claims.ts';
import { Trace } from '../../proof/venue/soak/trace.ts';
import { CliError } from '../exit.ts';
import { reading } from '../files/read-report.ts';

/** Earlier versions saved runs as scenarios too, whose only step is `replay`. */
const RunScenario = z.object({ steps: z.tuple([z.object({ replay: z.unknown() })]) });
const RunFile = z.preprocess((value) => RunScenario.safeParse(value).data?.steps[0].replay ?? value, Trace);

export function readRun(file: string): Trace {
  const trace = reading(() => readInput(file, 'soak run', RunFile));
  const { claim, steps } = trace;
  if (claim !== undefined && !Object.hasOwn(CLAIMS, claim.name))
    throw new CliError(`${file}: there is no claim ${claim.name}: there are ${Object.keys(CLAIMS).join(', ')}`);
  if (claim === undefined && steps.length === 0)
    throw new CliError(`${file}: the run has no steps, so nothing in it can fail`);
  return trace;
}
