/** sim/journal/journal-error: why a journal cannot be read, continued or written: one line that says where, what and what to do. */

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** What the system says of a failed call: its code where it has one. */
export function systemReason(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause);
}
