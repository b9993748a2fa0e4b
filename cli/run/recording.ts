/** cli/run/recording: the work of `touchstone run --record OUT --har FILE`: traffic of a HAR file as a scenario. */

import { basename } from 'node:path';
import { readHar } from '../../scenarios/recording/har-entries.ts';
import { isSendable, type RecordingOptions, scenarioOf } from '../../scenarios/recording/scenario-of.ts';
import { CliError } from '../exit.ts';
import { withHarFile } from '../files/har-file.ts';
import { assertWritable, writeWhole } from '../files/whole-file.ts';

export type HarRecording = Readonly<{
  har: string;
  out: string;
  /** Only requests below this URL count; needed if the file has several origins. */
  base?: string | undefined;
  /** The names and expectations of the scenario; its time comes from `Date` headers by default. */
  options?: RecordingOptions;
}>;

/** Writes the scenario and returns one line about it, for people. Throws `CliError`. */
export async function recordHar({ har, out, base, options = {} }: HarRecording): Promise<string> {
  assertWritable(out);
  const read = await withHarFile(har, (source) => readHar(source, base === undefined ? {} : { base }));
  if (!read.ok) throw new CliError(`${har}: ${read.refusal}`);
  const exchanges = read.value;
  if (!isSendable(exchanges)) throw new CliError(`${har}: no request in it can be sent again by a scenario`);
  const dated = exchanges.some(({ response }) => !Number.isNaN(Date.parse(response.headers['date'] ?? '')));
  const own: RecordingOptions = { comments: [`recorded from ${basename(har)}`], clock: dated ? 'date' : 'at' };
  writeWhole(out, scenarioOf(exchanges, { ...own, ...options }));
  return `${exchanges.length} exchanges of ${har} recorded in ${out}`;
}
