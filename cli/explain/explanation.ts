/** cli/explain/explanation: finds the clause, check, decision or group of clauses with an id, and explains it. */

import { likely } from '../../base/closest.ts';
import type { Check } from '../../conformance/check.ts';
import { roleInWords } from '../../conformance/roles.ts';
import type { Clause } from '../../spec/clauses/clause.ts';
import type { Decision } from '../../spec/decisions.ts';
import { underPrefix } from './clause-prefix.ts';
import { CLOB_PROFILE, type CrossReference } from './cross-reference.ts';

/** The explanation as text and as data, or the ids most like one that does not exist. */
export type Explanation =
  | { readonly kind: 'found'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'unknown'; readonly suggestions: readonly string[] };

const SUGGESTIONS_MAX = 4;

/** A decision comes first (with or without `D/`), since its only statement may have its id; clauses, checks follow. */
export function explain(id: string, reference: CrossReference, decisions: readonly Decision[]): Explanation {
  const { register, clauses, checks } = reference;
  const decision = decisions.find((candidate) => id === candidate.id || id === `D/${candidate.id}`);
  if (decision !== undefined) return explainDecision(decision, reference);
  const clause = register.get(id);
  if (clause !== undefined)
    return { kind: 'found', text: clausePage(clause, reference.checksOf(clause)), data: withChecks(reference)(clause) };
  const check = checks.find((candidate) => candidate.id === id);
  if (check !== undefined) return explainCheck(check, reference);
  const group = underPrefix(clauses, id);
  if (group.length > 0)
    return { kind: 'found', text: clauseList(group, reference), data: group.map(withChecks(reference)) };
  const known = [
    // A prefix such as `4.8/limit` of `4.8/limit.max` is the beginning of several ids.
    ...clauses.flatMap(({ id: own }) => [own, own.replace(/(\/[^.]+)\..*$/, '$1')]),
    ...checks.map((candidate) => candidate.id),
    ...decisions.map((candidate) => `D/${candidate.id}`),
  ];
  return { kind: 'unknown', suggestions: likely(id, [...new Set(known)], SUGGESTIONS_MAX) };
}

/** A function that adds the ids of its checks to a clause. */
export function withChecks({ checksOf }: CrossReference): (clause: Clause) => object {
  return (clause) => ({ ...clause, checks: checksOf(clause).map(({ id }) => id) });
}

function explainCheck(check: Check, { register }: CrossReference): Explanation {
  const clauses = check.clauses.flatMap((id) => register.get(id) ?? []);
  const { run, ...data } = check;
  return { kind: 'found', text: checkPage(check, clauses), data: { ...data, clauses } };
}

function explainDecision(decision: Decision, reference: CrossReference): Explanation {
  const clauses = underPrefix(reference.register.clauses, `D/${decision.id}`);
  const data = { ...decision, clauses: clauses.map(withChecks(reference)) };
  return { kind: 'found', text: decisionPage(decision, clauses, reference), data };
}

/** Clauses grouped by section, each with its checks or the reason it has none, and a count at the end. */
export function clauseList(clauses: readonly Clause[], { checksOf, isUnjudged }: CrossReference): string {
  const groups = bySection(clauses, (clause) => entry(clause, checksOf(clause)));
  const excluded = clauses.filter((clause) => clause.excluded !== undefined).length;
  const unjudged = clauses.filter(isUnjudged).length;
  const levels = [...Map.groupBy(clauses, (clause) => clause.level)].map(([level, { length }]) => `${length} ${level}`);
  const counts =
    `${clauses.length} clauses: ${levels.join(', ')}; ` +
    `${excluded} excluded with a reason, ${unjudged} without a check`;
  return `${[...groups, counts].join('\n\n')}\n`;
}

function bySection<Item extends { readonly section: string }>(
  items: readonly Item[],
  entryOf: (item: Item) => string,
): readonly string[] {
  const groups = [...Map.groupBy(items, ({ section }) => section)];
  return groups.map(([section, members]) => [`Section ${section}`, ...members.map(entryOf)].join('\n'));
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
function clausePage(clause: Clause, checks: readonly Check[]) {
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

function checkPage(check: Check, clauses: readonly Clause[]): string {
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

function brief({ id, level, text, looks, fix }: Clause) {
  return page(`${id}  ${level}`, [
    ['statement', text],
    ['a failure', looks],
    ['how to fix', fix],
  ]);
}

/** One decision in full: the gap, the choice, the choices of other services, and the statements that are judged. */
function decisionPage(decision: Decision, clauses: readonly Clause[], { checksOf }: CrossReference): string {
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
  return `${[...bySection(decisions, decisionEntry), `${decisions.length} decisions`].join('\n\n')}\n`;
}

/** The alternatives, each with the reason why no quirk shows it, if there is one. */
function alternativesOf({ alternatives }: Decision) {
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
