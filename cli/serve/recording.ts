/** cli/serve/recording: `touchstone serve --record`: all requests and responses, written as a scenario at the end. */
import { LARGEST } from '../../scenarios/reading/source.ts';
import { createRecorder, recorded, recordedControl } from '../../scenarios/recording/recorder.ts';
import { isSendable, scenarioOf } from '../../scenarios/recording/scenario-of.ts';
import type { Controllable } from '../../sim/http/control.ts';
import type { Simulator } from '../../sim/simulator.ts';
import type { Handler } from '../../wire/message.ts';
import { assertWritable, writeWhole } from '../files/whole-file.ts';
import type { ServeFlags } from './command.ts';

export type Recording = {
  readonly handle: Handler;
  readonly control: Controllable;
  /** Writes the scenario and reports it. Throws `CliError` if the file cannot be written. */
  write(): void;
};

/** Real clocks always move: a shorter wait is not intended. */
const REAL_WAIT_MS = 1_000;

/** The simulator with a recorder around it. Throws `CliError` if `file` could not be written. */
export function recordingOf(
  simulator: Simulator,
  file: string,
  { world, seed, clock, profile }: ServeFlags,
): Recording {
  assertWritable(file);
  const onFull = () => console.error(`touchstone: the recording for ${file} is full: later requests are not recorded`);
  const recorder = createRecorder({ onFull });
  // Names are taken at the start, because recorded requests may close markets.
  const { wallets, markets } = simulator.named;
  return {
    handle: recorded(simulator.handle, simulator.now, recorder.sink),
    control: recordedControl(simulator, recorder.sink),
    write() {
      const { exchanges } = recorder;
      if (!isSendable(exchanges))
        return console.error(`touchstone: there were no requests that can be recorded: ${file} is not written`);
      const comments = [`recorded from touchstone serve --world ${world} --seed ${seed}`];
      const known = world === 'small' || world === 'medium' ? ({ world } as const) : {};
      const leastAdvanceMs = clock === 'virtual' ? 1 : REAL_WAIT_MS;
      // Only a world that `touchstone run` builds as well has equal amounts, and only on virtual time at equal moments.
      const isEqual = 'world' in known && clock === 'virtual' && seed === 1 && profile === 'document';
      const expect = isEqual ? 'values' : 'shape';
      const text = scenarioOf(exchanges, { wallets, markets, comments, leastAdvanceMs, expect, ...known });
      writeWhole(file, text);
      console.error(`touchstone: ${exchanges.length} exchanges recorded in ${file}: touchstone run ${file}`);
      if (text.length > LARGEST) console.error(`touchstone: ${file} is larger than touchstone run reads: split it`);
    },
  };
}
