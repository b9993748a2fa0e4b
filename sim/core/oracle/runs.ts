/** sim/core/oracle/runs: a run of the exchange drawn from a stream of integers, for tests that need a rich history. */
import type { Command } from '../command.ts';
import { createExchange, type Exchange, type MarketView } from '../exchange.ts';
import { commandFrom, GENES, OPENING, waitFrom } from './commands.ts';

/** A command and the moment at which it was given. */
export type Given = { readonly command: Command; readonly now: number };

export type Run = { readonly exchange: Exchange; readonly given: readonly Given[] };

/** Runs `length` commands whose genes `draw` gives (non-negative integers); `watch` sees the exchange after each. */
export function runDrawn(length: number, draw: () => number, watch?: (exchange: Exchange) => void): Run {
  const exchange = createExchange();
  const owners: number[] = [];
  const given: Given[] = [];
  let now = 1_000;
  let wallets = 0;
  const give = (command: Command): void => {
    given.push({ command, now });
    const reply = exchange.step(command, now);
    if (!reply.ok) return;
    if (command.kind === 'open-wallet') wallets += 1;
    if (command.kind === 'place') owners.push(command.wallet);
  };
  for (const command of OPENING) give(command);
  for (let index = 0; index < length; index += 1) {
    const genes = Array.from({ length: GENES }, draw);
    now += waitFrom(genes);
    give(commandFrom(genes, { wallets, markets: marketsOf(exchange), owners }, now, `salt-${index}`));
    watch?.(exchange);
  }
  return { exchange, given };
}

/** The same commands to a new exchange. */
export function replay(given: readonly Given[]): Exchange {
  const exchange = createExchange();
  for (const { command, now } of given) exchange.step(command, now);
  return exchange;
}

function marketsOf(exchange: Exchange): MarketView[] {
  const markets: MarketView[] = [];
  for (let view = exchange.market(0); view !== undefined; view = exchange.market(markets.length)) markets.push(view);
  return markets;
}
