/** sim/faults/rule: rules for failures as clients meet them, and one clear line for the first mistake in them. */
import { z } from 'zod';
import { likely } from '../../base/closest.ts';
import { SERVED_NAMES } from '../../wire/route-match.ts';
import { MARKET_EVENTS, USER_EVENTS } from '../streams/frame.ts';

const FAULT_KINDS = [
  'response-lost',
  'request-lost',
  'duplicate',
  'throttled',
  'error',
  'latency',
  'reset',
  'truncated',
  'stale',
  'slow-settlement',
] as const;
/** Failures of a stream: one message of one connection. */
const STREAM_KINDS = ['drop', 'delay', 'duplicate', 'reorder', 'cut'] as const;
const ALL_KINDS = [...FAULT_KINDS, ...STREAM_KINDS.filter((kind) => kind !== 'duplicate')] as const;
export type FaultKind = (typeof ALL_KINDS)[number];

const EVENTS = [...MARKET_EVENTS, ...USER_EVENTS] as const;
const DELAY_MS_MAX = 600_000;
const Count = z.int('must be a whole number, 1 or more').min(1, 'must be a whole number, 1 or more');
const Ms = z
  .int('must be whole milliseconds')
  .min(1, 'must be 1 or more')
  .max(DELAY_MS_MAX, `must be at most ${DELAY_MS_MAX}`);

const Rule = z
  .strictObject(
    {
      /** Method and path of the interface or a profile, such as `POST /order`. A rule has a route or a stream. */
      route: z.string('must be a route, such as "POST /order"').exactOptional(),
      /** Messages of this stream to any connection. */
      stream: z.enum(['market', 'user'], 'must be market or user').exactOptional(),
      /** Of a stream: only messages of this `event_type`. */
      event: z.enum(EVENTS, `must be one of ${EVENTS.join(', ')}`).exactOptional(),
      /** Only requests that this wallet signs, or messages to its user stream about its orders: name or address. */
      wallet: z.string('must be the name or the address of a wallet').exactOptional(),
      /** From this request on, `times` times (default once). */
      nth: Count.exactOptional(),
      every: Count.exactOptional(),
      chance: z.number('must be a number').gt(0, 'must be above 0').max(1, 'must be at most 1').exactOptional(),
      /** How often the rule may fire; default: once for `nth`, else without end. */
      times: Count.exactOptional(),
      kind: z.enum(ALL_KINDS, `must be one of ${ALL_KINDS.join(', ')}`),
      /** Of `error`: 500 to 599, default 500. */
      status: z.int('must be 500 to 599').min(500, 'must be 500 to 599').max(599, 'must be 500 to 599').exactOptional(),
      /** Of `throttled`: seconds of the header `Retry-After`; default: no header. */
      retryAfter: z.int('must be whole seconds').min(0, 'must be 0 or more').exactOptional(),
      /** Of `latency`, `slow-settlement`, `delay`: the delay. Of `stale`: the least age; default: the last change. */
      ms: Ms.exactOptional(),
    },
    'must be an object such as {"route": "POST /order", "nth": 1, "kind": "response-lost"}',
  )
  .readonly();
export type FaultRule = z.infer<typeof Rule>;

/** A rule with the number of requests or messages that it matched, and how often it fired. */
export type FaultCount = FaultRule & { readonly seen: number; readonly fired: number };

/** The kinds to which a field belongs. */
const FIELD_KINDS = {
  status: ['error'],
  retryAfter: ['throttled'],
  ms: ['latency', 'stale', 'slow-settlement', 'delay'],
} as const;

/** Invalid rules: one line with the place and the mistake. */
export class FaultsError extends Error {}

/** The rules, copied. Throws a `FaultsError` of one line that names the first mistake and its place. */
export function parseFaults(given: unknown): readonly FaultRule[] {
  if (!Array.isArray(given)) throw new FaultsError('faults must be a list of rules, [] for none');
  return given.map((item, index) => parseRule(item, `faults[${index}]`));
}

function parseRule(given: unknown, place: string): FaultRule {
  const { data: rule, error } = Rule.safeParse(given);
  if (rule === undefined) throw new FaultsError(`${place}${issueText(error?.issues[0])}`);
  const problem =
    (rule.route === undefined ? undefined : routeProblem(rule.route)) ?? subjectProblem(rule) ?? contradiction(rule);
  if (problem !== undefined) throw new FaultsError(`${place}${problem}`);
  return rule;
}

function issueText(issue: z.core.$ZodIssue | undefined) {
  if (issue?.code !== 'unrecognized_keys')
    return `${(issue?.path ?? []).map((key) => `.${String(key)}`).join('')} ${issue?.message}`;
  const [key = ''] = issue.keys;
  const [near] = likely(key, Object.keys(Rule.unwrap().shape));
  return ` has no field "${key}"${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

/** Undefined if the interface or a profile has this route. */
export function routeProblem(route: string, known: readonly string[] = SERVED_NAMES): string | undefined {
  if (known.includes(route)) return undefined;
  const [near] = likely(route, known);
  const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `: there is no route "${route}"; ${hint}`;
}

/** Whether the kind is one of the route or of the stream that the rule is about. */
function subjectProblem({ route, stream, event, wallet, kind }: FaultRule): string | undefined {
  if ((route === undefined) === (stream === undefined))
    return ` takes either a route, such as "POST /order", or a stream, market or user`;
  const kinds: readonly FaultKind[] = stream === undefined ? FAULT_KINDS : STREAM_KINDS;
  if (!kinds.includes(kind))
    return `: ${kind} is not for a ${stream === undefined ? 'route' : 'stream'}, which takes ${kinds.join(', ')}`;
  if (stream === undefined) return event === undefined ? undefined : ': event belongs to a stream, not to a route';
  if (wallet !== undefined && stream === 'market') return ': wallet belongs to a route or to the user stream';
  const events: readonly string[] = stream === 'market' ? MARKET_EVENTS : USER_EVENTS;
  if (event === undefined || events.includes(event)) return undefined;
  return `: the ${stream} stream has no ${event}, only ${events.join(', ')}`;
}

function contradiction(rule: FaultRule): string | undefined {
  const moments = (['nth', 'every', 'chance'] as const).filter((name) => rule[name] !== undefined);
  if (moments.length !== 1) {
    return ` takes exactly one of nth, every and chance, not ${moments.length === 0 ? 'none' : moments.join(' and ')}`;
  }
  for (const name of ['status', 'retryAfter', 'ms'] as const) {
    const kinds: readonly FaultKind[] = FIELD_KINDS[name];
    if (rule[name] !== undefined && !kinds.includes(rule.kind)) {
      return `: ${name} belongs to ${kinds.join(' and ')}, not to ${rule.kind}`;
    }
  }
  if (['latency', 'slow-settlement', 'delay'].includes(rule.kind) && rule.ms === undefined)
    return `: ${rule.kind} takes ms, the delay in milliseconds`;
  if (rule.kind === 'slow-settlement' && rule.route !== 'POST /order')
    return `: slow-settlement is for POST /order, whose orders trade, not for ${rule.route}`;
  if (rule.kind === 'stale' && !rule.route?.startsWith('GET ')) return `: stale is for reads, and ${rule.route} writes`;
  return undefined;
}
