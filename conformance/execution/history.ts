/**
 * conformance/execution/history: what a check did to the target before it found something: its writes, and how it moved the
 * clock. With the finding itself that is enough to tell the story again. Kept only where somebody asks for it.
 */
import type { Exchange as Recorded } from '../../scenarios/recording/exchange.ts';
import { CONTROL_PREFIX } from '../../sim/http/control.ts';
import type { Route } from '../../spec/route.ts';
import { withJson } from '../../wire/message.ts';
import type { Control } from '../../wire/target.ts';
import type { Deviation, Exchange } from '../check.ts';
import type { Witness } from '../evidence/evidence.ts';
import type { RunClock } from '../session/clock.ts';
import { isReading } from '../session/session.ts';

/** A finding with what was sent and answered; `before` leads up to it. Secrets are in it. */
export type Sighting = {
  readonly check: string;
  readonly clause: string;
  readonly deviation: Deviation;
  readonly last: Recorded;
  readonly before: readonly Recorded[];
};

export type History = {
  /** Takes in an answer. */
  note(exchange: Exchange, route: Route | undefined): void;
  notePause(milliseconds: number): void;
  /** The control of the clock, with what is done through it taken in. */
  readonly control: Control | undefined;
  readonly witness: Witness;
};

/** More than this is no story any more. */
const KEPT_MAX = 5_000;

/** The history of one check; undefined where nobody listens. `keepsReads`: reads matter too, as where requests are counted. */
export function createHistory(
  clock: RunClock,
  onSighting: ((sighting: Sighting) => void) | undefined,
  keepsReads = false,
): History | undefined {
  if (onSighting === undefined) return undefined;
  const kept: Recorded[] = [];
  const places = new WeakMap<Exchange, { readonly before: number; readonly recorded: Recorded }>();
  const keep = (recorded: Recorded): void => {
    if (kept.length < KEPT_MAX) kept.push(recorded);
  };
  const recordedOf = (exchange: Exchange): Recorded => {
    const { status, headers, text } = exchange;
    // Checks try header names in every letter case; whoever records hears them as they arrive.
    const names = Object.entries(exchange.request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const request = { ...exchange.request, headers: Object.fromEntries(names) };
    return { request, response: { status, headers, body: text }, at: clock.serviceSeconds() * 1_000 };
  };
  const noteControl = (name: string, body: unknown): void => {
    const request = withJson('POST', `${CONTROL_PREFIX}${name}`, body);
    keep({ request, response: { status: 200, headers: {}, body: '{}' }, at: clock.serviceSeconds() * 1_000 });
  };
  const { control } = clock;
  return {
    note(exchange, route) {
      const recorded = recordedOf(exchange);
      places.set(exchange, { before: kept.length, recorded });
      const isRead = isReading(exchange.request, route);
      if (!isRead) keep(recorded);
      else if (keepsReads) keep({ ...recorded, response: { ...recorded.response, body: '' } });
    },
    notePause(milliseconds) {
      if (control !== undefined) noteControl('advance', { ms: Math.ceil(milliseconds) });
    },
    control: control && {
      ...control,
      advance(ms) {
        noteControl('advance', { ms });
        return control.advance(ms);
      },
      faults(fault) {
        noteControl('faults', { fault });
        return control.faults(fault);
      },
    },
    witness(check, clause, exchange, deviation) {
      const place = places.get(exchange) ?? { before: kept.length, recorded: recordedOf(exchange) };
      onSighting({ check, clause, deviation, last: place.recorded, before: kept.slice(0, place.before) });
    },
  };
}
