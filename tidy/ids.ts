/** tidy/ids: every id of a clause or decision in code, help, comments and documents exists in the register. */
import { forbid, isTest, type Rule, roomOf } from './rule.ts';

const ID = /(?<=['"`]|explain )(?:D|[1-9](?:\.\d+)?)\/[a-zA-Z][\w-]*(?:\.[\w-]+)*(?=['"`\s])/g;

/** A rule that compares every id with the register. */
export function idsExist(known: ReadonlySet<string>): Rule {
  const mentions = forbid(
    'ids-exist',
    (path) => /\.(?:ts|md)$/.test(path) && !isTest(path) && roomOf(path) !== 'tidy' && !path.includes('/fixtures/'),
    (text) => text,
    [ID],
    'no such clause or decision',
  );
  const isKnown = (offence: string) => known.has(offence.split(': ').at(1) ?? '');
  return { id: mentions.id, offences: (files) => mentions.offences(files).filter((offence) => !isKnown(offence)) };
}
