/** scenarios/reading/routes: warnings about unknown routes: usually misspelt, then a rejection proves nothing. */

import { likely } from '../../base/closest.ts';
import { isObject } from '../../base/json.ts';
import { ROUTES } from '../../spec/routes.ts';
import { bare } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { CONTROL_PREFIX } from '../../wire/target.ts';
import { partsOf } from '../expression/template.ts';
import { ExpressionError } from '../expression/trouble.ts';
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';
import { listOf, listsIn } from './steps.ts';

const METHODS: Readonly<Record<string, string>> = { get: 'GET', post: 'POST', delete: 'DELETE' };

/** Reports them, in these steps and nested ones. `send: GET` means that the path is intended. */
export function reportStrangeRoutes(warnings: Reading, path: Path, steps: unknown): void {
  for (const [index, step] of listOf(steps).entries()) {
    if (!isObject(step)) continue;
    for (const [verb, method] of Object.entries(METHODS))
      reportStrange(warnings, [...path, index, verb], method, step[verb]);
    for (const inside of listsIn(step)) reportStrangeRoutes(warnings, [...path, index, ...inside.path], inside.steps);
  }
}

function reportStrange(warnings: Reading, place: Path, method: string, target: unknown): void {
  const path = typeof target === 'string' ? plainPath(target) : undefined;
  if (path === undefined || path.startsWith(CONTROL_PREFIX) || isListed(method, path)) return;
  warnings.report(place, () => {
    const other = Object.values(METHODS).find((one) => isListed(one, path));
    const known = ROUTES.filter((route) => route.method === method).map((route) => route.path);
    const [near] = likely(path, known);
    const meant = near === undefined ? '' : `: did you mean ${method} ${near}?`;
    const advice = other === undefined ? meant : `: there is ${other} ${path}.`;
    return `the interface lists no ${method} ${path}${advice} If it is meant: {send: ${method}, path: ${path}}`;
  });
}

/** The path with a word for each expression; undefined if one may be the whole path. */
function plainPath(target: string): string | undefined {
  try {
    const parts = partsOf(target);
    if (typeof parts[0] !== 'string' || !/^\/[^/]/.test(parts[0])) return undefined;
    return parts
      .map((part) => (typeof part === 'string' ? part : 'x'))
      .join('')
      .split('?')[0];
  } catch (error) {
    // An unterminated expression is reported as a problem.
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function isListed(method: string, path: string): boolean {
  return matchRoute(bare(method, path)) !== undefined;
}
