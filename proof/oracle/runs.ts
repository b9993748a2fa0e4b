/** proof/oracle/runs: a run of an exchange drawn from a stream of integers, for tests that need a rich history. */
import type { Command } from '../../sim/core/command.ts';
import { createExchange, type Exchange } from '../../sim/core/exchange.ts';
import type { VenueRules } from '../../sim/core/rules.ts';
import { commandFrom, GENES, OPENING, saltOf, waitFrom } from './commands.ts';
import type { Port } from './port.ts';
import { learnScene, newScene } from './scene.ts';

/** A command and the moment at which it was given. */
export type Given = { readonly command: Command; readonly now: number };

/** What a run needs of an exchange. */
type Stepped = Pick<Port, 'step' | 'log'>;

export type Run<Kind extends Stepped> = { readonly exchange: Kind; readonly given: readonly Given[] };

/** Gives a new exchange `length` commands whose genes `draw` gives (non-negative integers); `watch` sees it after each. */
export function runOn<Kind extends Stepped>(
  exchange: Kind,
  length: number,
  draw: () => number,
  watch?: (exchange: Kind) => void,
): Run<Kind> {
  const given: Given[] = [];
  const scene = newScene();
  let learned = 0;
  let now = 1_000;
  const give = (command: Command): void => {
    given.push({ command, now });
    exchange.step(command, now);
    const { log } = exchange;
    for (; learned < log.length; learned += 1) {
      const event = log[learned];
      if (event !== undefined) learnScene(scene, event);
    }
  };
  for (const command of OPENING) give(command);
  for (let index = 0; index < length; index += 1) {
    const genes = Array.from({ length: GENES }, draw);
    now += waitFrom(genes);
    give(commandFrom(genes, scene, now, saltOf(index)));
    watch?.(exchange);
  }
  return { exchange, given };
}

/** The same commands to a new engine. */
export function replay(given: readonly Given[], rules: VenueRules): Exchange {
  return replayOn(createExchange(rules), given);
}

/** The same commands to an exchange that is new. */
export function replayOn<Kind extends Stepped>(exchange: Kind, given: readonly Given[]): Kind {
  for (const { command, now } of given) exchange.step(command, now);
  return exchange;
}
