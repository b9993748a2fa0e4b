/** cli/check/labels: labels of a run for its reports, and the place of its findings in code scanning. */
import { omitUndefined } from '../../base/record.ts';
import type { Report } from '../../conformance/report.ts';
import { CliError } from '../exit.ts';
import type { CheckFlags } from './command.ts';

const NAME = /^[\w.-]{1,64}$/;
const LONGEST = 500;

/** The labels of `--label NAME=VALUE`. Throws `CliError`. */
export function parseLabels(values: readonly string[] = []): Readonly<Record<string, string>> {
  const labels = new Map<string, string>();
  for (const value of values) {
    const [name = '', text] = value.split(/=(.*)/s);
    if (!NAME.test(name) || text === undefined || text.length > LONGEST)
      throw new CliError(
        `--label takes NAME=VALUE, such as commit=4f2a91c, of at most ${LONGEST} characters; ` +
          `got "${value.slice(0, 80)}"`,
      );
    if (labels.has(name)) throw new CliError(`--label ${name} is given twice: labels of one name cannot both hold`);
    labels.set(name, text);
  }
  return Object.fromEntries(labels);
}

export function labelled(report: Report, { label, sarifCategory: category, source }: Partial<CheckFlags>): Report {
  const labels = parseLabels(label);
  const codeScanning = omitUndefined({ category, source });
  return {
    ...report,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(codeScanning).length > 0 && { codeScanning }),
  };
}
