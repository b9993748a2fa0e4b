/** scenarios/reading/words: expectations of a schema and values of a file, in words. */
import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  tuple: 'a list',
  null: 'nothing (null)',
};

/** The expectation as a noun: `a number`, `one of: BUY, SELL`. The texts of schemas are quoted. */
export function nounOf(issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid|Too|Unrecognized)\b/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((issues) => issues.map(nounOf)))].join(' or ');
    case 'too_small': {
      const bound = issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than';
      return `${bound} ${amount(issue.minimum, issue.origin)}`;
    }
    case 'too_big': {
      const bound = issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than';
      return `${bound} ${amount(issue.maximum, issue.origin)}`;
    }
    default:
      return issue.message;
  }
}

function amount(count: number | bigint, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : undefined;
  if (unit === undefined) return String(count);
  return `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}

export function describe(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return value === '' ? 'an empty text' : `"${value.length > 60 ? `${value.slice(0, 57)}...` : value}"`;
}

/** Names for a message: the first `count`, and the number of others. */
export function listed(names: readonly string[], count: number): string {
  const rest = names.length - count;
  return names.slice(0, count).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
