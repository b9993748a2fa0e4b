/**
 * conformance/checks/catalog/errors: errors of the catalog and market routes (interface 7): one check for each malformed
 * request and missing entity, the `type` of catalog errors, and statuses.
 */

import { BAD_REQUEST, NOT_FOUND } from '../../../spec/errors.ts';
import { textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { refusal } from '../assertions.ts';
import { check } from '../definition.ts';
import type { Condition, Probe } from './error-probes.ts';
import { probes } from './error-probes.ts';

const typeOf: Readonly<Record<Condition, string>> = { 'bad-request': BAD_REQUEST, 'not-found': NOT_FOUND };
const statusOf: Readonly<Record<Condition, number>> = { 'bad-request': 400, 'not-found': 404 };

/**
 * Judges the two fields of a catalog error. If the response may treat a malformed name as an unknown one (`isOpen`), either
 * type is valid.
 */
function judgeType(context: CheckContext, condition: Condition, response: Exchange, isOpen: boolean): void {
  const type = textAt(response.json, 'type');
  const types = isOpen ? Object.values(typeOf) : [typeOf[condition]];
  context.expect(`7/typed.${condition}`, types.includes(type ?? ''), response, {
    pointer: '/type',
    expected: types.join(' or '),
    expectation: { error: true, at: { '/type': { $in: types } } },
    actual: type,
  });
  if (condition !== 'not-found') return;
  const error = textAt(response.json, 'error') ?? '';
  context.expect('7/typed.not-found.text', /\p{L}{3}/u.test(error), response, {
    pointer: '/error',
    expected: 'a text that says what was not found',
    expectation: { at: { '/error': { $match: '[A-Za-z]{3}' } } },
    actual: error,
  });
}

/** Judges a decision about which of the two conditions applies: by type if the error has one, else by status. */
function judgeDecided(context: CheckContext, clause: string, condition: Condition, response: Exchange): void {
  const type = textAt(response.json, 'type');
  const holds = type === undefined ? response.status === statusOf[condition] : type === typeOf[condition];
  context.expect(clause, holds, response, {
    expected: `${typeOf[condition]}, status ${statusOf[condition]}`,
    expectation: type === undefined ? { status: statusOf[condition] } : { at: { '/type': typeOf[condition] } },
    actual: `${type ?? 'no type'}, status ${response.status}`,
  });
}

function probeCheck({ route: id, condition, what, why, needs, request, also = [], decided }: Probe): Check {
  const route = routeById(id);
  const clause = `7/${id}.${condition}`;
  const isTyped = route.family === 'typed';
  const typed = isTyped ? [`7/typed.${condition}`] : [];
  const text = isTyped && condition === 'not-found' ? ['7/typed.not-found.text'] : [];
  return check(id, `${condition}.${what}`, {
    title: `refused if ${why}`,
    clauses: [clause, ...typed, ...text, ...also, ...(decided === undefined ? [] : [decided])],
    kind: 'error',
    needs: needs ?? [],
    cost: { [id]: 1 },
    run: async (context) => {
      const response = await context.send(request(context));
      for (const other of also) context.judge(refusal(other, response, why));
      if (!context.judge(refusal(clause, response, why))) return;
      context.fact(`status.${condition}.${id}`, String(response.status));
      if (isTyped) judgeType(context, condition, response, condition === 'bad-request' && decided !== undefined);
      if (decided !== undefined) judgeDecided(context, decided, condition, response);
    },
  });
}

export const catalogErrorChecks: readonly Check[] = probes.map(probeCheck);
