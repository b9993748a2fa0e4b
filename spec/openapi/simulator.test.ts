import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { runChecks } from '../../conformance/run.ts';
import { allChecks } from '../../conformance/suite.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { get, type Request, type Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Target } from '../../wire/target.ts';
import { loadRegister } from '../clauses/register.ts';
import { routeById } from '../routes.ts';
import { openapiDocument } from './document.ts';
import { responseSchema } from './response-schema.ts';

const document = openapiDocument();
const ajv = new Ajv2020({ strict: false });
const validators = new Map<string, ValidateFunction>();

/** What is wrong with an answer, in one line; undefined where it is right or on no route of the table. */
function violation(request: Request, { status, body }: Response): string | undefined {
  const route = matchRoute(request);
  if (route === undefined) return undefined;
  const key = `${route.id} ${status}`;
  const validate = validators.get(key) ?? ajv.compile(responseSchema(document, route.id, status));
  validators.set(key, validate);
  if (validate(JSON.parse(body))) return undefined;
  const { path, method } = routeById(route.id);
  return `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}: ${body.slice(0, 200)}`;
}

it('no answer of the simulator in a whole run violates the document', async () => {
  const simulator = createSimulator({ world: 'small', seed: '7' });
  const target = inProcessTarget(simulator);
  const violations = new Set<string>();
  let answers = 0;
  const watched: Target = {
    ...target,
    async send(request) {
      const outcome = await target.send(request);
      if (outcome.kind === 'response') {
        answers += 1;
        const problem = violation(request, outcome.response);
        if (problem !== undefined) violations.add(problem);
      }
      return outcome;
    },
  };
  await runChecks({
    target: watched,
    checks: allChecks(),
    register: loadRegister(),
    credentials: simulator.credentials,
    allowWrites: true,
    profile: 'document',
  });
  expect([...violations]).toEqual([]);
  expect(answers).toBeGreaterThan(500);
  expect([...validators.keys()].filter((key) => key.endsWith(' 200')).length).toBe(24);
});

it('a field too many, a field too few and another family are violations', () => {
  const broken = (path: string, status: number, body: unknown) =>
    violation(get(path), { status, headers: {}, body: JSON.stringify(body) });
  expect(broken('/events/creators', 200, [{ id: '1' }])).toContain('must have required property');
  expect(broken('/positions', 400, { error: 'missing_field: user', type: 'bad request' })).toContain('additional');
  expect(broken('/markets', 400, { error: 'no type' })).toContain('must have required property');
  expect(broken('/markets', 400, { type: 'bad request', error: 'limit' })).toBeUndefined();
});
