/** conformance/verdict/cause-titles: a cause in a few words, without its route. */
import { atPointer, pointerTo } from '../../base/json-pointer.ts';
import { ROUTES } from '../../spec/routes.ts';
import type { CheckResult, Finding } from '../report.ts';

/** A finding with its check; a check that could not run has none. */
export type Sign = { readonly check: CheckResult; readonly finding?: Finding };

/** The subject of a cause: an unserved route, a blocked capability, the form of responses, or their values. */
export type Stage = 'missing' | 'blocked' | 'shape' | 'values';

const NAMED = 4;

/** The statement that failures of one kind of checks share. */
const BY_KIND: Readonly<Record<string, string>> = {
  ordering: 'rows in another order',
  pagination: 'pages that do not fit together',
  bounds: 'limits and other values that are handled in another way',
  filter: 'filters with other results',
  error: 'errors that differ',
  signatures: 'signed requests that are judged in another way',
};

export function causeTitle(stage: Stage, id: string, signs: readonly Sign[]): string {
  const findings = signs.flatMap(({ finding }) => finding ?? []);
  const [first] = findings;
  if (first === undefined) return signs[0]?.check.reason ?? id;
  if (stage === 'missing') return `not served: ${first.actual.replaceAll('"', '')}`;
  // Findings of other checks about these fields follow from it.
  if (id.endsWith('/fields'))
    return fieldsTitle(signs.flatMap(({ check, finding }) => (finding && check.id.endsWith('.shape') ? finding : [])));
  const failing = new Set(signs.filter(({ finding }) => finding !== undefined).map(({ check }) => check));
  if (stage === 'shape') return `${sameOnRoutes(first)}${onRoutes([...failing].flatMap(({ route }) => route ?? []))}`;
  const kind = BY_KIND[id.slice(id.lastIndexOf('/') + 1)];
  if (failing.size === 1) return difference(first);
  return `${failing.size} checks: ${kind ?? difference(first)}`;
}

/** `15 fields are missing: question, slug and 13 more; 1 field has another form: id` */
function fieldsTitle(findings: readonly Finding[]): string {
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
