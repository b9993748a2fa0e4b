/** proof/oracle/input-claims: what is claimed of commands that may be anything. */
import type { Command } from '../../sim/core/command.ts';
import { type Claim, listOf } from './claim.ts';

/** Anything is answered, and what is refused changes nothing. Choices: values, as JSON. */
export const anythingAnswered: Claim = ({ exchange, choices, note }) => {
  for (const text of listOf(choices, 'values')) {
    const before = exchange.hash();
    const { ok } = exchange.step(JSON.parse(String(text)) as Command, exchange.now);
    note(ok ? 'accepted' : 'refused');
    if (!ok && exchange.hash() !== before) return `what is refused changes the exchange: ${text}`;
  }
  return undefined;
};
