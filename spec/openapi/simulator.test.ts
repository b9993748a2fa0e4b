import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { runChecks } from '../../conformance/run.ts';
import { allChecks } from '../../conformance/suite.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { get, type Request, type Response, type Target, withJson } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { loadRegister } from '../clauses/register.ts';
import type { Param } from '../route.ts';
import { ROUTES, routeById } from '../routes.ts';
import { openapiDocument, responseSchema } from './document.ts';
import { BODY_EXAMPLES, parameterExample } from './examples.ts';

const document = openapiDocument();
const ajv = new Ajv2020({ strict: false });
const validators = new Map<string, ValidateFunction>();

/** The fault of a response, in one line; undefined if it is valid or its route is not in the table. */
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

it('no check fails the simulator in a whole run, and no response violates the document', async () => {
  const simulator = createSimulator({ world: 'small', seed: '7' });
  const target = inProcessTarget(simulator);
  const violations = new Set<string>();
  let responses = 0;
  const watched: Target = {
    ...target,
    async send(request) {
      const outcome = await target.send(request);
      if (outcome.kind === 'response') {
        responses += 1;
        const problem = violation(request, outcome.response);
        if (problem !== undefined) violations.add(problem);
      }
      return outcome;
    },
  };
  const { checks } = await runChecks({
    target: watched,
    checks: allChecks(),
    register: loadRegister(),
    credentials: simulator.credentials,
    allowWrites: true,
    profile: 'document',
  });
  const passing = ['pass', 'note', 'not-applicable'];
  expect(checks.filter(({ verdict }) => !passing.includes(verdict))).toEqual([]);
  expect(simulator.bugs).toEqual([]);
  expect([...violations]).toEqual([]);
  expect(responses).toBeGreaterThan(500);
  expect([...validators.keys()].filter((key) => key.endsWith(' 200')).length).toBe(ROUTES.length);
});

it('a field too many, a field too few and another family are violations', () => {
  const broken = (path: string, status: number, body: unknown) =>
    violation(get(path), { status, headers: {}, body: JSON.stringify(body) });
  expect(broken('/events/creators', 200, [{ id: '1' }])).toContain('must have required property');
  expect(broken('/positions', 400, { error: 'missing_field: user', type: 'bad request' })).toContain('additional');
  expect(broken('/markets', 400, { error: 'no type' })).toContain('must have required property');
  expect(broken('/markets', 400, { type: 'bad request', error: 'limit' })).toBeUndefined();
});

/** The value of an example as it stands in a URL. */
const inUrl = (example: unknown): string =>
  encodeURIComponent(Array.isArray(example) ? example.join(',') : String(example));

it('every example of a parameter or of a batch body gets a successful response from the simulator', () => {
  const simulator = createSimulator({ world: 'small', seed: '1' });
  const failed: string[] = [];
  const expectSuccess = (request: Request): void => {
    const { status, body } = simulator.handle(request);
    if (status !== 200) failed.push(`${request.path}?${request.query}: ${status} ${body}`);
  };
  for (const route of ROUTES.filter(({ auth }) => auth === 'none')) {
    const example = (param: Param): string => inUrl(parameterExample(route, param));
    const path = route.pathParam ? route.path.replace(/\{\w+\}/, example(route.pathParam)) : route.path;
    if (route.body === 'tokens') expectSuccess(withJson('POST', path, BODY_EXAMPLES.tokens));
    if (route.body !== 'none') continue;
    const required = route.query.filter((param) => param.required);
    for (const param of [undefined, ...route.query]) {
      const query = new Set([...required, ...(param === undefined ? [] : [param])]);
      expectSuccess({ ...get(path), query: [...query].map((one) => `${one.name}=${example(one)}`).join('&') });
    }
  }
  expect(failed).toEqual([]);
});
