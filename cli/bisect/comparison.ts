/** cli/bisect/comparison: the work of `touchstone bisect`: reads two runs, compares them, prints the difference. */
import { safeJson } from '../../reports/untrusted.ts';
import { compareRuns } from '../../sim/journal/bisect.ts';
import { JournalError } from '../../sim/journal/journal-error.ts';
import { WorldError } from '../../sim/world/world-error.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { hasColours } from '../terminal/colors.ts';
import type { BisectFlags } from './command.ts';
import { bisectText } from './text.ts';

/** Compares the runs at `a` and `b`. Throws `CliError` if one of them cannot be read or its world cannot be built. */
export function bisect(a: string, b: string, flags: BisectFlags): ExitCode {
  try {
    const comparison = compareRuns(a, b);
    process.stdout.write(flags.json ? `${safeJson(comparison)}\n` : bisectText(comparison, hasColours()));
    return comparison.verdict === 'same' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    if (error instanceof JournalError || error instanceof WorldError) throw new CliError(error.message);
    throw error;
  }
}
