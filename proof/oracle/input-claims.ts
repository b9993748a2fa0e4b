/** proof/oracle/input-claims: what is claimed of commands that may be anything. */
import type { Command } from '../../sim/core/command.ts';
import { type Claim, listOf } from './claim.ts';

/** Anything is answered, and what is refused changes nothing. Choices: values, as JSON. */
export const anythingAnswered: Claim = ({ venue, choices, note }) => {
  for (const text of listOf(choices, 'values')) {
    const before = venue.hash();
    const { ok } = venue.step(JSON.parse(String(text)) as Command, venue.now);
    note(ok ? 'accepted' : 'refused');
    if (!ok && venue.hash() !== before) return `what is refused changes the venue: ${text}`;
  }
  return undefined;
};
