/** cli/exit: the exit codes of the command, which scripts and CI rely on, and the error that has one. */
import { systemCode } from '../base/system-code.ts';

/** The meaning of each exit code. These numbers are part of the command's contract. */
export const EXIT = {
  /** Conformant, or exactly as the expectations file states. */
  ok: 0,
  /** A check failed that was not expected to. */
  failed: 1,
  /** Wrong flags, an unreadable or invalid file, a suite that does not parse. */
  usage: 2,
  /** The target does not respond with HTTP and JSON, stopped responding, or is too costly to judge. */
  unreachable: 3,
  /** An expected failure no longer fails, or names no check. */
  staleExpectation: 4,
  /** Something claimed could not be verified, and `--min-coverage` was not met, or `--max-time` was up. */
  partial: 5,
  /** Touchstone itself is at fault. */
  harness: 6,
  /** Stopped by SIGINT; the results so far are reported. */
  interrupted: 130,
  /** The reader of the output closed it before everything was judged. */
  cutOff: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure the user can act on: one line with the problem and the next step, and the exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The value of `work`. An error of the system becomes a `CliError` with a message that names its code. */
export function orCliError<Value>(work: () => Value, message: (code: string) => string): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(message(systemCode(error, 'unknown error')));
  }
}
