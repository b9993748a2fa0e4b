/** sim/faults/faulty: the service and its streams on a network that fails by seeded rules, outside its state. */
import { createRng, type Rng } from '../../base/rng.ts';
import type { Handler, Request, Response } from '../../wire/message.ts';
import { routeNameOf } from '../../wire/route-match.ts';
import { addressIn } from '../exchanges.ts';
import { httpDate, jsonResponse } from '../headers.ts';
import type { FaultRule } from './rule.ts';

type FaultyParts = {
  readonly seed: string;
  readonly rules: readonly FaultRule[];
  readonly handle: Handler;
  /** The version of the state: it grows with each change. */
  version(): number;
  now(): number;
  /** The address of a wallet by its name, in lower case. */
  addressOf(wallet: string): string;
  /** Delays the settlement of the trades since a version by `ms`. */
  delay(from: number, ms: number): void;
};

/** `wallet`: the address that a message of the user stream is about. */
export type StreamMessage = {
  readonly stream: 'market' | 'user';
  readonly event: string;
  readonly wallet: string | undefined;
};

export type Faulty = ReturnType<typeof createFaulty>;

type Active = { readonly rule: FaultRule; readonly rng: Rng; seen: number; fired: number };

/** The service behind the rules. The first rule that fires decides; all rules that match count the request. */
export function createFaulty(parts: FaultyParts) {
  const active: readonly Active[] = parts.rules.map((rule, index) => {
    return { rule, rng: createRng(`${parts.seed}/faults/${index}`), seen: 0, fired: 0 };
  });
  const staleRoutes = new Set(parts.rules.flatMap(({ kind, route }) => (kind === 'stale' ? [route] : [])));
  const past = createPastReads();
  return {
    handle(request: Request) {
      const name = routeNameOf(request) ?? '';
      const due = active.filter(({ rule }) => concerns(rule, name, request, parts)).filter(isDue);
      const read = { key: keyOf(request), now: parts.now(), version: parts.version() };
      const first = due.find(({ rule }) => rule.kind !== 'stale' || past.find(read, rule.ms) !== undefined);
      if (first === undefined) {
        const response = parts.handle(request);
        if (staleRoutes.has(name)) past.keep({ ...read, version: parts.version(), response });
        return { response };
      }
      first.fired += 1;
      return { response: failed(first.rule, request, parts, past, read), fault: first.rule.kind };
    },
    /** Counts a message to one connection. Returns the rule by which it fails, if any. */
    message({ stream, event, wallet }: StreamMessage) {
      const [first] = active
        .filter(({ rule }) => rule.stream === stream && (rule.event ?? event) === event)
        .filter(({ rule }) => rule.wallet === undefined || wallet?.toLowerCase() === parts.addressOf(rule.wallet))
        .filter(isDue);
      if (first !== undefined) first.fired += 1;
      return first?.rule;
    },
    get counts() {
      return active.map(({ rule, seen, fired }) => ({ ...rule, seen, fired }));
    },
  };
}

function concerns({ route, wallet }: FaultRule, name: string, request: Request, parts: FaultyParts): boolean {
  if (route !== name) return false;
  return wallet === undefined || addressIn(request) === parts.addressOf(wallet);
}

/** Counts the request. Draws also when the rule is used up, so that `times` does not shift later draws. */
function isDue(state: Active) {
  const { nth, every, chance, times = nth === undefined ? Infinity : 1 } = state.rule;
  state.seen += 1;
  const isNow =
    chance === undefined
      ? nth === undefined
        ? state.seen % (every ?? 1) === 0
        : state.seen >= nth
      : state.rng.chance(chance);
  return isNow && state.fired < times;
}

const LOST: Response = { status: 0, headers: {}, body: '', delivery: { end: 'lost' } };

function failed(
  rule: FaultRule,
  request: Request,
  { handle, delay }: FaultyParts,
  past: PastReads,
  read: Parameters<PastReads['find']>[0],
): Response {
  switch (rule.kind) {
    case 'request-lost':
      return LOST;
    case 'response-lost':
      handle(request);
      return LOST;
    case 'duplicate':
      handle(request);
      return handle(request);
    case 'throttled': {
      const again = rule.retryAfter === undefined ? {} : { 'retry-after': String(rule.retryAfter) };
      return refusal(read.now, 429, 'too many requests', again);
    }
    case 'error':
      return refusal(read.now, rule.status ?? 500, 'the service failed on purpose');
    case 'latency':
      return { ...handle(request), delivery: { delayMs: rule.ms ?? 0 } };
    case 'reset':
      return { ...handle(request), delivery: { end: 'cut' } };
    case 'truncated': {
      const response = handle(request);
      return { ...response, body: response.body.slice(0, Math.floor(response.body.length / 2)) };
    }
    case 'slow-settlement': {
      const response = handle(request);
      delay(read.version, rule.ms ?? 0);
      return response;
    }
    case 'stale':
      return past.find(read, rule.ms) ?? handle(request);
    default:
      return handle(request);
  }
}

/** An error of a gateway in front of the service, which knows no error families. Its clock is that of the service. */
function refusal(now: number, status: number, error: string, headers: Readonly<Record<string, string>> = {}) {
  return jsonResponse(status, { error }, { date: httpDate(now), ...headers });
}

/** Equal for requests that read the same: their signatures differ. */
function keyOf(request: Request): string {
  const body = typeof request.body === 'string' ? request.body : '';
  return [request.method, request.path, request.query, addressIn(request) ?? '', body].join('\n');
}

type Moment = { readonly key: string; readonly now: number; readonly version: number };
type PastRead = Moment & { readonly response: Response };

type PastReads = {
  keep(read: PastRead): void;
  /** The newest response to an equal read that is `ms` old, or that was made before the last change of the state. */
  find(moment: Moment, ms: number | undefined): Response | undefined;
};

const KEPT_MAX = 1_000;

function createPastReads(): PastReads {
  const kept: PastRead[] = [];
  return {
    keep(read) {
      kept.push(read);
      if (kept.length > KEPT_MAX) kept.shift();
    },
    find: ({ key, now, version }, ms) =>
      kept.findLast((read) => {
        if (read.key !== key) return false;
        return ms === undefined ? read.version < version : read.now + ms <= now;
      })?.response,
  };
}
