/** sim/journal/journal-error: the reason why a journal cannot be read or written, in one line: place, fact, advice. */
import { messageOf, systemCode } from '../../base/system-code.ts';

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** Performs a call of the system. If it fails, throws a `JournalError`: the fact, its reason, the advice. */
export function attempt<Value>(fact: string, advice: string, action: () => Value): Value {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw new JournalError(`${fact} (${systemCode(cause, messageOf(cause))}): ${advice}`);
  }
}
