/** cli/explain/command: `touchstone explain ID`: the text and place of a clause, check or decision, and its remedy. */

import { Command } from '@commander-js/extra-typings';
import { CliError } from '../exit.ts';
import { jsonText } from '../terminal/json-text.ts';

const examples = `
Examples:
  $ touchstone explain 4.8/limit.max     a clause
  $ touchstone explain 4.8               the clauses of a section
  $ touchstone explain D/prices-meaning  a decision
  $ touchstone explain positions.shape   a check
  $ touchstone explain P/book            the clauses of a route of a profile`;

export function explainCommand() {
  return new Command('explain')
    .description('explain a clause, a check or a decision: its text, where it comes from, and how to fix a failure')
    .argument('<id>', 'id of a clause, a check or a decision, or the beginning of clause ids')
    .option('--json', 'as JSON')
    .addHelpText('after', examples)
    .action(async (id, { json }) => {
      const [{ crossReference }, { loadDecisions }, { explain }] = await Promise.all([
        import('./cross-reference.ts'),
        import('../../spec/decisions.ts'),
        import('./explanation.ts'),
      ]);
      const found = explain(id, crossReference(), loadDecisions());
      if (found.kind === 'unknown') {
        const meant = found.suggestions.join(', ');
        const advice =
          meant === '' ? '`check --list` shows all checks, `spec clauses` all clauses' : `did you mean ${meant}?`;
        throw new CliError(`no clause, check or decision has the id "${id}"; ${advice}`);
      }
      process.stdout.write(json ? jsonText(found.data) : found.text);
    });
}
