import { describe, expect, it } from 'vitest';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { RouteId } from '../../spec/route.ts';
import { ROUTES, routeById } from '../../spec/routes.ts';
import { get, type Response } from '../../wire/message.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { json } from '../fixtures/fake-target.ts';
import { errorClauses } from './checks.ts';
import { ResponseJudge } from './responses.ts';

const register = loadRegister();

/** Validates one response: findings as `check clause pointer`, and the clauses that it showed. */
function judge(
  route: RouteId,
  { status, headers, body }: Response,
): { findings: string[]; seen: readonly string[]; facts: string[] } {
  const answers = new ResponseJudge(register);
  const evidence = createEvidence();
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  answers.judge(
    routeById(route),
    { request: get(routeById(route).path), status, headers, text: body, json: parsed },
    evidence,
  );
  const findings = [...evidence.findings].flatMap(([check, clauses]) =>
    [...clauses].flatMap(([clause, { first }]) => first.map(({ pointer }) => `${check} ${clause} ${pointer}`.trim())),
  );
  return {
    findings,
    seen: answers.seen(),
    facts: [...evidence.facts].map(([subject, values]) => `${subject} ${[...values].join()}`),
  };
}

describe('a good answer', () => {
  it('shows status, content type and shape of its route', () => {
    const { findings, seen } = judge('markets', json([], 200, { 'content-type': 'Application/JSON; charset=utf-8' }));
    expect(findings).toEqual([]);
    expect(seen).toEqual(['D/extra-fields', '4.11/response.status', '4.11/response.json', '4.11/response.shape']);
  });

  it.each([
    ['another status', json([], 201), 'markets.shape 4.11/response.status'],
    ['another content type', json([], 200, { 'content-type': 'text/plain' }), 'markets.shape 4.11/response.json'],
    [
      'a longer content type',
      json([], 200, { 'content-type': 'application/jsonp' }),
      'markets.shape 4.11/response.json',
    ],
    [
      'no JSON',
      { status: 200, headers: { 'content-type': 'application/json' }, body: '[' },
      'markets.shape 4.11/response.json',
    ],
    ['a wrapper', json({ data: [] }), 'markets.shape 4.11/response.shape'],
  ])('has not %s', (_, response, finding) => {
    expect(judge('markets', response).findings).toEqual([finding]);
  });

  it('is not an error body', () => {
    expect(judge('live-orders', json({ error: 'who are you' })).findings).toContain(
      'live-orders.shape 7/statuses.not-success',
    );
  });

  it('with more fields breaks a decision and no clause of the interface, and is part of the fingerprint', () => {
    const { findings, facts } = judge('heartbeat', json({ status: 'ok', uptime: 5 }));
    expect(findings).toEqual(['heartbeat.shape D/extra-fields']);
    expect(facts).toEqual(['extra-fields.heartbeat uptime']);
  });
});

describe('an error answer', () => {
  it.each([
    ['books', { error: 'body is not an array' }],
    ['markets', { type: 'bad request', error: 'limit' }],
    ['positions', { error: 'missing_field: user' }],
  ] as const)('of %s has the shape of its family', (route, body) => {
    const { findings, seen } = judge(route, json(body, 418));
    expect(findings).toEqual([]);
    expect(new Set(seen)).toEqual(new Set(errorClauses(routeById(route), register)));
  });

  it.each([
    ['books', json({ error: 7 }, 400), ['7/books.family /error', '7/error.sentence /error']],
    ['books', json({ error: '' }, 400), ['7/error.sentence /error']],
    ['books', json({ error: 'no', type: 'bad request' }, 400), ['7/plain.no-type /type']],
    ['markets', json({ error: 'no' }, 400), ['7/markets.family /type']],
    ['positions', json({ error: 'no user' }, 400), ['7/positions.family /error', '7/wallet.code /error']],
    ['event', json(['no'], 404), ['7/event.family']],
    [
      'event',
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' },
      ['7/event.family'],
    ],
    [
      'event',
      json({ type: 'not found error', error: 'no' }, 404, { 'content-type': 'text/plain' }),
      ['7/event.family'],
    ],
  ] as const)('of %s is judged: %j', (route, response, clauses) => {
    expect(judge(route, response).findings).toEqual(clauses.map((clause) => `${route}.error-shape ${clause}`));
  });

  it.each([json({}, 429), json({}, 503, { 'retry-after': '1' })])('to a throttled request is left open', (response) => {
    expect(judge('books', response)).toMatchObject({ findings: [], seen: [] });
  });
});

it('lists for every route clauses of its own answers and errors', () => {
  for (const route of ROUTES) expect(errorClauses(route, register)[0]).toBe(`7/${route.id}.family`);
});
