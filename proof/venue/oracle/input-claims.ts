/** proof/venue/oracle/input-claims: claims about commands of any shape. */
import type { Command } from '../../../spec/venue/command.ts';
import { type Claim, listOf } from './claim.ts';

/** Any value gets a reply, and a refusal changes nothing. Choices: values, as JSON. */
export const anythingAnswered: Claim = ({ venue, choices, note }) => {
  for (const text of listOf(choices, 'values')) {
    const before = venue.hash();
    const { ok } = venue.step(JSON.parse(String(text)) as Command, venue.now);
    note(ok ? 'accepted' : 'refused');
    if (!ok && venue.hash() !== before) return `a refused command changes the venue: ${text}`;
  }
  return undefined;
};
