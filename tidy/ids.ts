/**
 * tidy/ids: the ids of clauses and decisions, wherever they are written (code, help, comments, documents): each one
 * exists in the register. What a program derives from the tables is held against the register by its own tests.
 */
import { forbid, isTest, type Rule, roomOf } from './rule.ts';

const ID = /(?<=['"`]|explain )(?:D|[1-9](?:\.\d+)?)\/[a-zA-Z][\w-]*(?:\.[\w-]+)*(?=['"`\s])/g;

/** A rule that holds every id it finds against the register's. */
export function idsExist(known: ReadonlySet<string>): Rule {
  const mentions = forbid(
    'ids-exist',
    (path) => /\.(?:ts|md)$/.test(path) && !isTest(path) && roomOf(path) !== 'tidy' && !path.includes('/fixtures/'),
    (text) => text,
    [ID],
    'no such clause or decision',
  );
  const isKnown = (offence: string): boolean => known.has(offence.split(': ').at(1) ?? '');
  return { id: mentions.id, offences: (files) => mentions.offences(files).filter((offence) => !isKnown(offence)) };
}
