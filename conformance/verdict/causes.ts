/**
 * conformance/verdict/causes: failures by cause, in the order in which an implementer should fix them, with a title of
 * few words.
 */

import { atPointer, pointerTo } from '../../base/json-pointer.ts';
import type { ClauseLevel } from '../../spec/clauses/clause.ts';
import { isRouteId, ROUTES } from '../../spec/routes.ts';
import { existenceCheckId } from '../checks/routes/existence.ts';
import type { Cause, CheckResult, Finding } from '../report.ts';
import { errorCheckId, shapeCheckId } from '../shape/responses.ts';

/** A finding with its check; a check that could not run has none. */
type Sign = { readonly check: CheckResult; readonly finding?: Finding };

/** The subject of a cause: an unserved route, a blocked capability, the form of responses, or their values. */
type Stage = 'missing' | 'blocked' | 'shape' | 'values';

const NAMED = 4;

/** The statement that failures of one kind of checks share. */
const TITLE_BY_KIND: Readonly<Record<string, string>> = {
  ordering: 'rows in another order',
  pagination: 'pages that do not fit together',
  bounds: 'limits and other values that are handled in another way',
  filter: 'filters with other results',
  error: 'errors that differ',
  signatures: 'signed requests that are judged in another way',
};

function causeTitle(stage: Stage, id: string, signs: readonly Sign[]) {
  const findings = signs.flatMap(({ finding }) => finding ?? []);
  const [first] = findings;
  if (first === undefined) return signs[0]?.check.reason ?? id;
  if (stage === 'missing') return `not served: ${first.actual.replaceAll('"', '')}`;
  // Findings of other checks about these fields follow from it.
  if (id.endsWith('/fields'))
    return fieldsTitle(signs.flatMap(({ check, finding }) => (finding && check.id.endsWith('.shape') ? finding : [])));
  const failing = new Set(signs.filter(({ finding }) => finding !== undefined).map(({ check }) => check));
  if (stage === 'shape') return `${sameOnRoutes(first)}${onRoutes([...failing].flatMap(({ route }) => route ?? []))}`;
  const kind = TITLE_BY_KIND[id.slice(id.lastIndexOf('/') + 1)];
  if (failing.size === 1) return difference(first);
  return `${failing.size} checks: ${kind ?? difference(first)}`;
}

/** `15 fields are missing: question, slug and 13 more; 1 field has another form: id` */
function fieldsTitle(findings: readonly Finding[]) {
  const missing = findings.filter(({ expected }) => expected === 'present and not null');
  const extra = findings.flatMap(({ expected }) => /^no field (.+)$/.exec(expected)?.[1] ?? []);
  const wrong = findings.filter((finding) => !missing.includes(finding) && !finding.expected.startsWith('no field '));
  const state = missing.some(({ actual }) => actual === 'null') ? 'missing or null' : 'missing';
  const parts = [
    ...fieldsThat(namesOf(missing), `is ${state}`, `are ${state}`),
    ...fieldsThat(namesOf(wrong), 'has another form', 'have another form'),
    ...fieldsThat([...new Set(extra)], 'should be absent', 'should be absent'),
  ];
  return parts.join('; ');
}

function fieldsThat(names: readonly string[], one: string, many: string): readonly string[] {
  if (names.length === 0) return [];
  return [`${names.length === 1 ? `1 field ${one}` : `${names.length} fields ${many}`}: ${listed(names)}`];
}

