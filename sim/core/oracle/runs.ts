/** sim/core/oracle/runs: a run of the exchange drawn from a stream of integers, for tests that need a rich history. */
import { createExchange, type Exchange, type MarketView } from '../exchange.ts';
import { commandFrom, GENES, OPENING, waitFrom } from './commands.ts';

/** Runs `length` commands whose genes `draw` gives (non-negative integers); `watch` sees the exchange after each. */
export function runDrawn(length: number, draw: () => number, watch?: (exchange: Exchange) => void): Exchange {
  const exchange = createExchange();
  const owners: number[] = [];
  let now = 1_000;
  for (const command of OPENING) exchange.step(command, now);
  for (let index = 0; index < length; index += 1) {
    const genes = Array.from({ length: GENES }, draw);
    now += waitFrom(genes);
    const scene = { wallets: countOf(exchange, 'wallet-opened'), markets: marketsOf(exchange), owners };
    const command = commandFrom(genes, scene, now, `salt-${index}`);
    const reply = exchange.step(command, now);
    if (reply.ok && reply.value.kind === 'placed' && command.kind === 'place') owners.push(command.wallet);
    watch?.(exchange);
  }
  return exchange;
}

function marketsOf(exchange: Exchange): MarketView[] {
  const markets: MarketView[] = [];
  for (let view = exchange.market(0); view !== undefined; view = exchange.market(markets.length)) markets.push(view);
  return markets;
}

function countOf(exchange: Exchange, kind: string): number {
  return exchange.log.filter((event) => event.kind === kind).length;
}
