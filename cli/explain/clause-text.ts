/** cli/explain/clause-text: clauses, checks and decisions as text for a terminal. Pure. */
import type { Check } from '../../conformance/check.ts';
import { roleInWords } from '../../conformance/roles.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import type { Decision } from '../../spec/decisions.ts';
import { CLOB_PROFILE, type CrossReference } from './cross-reference.ts';

/** Clauses grouped by section, each with its checks or the reason it has none, and a count at the end. */
export function clauseList(clauses: readonly Clause[], { checksOf, isUnjudged }: CrossReference): string {
  const groups = [...Map.groupBy(clauses, (clause) => clause.section)].map(([section, members]) =>
    [`Section ${section}`, ...members.map((clause) => entry(clause, checksOf(clause)))].join('\n'),
  );
  const excluded = clauses.filter((clause) => clause.excluded !== undefined).length;
  const unjudged = clauses.filter(isUnjudged).length;
  const levels = [...Map.groupBy(clauses, (clause) => clause.level)].map(([level, { length }]) => `${length} ${level}`);
  const counts =
    `${clauses.length} clauses: ${levels.join(', ')}; ` +
    `${excluded} excluded with a reason, ${unjudged} without a check`;
  return `${[...groups, counts].join('\n\n')}\n`;
}

function entry(clause: Clause, checks: readonly Check[]): string {
  const judged = checks.length === 0 ? 'no check' : checks.map(({ id }) => id).join(', ');
  const lines = [
    `  ${clause.id}  ${clause.level}, ${clause.source}, ${clause.observable}`,
    `      ${clause.text}`,
    clause.excluded === undefined ? `      checks: ${judged}` : `      excluded: ${clause.excluded}`,
  ];
  return lines.join('\n');
}

/** One clause in full: text, level, what a failure looks like, how to fix it, checks, decision. */
export function clausePage(clause: Clause, checks: readonly Check[]): string {
  return page(`${clause.id}  ${clause.level} (${clause.source})`, [
    ['statement', clause.text],
    ['section', clause.section],
    [clause.source === 'explicit' ? 'stated in' : 'reasoning', clause.basis ?? ''],
    ['routes', clause.routes.join(', ')],
    ['observable', clause.excluded === undefined ? `with the capability ${clause.observable}` : 'no'],
    ['excluded', clause.excluded ?? ''],
    ['a failure', clause.looks],
    ['how to fix', clause.fix],
    ['checks', checks.map(({ id }) => id).join(', ')],
    ['decision', clause.decision === undefined ? '' : `touchstone explain D/${clause.decision}`],
  ]);
}

export function checkPage(check: Check, clauses: readonly Clause[]): string {
  const isOfProfile = check.clauses.every((id) => id.startsWith('P/'));
  const requests = Object.entries(check.cost).map(([route, count]) => `${count} x ${route}`);
  const head = page(`${check.id}  check (${check.kind})`, [
    ['judges', check.title],
    ['capability', check.capability],
    ['needs', check.needs.map(roleInWords).join('; ')],
    ['safety', check.safety],
    ['requests', requests.length === 0 ? '' : `up to ${requests.join(', ')}`],
    ['run it', `touchstone check --only ${check.id}${isOfProfile ? ` --profile ${CLOB_PROFILE}` : ''}`],
  ]);
  return [head, ...clauses.map((clause) => brief(clause))].join('\n');
}

function brief({ id, level, text, looks, fix }: Clause): string {
  return page(`${id}  ${level}`, [
    ['statement', text],
    ['a failure', looks],
    ['how to fix', fix],
  ]);
}

/** One decision in full: the gap, the choice, the choices of other services, and the statements that are judged. */
export function decisionPage(decision: Decision, clauses: readonly Clause[], { checksOf }: CrossReference): string {
  const head = page(`D/${decision.id}  decision (section ${decision.section})`, [
    ['gap', decision.gap],
    ['choice', decision.choice],
    ['alternatives', alternativesOf(decision)],
    ['effect', decision.bites],
    ['judged as', 'a note, or a failure if the target claims the document profile'],
  ]);
  return `${head}\n${clauses.map((clause) => entry(clause, checksOf(clause))).join('\n')}\n`;
}

export function decisionList(decisions: readonly Decision[]): string {
  const groups = [...Map.groupBy(decisions, (decision) => decision.section)].map(([section, members]) =>
    [`Section ${section}`, ...members.map(decisionEntry)].join('\n'),
  );
  return `${[...groups, `${decisions.length} decisions`].join('\n\n')}\n`;
}

/** The alternatives, each with the reason why no quirk shows it, if there is one. */
function alternativesOf({ alternatives }: Decision): string {
  return alternatives
    .map(({ text, unbuilt }) => (unbuilt === undefined ? text : `${text} (no quirk: ${unbuilt})`))
    .join('; ');
}

function decisionEntry(decision: Decision): string {
  const { id, gap, choice, aspects } = decision;
  const statements = aspects.map((aspect) => `D/${id}${aspect.id === undefined ? '' : `.${aspect.id}`}`);
  return [
    `  D/${id}`,
    `      gap: ${gap}`,
    `      choice: ${choice}`,
    `      alternatives: ${alternativesOf(decision)}`,
    `      clauses: ${statements.join(', ')}`,
  ].join('\n');
}

function page(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.filter(([, value]) => value !== '').map(([name, value]) => `  ${`${name}:`.padEnd(13)} ${value}`);
  return `${[title, ...lines].join('\n')}\n`;
}