/** The fields, by their paths without the rows of lists. */
function namesOf(findings: readonly Finding[]): readonly string[] {
  const paths = findings.map(({ pointer }) => pointer.split('/').filter((step) => step !== '' && !/^\d+$/.test(step)));
  return [...new Set(paths.map((path) => (path.length === 0 ? 'the body' : path.reduce(pointerTo, '').slice(1))))];
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

function sameOnRoutes(finding: Finding): string {
  const [, field] = /^\/(type|error)$/.exec(finding.pointer) ?? [];
  return field !== undefined && finding.actual === 'missing' ? `errors have no \`${field}\`` : difference(finding);
}

function onRoutes(ids: readonly string[]): string {
  const paths = ROUTES.flatMap(({ id, method, path }) => (ids.includes(id) ? [`${method} ${path}`] : []));
  return paths.length === 0 ? '' : ` on ${paths.length === 1 ? '' : `${paths.length} routes: `}${listed(paths)}`;
}

function difference({ expected, actual, pointer }: Finding) {
  return `expected ${expected}; got ${actual}${atPointer(pointer)}`;
}

/** In the order of work. */
const STAGES: readonly Stage[] = ['missing', 'blocked', 'shape', 'values'];

/** How signs are grouped: `route` if all are of one route. */
type Group = { readonly id: string; readonly stage: Stage; readonly route?: string | undefined };

type Judged = { readonly checks: readonly CheckResult[]; readonly unverified: readonly string[] };

/** The causes of all failures without an expectation, and of all warnings. */
export function causesOf({ checks, unverified }: Judged): Cause[] {
  const signs = [...checks.flatMap(deviationsOf), ...checks.flatMap(idleOf)];
  const known: Known = {
    ordered: new Set(signs.flatMap(({ check }) => (check.kind === 'ordering' ? [check.route] : []))),
    broken: new Set(signs.flatMap(({ check, finding }) => (isShape(check) ? [fieldOf(check, finding)] : []))),
  };
  const groups = new Map<string, Group & { readonly signs: Sign[] }>();
  for (const sign of signs) {
    const group = groupOf(sign, known);
    const others = groups.get(group.id);
    if (others === undefined) groups.set(group.id, { ...group, signs: [sign] });
    else others.signs.push(sign);
  }
  const unseen = new Set(unverified);
  const ranked = [...groups.values()].flatMap((group) => {
    const cause = causeOf(group, unseen);
    // Checks that could not run are a cause only if that costs clauses.
    if (cause.findings === 0 && (group.stage === 'shape' || group.stage === 'values' || cause.gain === 0)) return [];
    return [{ cause, rank: [...rankOf(cause, group.stage), -cause.gain] }];
  });
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ cause }) => cause);
}

function deviationsOf(check: CheckResult): readonly Sign[] {
  if (check.expected === true) return [];
  return check.findings.flatMap((finding) => (finding.severity === 'note' ? [] : [{ check, finding }]));
}

/** A check that another failure, or a refused order, prevented from judging. */
function idleOf(check: CheckResult): readonly Sign[] {
  const isPrevented =
    check.verdict === 'blocked' ||
    isUnseen(check) ||
    (check.verdict === 'not-testable' && (SEE.test(check.remedy ?? '') || ORDER.test(check.reason ?? '')));
  return isPrevented ? [{ check }] : [];
}

/** The route to which the words of an idle check refer: `see markets.shape`. */
const SEE = /\bsee ([\w-]+)\.(exists|shape)\b/;

/** A route whose responses equal those to an unknown path. */
function isUnseen({ id, route, verdict, reason }: CheckResult) {
  return isRouteId(route) && id === existenceCheckId(route) && verdict === 'not-testable' && UNKNOWN.test(reason ?? '');
}

const UNKNOWN = /like an unknown path/;

/** The reason of a check whose first order was refused. */
const ORDER = /^the target refuses /;

/** Routes whose rows are in another order, and the fields that the shape checks failed. */
type Known = { readonly ordered: ReadonlySet<string | undefined>; readonly broken: ReadonlySet<string | undefined> };

function isShape({ id, route }: CheckResult) {
  return isRouteId(route) && id === shapeCheckId(route);
}

function fieldOf({ route }: CheckResult, finding: Finding | undefined): string | undefined {
  const [, name] = /\/([A-Za-z_]\w*)$/.exec(finding?.pointer ?? '') ?? [];
  return name === undefined ? undefined : `${route} ${name}`;
}

