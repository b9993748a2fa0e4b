/**
 * proof/judge/planted/plants: a fault planted in the simulator, and the clauses that one check finds broken by it.
 * Tests of checks use it to show that each check can fail.
 */

import type { CheckResult, Finding } from '../../../conformance/report.ts';
import { runChecks } from '../../../conformance/run.ts';
import type { RunOptions } from '../../../conformance/run-options.ts';
import { allChecks } from '../../../conformance/suite.ts';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { isObject, type JsonObject, objectsIn, parseJson } from '../../../spec/json.ts';
import { get, type Handler, isSuccess, type Request } from '../../../wire/message.ts';

/** Wraps a correct service into a faulty one. */
export type Plant = (handle: Handler) => Handler;

/** A fault: the check and the clause that must detect it, its description, and its implementation. */
export type PlantedFault = readonly [check: string, clause: string, what: string, plant: Plant];

const simulator = createSimulator({ seed: '1', world: 'small' });
const register = loadRegister();
const checks = allChecks();

/** Clauses with a finding when these checks judge the simulator with a fault planted; the profile is claimed. */
export async function brokenClauses(
  ids: readonly string[],
  plant: Plant,
  allowWrites = false,
): Promise<readonly string[]> {
  return (await plantedFindings(ids, plant, allowWrites)).map(({ clause }) => clause);
}

/** The findings themselves. */
export async function plantedFindings(
  ids: readonly string[],
  plant: Plant,
  allowWrites = false,
): Promise<readonly Finding[]> {
  simulator.reset();
  const results = await resultsOf(ids, plant(simulator.handle), { allowWrites });
  return results.flatMap(({ findings }) => findings);
}

/** The clauses that each check finds broken in one run; the fault of a check is planted only while that check runs. */
export async function brokenByFault(faults: readonly PlantedFault[]): Promise<ReadonlyMap<PlantedFault, string[]>> {
  simulator.reset();
  let handle = simulator.handle;
  const results = await resultsOf(
    faults.map(([check]) => check),
    (request) => handle(request),
    {
      allowWrites: true,
      jobs: 1,
      onProgress: (progress) => {
        const fault = faults.find(([check]) => progress.kind === 'start' && check === progress.id);
        if (fault !== undefined) handle = fault[3](simulator.handle);
        else if (progress.kind === 'start' || progress.kind === 'check') handle = simulator.handle;
      },
    },
  );
  return new Map(
    faults.map((fault) => {
      const findings = results.flatMap(({ id, findings }) => (id === fault[0] ? findings : []));
      return [fault, findings.map(({ clause }) => clause)];
    }),
  );
}

/** The results of these checks of a service that is the simulator behind a wrapper. */
async function resultsOf(
  ids: readonly string[],
  handle: Handler,
  { allowWrites, ...options }: Partial<RunOptions>,
): Promise<readonly CheckResult[]> {
  const { checks: results } = await runChecks({
    target: inProcessTarget({ ...simulator, handle }),
    checks: checks.filter(({ id }) => ids.includes(id)),
    register,
    profile: 'document',
    seed: '1',
    ...(allowWrites === true ? { credentials: simulator.credentials, allowWrites } : {}),
    ...options,
  });
  const missing = ids.find((id) => !results.some((result) => result.id === id));
  if (missing !== undefined) throw new Error(`no check has the id ${missing}`);
  const error = results.find(({ verdict }) => verdict === 'error');
  if (error !== undefined) throw new Error(`${error.id} ended in an error: ${error.reason}`);
  return results;
}

/** The service without a fault. */
export const sound: Plant = (handle) => handle;

/** Changes the JSON of successful responses on paths that match. */
export function responding(path: RegExp, change: (json: unknown, request: Request) => unknown): Plant {
  return (handle) => (request) => {
    const response = handle(request);
    if (!path.test(request.path) || !isSuccess(response)) return response;
    return { ...response, body: JSON.stringify(change(parseJson(response.body), request)) };
  };
}

/** Changes every object of the list in successful responses: the body itself or its `data`. */
export function eachRow(path: RegExp, change: (row: JsonObject, index: number) => JsonObject): Plant {
  return responding(path, (json) =>
    isObject(json) ? { ...json, data: objectsIn(json['data']).map(change) } : objectsIn(json).map(change),
  );
}

/** Changes the object of successful responses. */
export function theObject(path: RegExp, change: (row: JsonObject) => JsonObject): Plant {
  return responding(path, (json) => (isObject(json) ? change(json) : json));
}

/** Changes the query before the service sees it. */
export function asking(path: RegExp, change: (query: URLSearchParams) => void): Plant {
  return (handle) => (request) => {
    if (!path.test(request.path)) return handle(request);
    const query = new URLSearchParams(request.query);
    change(query);
    return handle({ ...request, query: query.toString() });
  };
}

/** Responds to requests that match with success and the given body. */
export function succeeding(applies: (request: Request) => boolean, json: unknown): Plant {
  return replying(applies, 200, json);
}

/** Refuses requests that match, with a status and an error of the catalog. */
export function refusing(applies: (request: Request) => boolean, status = 400): Plant {
  return replying(applies, status, { type: 'bad request', error: 'refused' });
}

function replying(applies: (request: Request) => boolean, status: number, json: unknown): Plant {
  return (handle) => (request) => {
    if (!applies(request)) return handle(request);
    const { headers } = handle(get('/events/creators'));
    return { status, headers, body: JSON.stringify(json) };
  };
}

/** Changes the errors on paths that match. */
export function erring(path: RegExp, change: (json: JsonObject) => JsonObject): Plant {
  return (handle) => (request) => {
    const response = handle(request);
    const json = parseJson(response.body);
    if (!path.test(request.path) || isSuccess(response) || !isObject(json)) return response;
    return { ...response, body: JSON.stringify(change(json)) };
  };
}
