/** conformance/verdict/causes: failures by cause, in the order in which an implementer should fix them. */
import type { ClauseLevel } from '../../spec/clauses/clause.ts';
import { isRouteId, ROUTES } from '../../spec/routes.ts';
import { existenceCheckId } from '../checks/routes/existence.ts';
import type { Cause, CheckResult, Finding } from '../report.ts';
import { errorCheckId, shapeCheckId } from '../shape/responses.ts';
import { causeTitle, type Sign, type Stage } from './cause-titles.ts';

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
function isUnseen({ id, route, verdict, reason }: CheckResult): boolean {
  return isRouteId(route) && id === existenceCheckId(route) && verdict === 'not-testable' && UNKNOWN.test(reason ?? '');
}

const UNKNOWN = /like an unknown path/;

/** The reason of a check whose first order was refused. */
const ORDER = /^the target refuses /;

/** Routes whose rows are in another order, and the fields that the shape checks failed. */
type Known = { readonly ordered: ReadonlySet<string | undefined>; readonly broken: ReadonlySet<string | undefined> };

function isShape({ id, route }: CheckResult): boolean {
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
