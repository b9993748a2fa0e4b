/** cli/files/har-text: the text of a HAR file that a user names. Its size is bounded before it is read. */
import { boundedText } from '../../conformance/input/bounded-text.ts';
import { HAR_LENGTH_MAX } from '../../scenarios/recording/har.ts';
import { systemCode } from '../../spec/system-code.ts';
import { CliError } from '../exit.ts';

/** Throws `CliError` of one line. */
export function harText(file: string): string {
  try {
    const text = boundedText(file, HAR_LENGTH_MAX);
    if (text !== undefined) return text;
    throw new CliError(`${file}: larger than ${HAR_LENGTH_MAX / 1e6} MB: split it, or record less`);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const code = systemCode(error, 'unreadable');
    throw new CliError(`${file}: the HAR file cannot be read (${code}): check path and permissions`);
  }
}
