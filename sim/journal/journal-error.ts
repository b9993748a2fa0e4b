/** sim/journal/journal-error: the reason why a journal cannot be read or written, in one line: place, fact, advice. */
import { systemCode } from '../../base/system-code.ts';

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** The code of a failed system call, or else its message. */
export function systemReason(cause: unknown): string {
  return systemCode(cause, cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause));
}

/**
 * Performs a call of the system. If it fails, throws a `JournalError`: the fact, its reason, and an advice for that.
 */
export function attempt<Value>(
  fact: string,
  advice: string | ((reason: string) => string),
  action: () => Value,
): Value {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    const reason = systemReason(cause);
    throw new JournalError(`${fact} (${reason}): ${typeof advice === 'string' ? advice : advice(reason)}`);
  }
}
