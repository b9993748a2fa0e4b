/** reports/github: the report as workflow commands of GitHub Actions, and the number of those that it would drop. */
import type { Report } from '../conformance/report.ts';
import { evidenceOf, type Gravity, outcomeOf, problemsOf } from './outcome.ts';
import { visible } from './untrusted.ts';

/** Annotations of a kind that GitHub keeps of one step. */
const SHOWN = 10;
const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

export function githubReport(report: Report): string {
  const stale = report.stale.map((line) => ({ gravity: 'error' as const, title: 'stale expectation', lines: [line] }));
  const found = problemsOf(report).map(({ check, finding, gravity, text }) => ({
    gravity: outcomeOf(check) === 'expected' ? ('note' as const) : gravity,
    title: outcomeOf(check) === 'expected' ? `${check.id} (expected)` : check.id,
    lines: [text, ...(finding === undefined ? [] : evidenceOf({ ...finding, response: '' }))],
  }));
  const byGravity = Map.groupBy([...stale, ...found], ({ gravity }) => gravity);
  const printed = (Object.keys(COMMANDS) as Gravity[]).flatMap((gravity) => {
    const all = byGravity.get(gravity) ?? [];
    const shown = all.slice(0, SHOWN).map(({ title, lines }) => annotation(COMMANDS[gravity], title, lines));
    const more = all.length - shown.length;
    return more === 0 ? shown : [...shown, `touchstone: ${more} more of the kind ${COMMANDS[gravity]} in the report`];
  });
  return [...printed, `touchstone: ${report.verdict}`, ''].join('\n');
}

function annotation(command: string, title: string, lines: readonly string[]): string {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${command} title=${property}::${lines.map(escaped).join('%0A')}`;
}

function escaped(text: string) {
  return visible(text).replaceAll('%', '%25');
}