function groupOf({ check, finding }: Sign, { ordered, broken }: Known): Group {
  const { id, route, kind } = check;
  if (finding === undefined) {
    if (route !== undefined && isUnseen(check)) return missing(route);
    const [, other, what] = SEE.exec(`${check.reason} ${check.remedy}`) ?? [];
    if (other !== undefined) return what === 'exists' ? missing(other) : fields(other);
    if (ORDER.test(check.reason ?? '')) return { id: 'place-order/refused', stage: 'blocked', route: 'place-order' };
    return { id: `blocked/${check.capability}`, stage: 'blocked' };
  }
  if (isRouteId(route) && id === existenceCheckId(route)) return missing(route);
  if (isRouteId(route) && id === errorCheckId(route)) return { id: `errors/${aspectOf(finding)}`, stage: 'shape' };
  if (route !== undefined && isShape(check)) {
    const isWhole = /response\.(?:status|json)$|^7\//.test(finding.clause);
    return isWhole ? { id: `responses/${aspectOf(finding)}`, stage: 'shape' } : fields(route);
  }
  const field = fieldOf(check, finding);
  if (route !== undefined && field !== undefined && broken.has(field)) return fields(route);
  if (kind === 'auth') return { id: 'signatures', stage: 'values' };
  const isOrder = kind === 'ordering' || (kind === 'pagination' && ordered.has(route));
  if (isOrder || BY_KIND.has(kind))
    return { id: `${route ?? 'routes'}/${isOrder ? 'ordering' : kind}`, stage: 'values', route };
  return { id: finding.clause, stage: 'values', route };
}

/** Kinds of checks of which those of one route mostly fail for one reason. */
const BY_KIND: ReadonlySet<string> = new Set(['pagination', 'bounds', 'filter', 'error']);

const missing = (route: string): Group => ({ id: `${route}/missing`, stage: 'missing', route });
const fields = (route: string): Group => ({ id: `${route}/fields`, stage: 'shape', route });

/** The clause without its route, and the place: the same for the same mistake on several routes. */
function aspectOf({ clause, pointer }: Finding): string {
  const aspect = ROUTES.reduce((text, { id }) => text.replace(`/${id}.`, '/'), clause);
  return `${aspect.replace(/^4\.\d+\//, '')}${pointer.replaceAll(/\/\d+/g, '/*')}`;
}

function causeOf(
  { id, signs, stage, route }: Group & { readonly signs: readonly Sign[] },
  unseen: ReadonlySet<string>,
): Cause {
  const findings = signs.flatMap(({ finding }) => finding ?? []);
  const checks = [...new Set(signs.map(({ check }) => check))];
  const failed = findings.flatMap(({ severity, clause }) => (severity === 'fail' ? [clause] : []));
  const prevented = checks.flatMap(({ clauses }) => clauses).filter((clause) => unseen.has(clause));
  return {
    id,
    title: causeTitle(stage, id, signs),
    ...(route === undefined ? {} : { route }),
    level: LEVELS.find((level) => findings.some((finding) => finding.level === level)) ?? 'MUST',
    severity: findings.length === 0 || failed.length > 0 ? 'fail' : 'warn',
    clauses: [...new Set(findings.map(({ clause }) => clause))],
    checks: checks.map((check) => check.id),
    findings: findings.reduce((sum, { more = 0 }) => sum + 1 + more, 0),
    gain: new Set([...failed, ...prevented]).size,
  };
}

const LEVELS: readonly ClauseLevel[] = ['MUST', 'SHOULD', 'MAY', 'UNSPECIFIED'];

/** Failures before warnings, then by stage, then reads before writes. Two groups compare in this order. */
function rankOf({ severity, route }: Cause, stage: Stage): readonly number[] {
  const known = ROUTES.find(({ id }) => id === route);
  return [severity === 'fail' ? 0 : 1, STAGES.indexOf(stage), known?.auth === 'L2' ? 1 : 0];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
