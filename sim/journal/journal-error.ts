/** sim/journal/journal-error: why a journal cannot be read, continued or written: one line that says where, what and what to do. */

import { systemCode } from '../../spec/system-code.ts';

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** What the system says of a failed call: its code where it has one. */
export function systemReason(cause: unknown): string {
  return systemCode(cause, cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause));
}
