/** sim/http/control: the routes under `/_touchstone/` that move time and provoke faults, on request only. */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { MOMENT_LIMIT } from '../../spec/venue/rules.ts';
import { CONTROL_PREFIX, FAULT_SWITCHES, type FaultSwitch, type Request, type Response } from '../../wire/message.ts';
import type { WorldCommand } from '../commands/command-words.ts';
import { type FaultCount, type FaultRule, FaultsError, parseFaults } from '../faults/rule.ts';
import { jsonResponse } from '../headers.ts';
import { JournalError } from '../journal/journal-error.ts';
import { WorldError } from '../world/world-error.ts';

/** The object of the control routes, for example a simulator. */
export type Controllable = {
  now(): number;
  advance(ms: number): void;
  /** The next moment of due work or of a command of the tape. */
  nextDue(): number | undefined;
  reset(): void;
  hash(): string;
  fault(fault: FaultSwitch): void;
  /** Moves the world; throws `WorldError` for an invalid or refused command. Absent: the route does not exist. */
  command?(command: WorldCommand): object;
  /** Replaces the rules for failures as clients meet them, if any are passed, and returns them with their counts. */
  faults?(rules?: readonly FaultRule[]): readonly FaultCount[];
  /** After the journal fails, the control routes show no state that it does not contain. */
  readonly journal?: { readonly failure: JournalError | undefined } | undefined;
};

/** The longest single step of the clock: a hundred years. */
const ADVANCE_MS_MAX = 100 * 366 * 24 * 3_600 * 1_000;

const Advance = z.union([
  z.strictObject({ ms: z.int().min(0).max(ADVANCE_MS_MAX) }),
  z.strictObject({ to: z.literal('next-event') }),
]);
const ADVANCE_SHAPE = `{"ms": whole milliseconds, at most ${ADVANCE_MS_MAX}} or {"to": "next-event"}`;
const Faults = z.union([
  z.strictObject({ fault: z.enum(FAULT_SWITCHES) }),
  z.strictObject({ faults: z.array(z.unknown()) }),
]);
const FAULTS_SHAPE = '{"fault": "none", "internal-error" or "not-allowlisted"} or {"faults": [rules]}';

/** The response to a request whose path starts with `CONTROL_PREFIX`. */
export function controlResponse(service: Controllable, request: Request): Response {
  try {
    return respond(service, request);
  } catch (error) {
    // Moves of the clock enter the journal, too.
    if (error instanceof JournalError) return jsonResponse(500, { error: error.message });
    if (error instanceof WorldError || error instanceof FaultsError) return jsonResponse(400, { error: error.message });
    throw error;
  }
}

function respond(service: Controllable, request: Request): Response {
  const name = request.path.slice(CONTROL_PREFIX.length);
  if (request.method === 'GET' && service.journal?.failure !== undefined) throw service.journal.failure;
  switch (`${request.method} ${name}`) {
    case 'GET now':
      return jsonResponse(200, { now: service.now() });
    case 'GET hash':
      return jsonResponse(200, { hash: service.hash() });
    case 'POST reset':
      service.reset();
      return jsonResponse(200, { now: service.now(), hash: service.hash() });
    case 'GET faults':
      return jsonResponse(200, { faults: service.faults?.() ?? [] });
    case 'POST advance':
      return withBody(request, Advance, ADVANCE_SHAPE, (body) =>
        'ms' in body ? advance(service, body.ms) : advanceToNext(service),
      );
    case 'POST faults':
      return withBody(request, Faults, FAULTS_SHAPE, (body) => {
        if ('faults' in body) return setFaults(service, body.faults);
        service.fault(body.fault);
        return jsonResponse(200, body);
      });
    case 'POST command':
      if (service.command === undefined) return jsonResponse(404, { error: 'this service takes no commands' });
      return jsonResponse(200, {
        ...service.command(bodyOf(request) as WorldCommand),
        now: service.now(),
        hash: service.hash(),
      });
    default:
      return jsonResponse(404, {
        error: 'control routes: GET now, GET hash, GET faults, POST advance, POST command, POST reset, POST faults',
      });
  }
}

/** Replaces the rules of faults; an invalid one changes nothing. */
function setFaults(service: Controllable, rules: readonly unknown[]): Response {
  if (service.faults === undefined) return jsonResponse(400, { error: 'this service takes no rules of faults' });
  return jsonResponse(200, { faults: service.faults(parseFaults(rules)) });
}

function advance(service: Controllable, ms: number): Response {
  const now = service.now();
  if (now + ms > MOMENT_LIMIT) {
    return jsonResponse(400, { error: `the clock is at ${now} and ends at ${MOMENT_LIMIT}: ${ms} ms are too many` });
  }
  service.advance(ms);
  return jsonResponse(200, { now: service.now() });
}

/** Moves the clock to the next moment of due work or of a command of the tape, if there is one. */
function advanceToNext(service: Controllable): Response {
  const now = service.now();
  const due = service.nextDue();
  if (due !== undefined && due <= MOMENT_LIMIT) service.advance(Math.max(0, due - now));
  return jsonResponse(200, { now: service.now(), next: service.nextDue() ?? null });
}

function withBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  shape: string,
  act: (body: z.infer<Schema>) => Response,
): Response {
  const parsed = schema.safeParse(bodyOf(request));
  return parsed.success ? act(parsed.data) : jsonResponse(400, { error: `the body must be ${shape}` });
}

/** The parsed body; undefined if it is not JSON. */
function bodyOf({ body }: Request) {
  return typeof body === 'string' ? parseJson(body) : undefined;
}
