/** scenarios/running/request-step: a step that sends a request: its response is judged, and kept. */

import { closest } from '../../base/closest.ts';
import { parseJson } from '../../base/json.ts';
import { pointed } from '../../base/json-pointer.ts';
import { omitUndefined } from '../../base/record.ts';
import { requestTarget } from '../../wire/message.ts';
import { differencesOf, type ParsedResponse } from '../../wire/pattern/expectation.ts';
import { cut } from '../../wire/pattern/matcher.ts';
import { fill, type Scope } from '../expression/expression.ts';
import type { Captures } from '../language/step.ts';
import { type Play, ScenarioError, StepFailed, scopeOf, unmet, type Variables } from './play.ts';
import { prepare, type SendingStep } from './requests.ts';
import type { Shown } from './result.ts';

export async function sendStep(
  play: Play,
  step: SendingStep,
  variables: Variables,
  before: Scope,
  at: string,
): Promise<void> {
  if (step.lose !== undefined && (step.expect !== undefined || step.capture !== undefined))
    throw new ScenarioError(`${at}: a lost request or response cannot be judged: remove expect and capture, or lose`);
  const { request, as } = await prepare(play, step, before);
  const title = step.name ?? `${request.method} ${requestTarget(request)}${as === undefined ? '' : ` as ${as}`}`;
  const body = typeof request.body === 'string' ? request.body : undefined;
  const sent = omitUndefined({ method: request.method, target: requestTarget(request), as, body });
  if (step.lose === 'request') return reportStepTrace(play, step, at, { request: sent }, 'request');
  play.requests += 1;
  const outcome = await play.stage.send(request);
  if (step.lose === 'response') return reportStepTrace(play, step, at, { request: sent }, 'response');
  if (outcome.kind === 'trouble')
    throw unmet(at, title, 'a response', `${outcome.trouble}: ${outcome.detail}`, { request: sent });
  const { response } = outcome;
  const parsed: ParsedResponse = { response, json: parseJson(response.body) };
  play.shown = { request: sent, answer: { status: response.status, body: response.body } };
  variables['last'] = { status: response.status, headers: response.headers, body: parsed.json ?? response.body };
  if (step.expect !== undefined) play.judged += 1;
  const isJudged = step.expect !== undefined || step.capture !== undefined;
  const scope = isJudged ? scopeOf(variables) : {};
  const differences =
    step.expect === undefined ? [] : [...differencesOf(step.expect, request, parsed, (value) => fill(value, scope))];
  const exhausted = play.stage.exhausted?.();
  if (differences.length > 0 && exhausted !== undefined)
    differences.push({ pointer: '', expected: 'a response that is not throttled', actual: exhausted });
  reportStepTrace(play, step, at, play.shown, undefined, differences.length > 0);
  if (differences.length > 0) throw new StepFailed(at, title, differences, play.shown);
  capture(step.capture ?? {}, parsed, variables, scope, at, title, play.shown);
}

function reportStepTrace(
  play: Play,
  step: SendingStep,
  at: string,
  exchange: Shown,
  lost: 'request' | 'response' | undefined,
  failed = false,
) {
  const [verb = ''] = Object.keys(step);
  const line = { at, verb, ms: play.clock - play.startedAt, exchange, lost, failed: failed || undefined };
  play.onStepTrace?.(omitUndefined(line));
}

function capture(
  captures: Captures,
  { json, response }: ParsedResponse,
  variables: Variables,
  scope: Scope,
  at: string,
  title: string,
  shown: Shown,
) {
  for (const [name, source] of Object.entries(captures)) {
    const isPointer = source === '' || source.startsWith('/');
    const filled = fill(source, scope);
    const place = isPointer ? pointed(json, String(filled)) : { found: true, value: filled };
    if (!place.found) {
      const near = nearestPlace(json, String(filled));
      const actual = `nothing: ${near}; status ${response.status}: ${cut(response.body)}`;
      throw new StepFailed(at, title, [{ pointer: source, expected: `a value to capture as ${name}`, actual }], shown);
    }
    setVariable(variables, name, place.value);
  }
}

export function setVariable(variables: Variables, name: string, value: unknown): void {
  let owner: Variables | null = variables;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as Variables | null;
  (owner ?? variables)[name] = value;
}

const KEYS_SHOWN = 5;
const VALUE_SHOWN = 40;
const KEY_MAX = 60;
/** A pointer may contain values of a response. */
const PARTS_MAX = 50;

/** The longest part of a pointer that exists, and the nearest keys there: `/data/0 has orderID, owner, ...`. */
export function nearestPlace(value: unknown, pointer: string): string {
  const parts = pointer.split('/', PARTS_MAX).slice(1);
  let length = parts.length - 1;
  while (length > 0 && !pointed(value, placeOf(parts, length)).found) length -= 1;
  const at = placeOf(parts, length);
  const here = pointed(value, at).value;
  return `${at === '' ? 'the body' : at} ${contents(here, parts[length] ?? '')}`;
}

function placeOf(parts: readonly string[], length: number) {
  return parts
    .slice(0, length)
    .map((part) => `/${part}`)
    .join('');
}

function contents(value: unknown, wanted: string): string {
  if (Array.isArray(value)) return `is a list of ${value.length}`;
  if (typeof value !== 'object' || value === null)
    return `is ${value === undefined ? 'no JSON' : JSON.stringify(value).slice(0, VALUE_SHOWN)}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'is empty';
  const shown = closest(
    wanted.slice(0, KEY_MAX),
    keys.filter((key) => key.length <= KEY_MAX).slice(0, 200),
    KEYS_SHOWN,
  );
  return `has ${shown.join(', ')}${keys.length > shown.length ? ', ...' : ''}`;
}
