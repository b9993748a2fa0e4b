/**
 * conformance/execution/history: what a check asked of the target before it found something: its requests with their answers, and
 * how it moved the clock. With what discovery read that is enough to tell the story again. Kept only where somebody asks for it.
 */
import type { Exchange as Recorded } from '../../scenarios/recording/exchange.ts';
import { CONTROL_PREFIX } from '../../sim/http/control.ts';
import { withJson } from '../../wire/message.ts';
import type { Control } from '../../wire/target.ts';
import type { Deviation, Exchange } from '../check.ts';
import type { Witness } from '../evidence/evidence.ts';
import type { RunClock } from '../session/clock.ts';

/** A finding with all that was sent and answered. Secrets are in it. */
export type Sighting = {
  readonly check: string;
  readonly clause: string;
  readonly deviation: Deviation;
  /** What discovery read, where the check has its wallets and markets from. */
  readonly discovered: readonly Recorded[];
  /** What the check did until it judged. */
  readonly trail: readonly Recorded[];
  /** Where in `trail` the exchange stands that the finding is about. */
  readonly cited: number;
  /** Where in `trail` an exchange of the check stands. */
  placeOf(exchange: Exchange): number | undefined;
};

export type History = {
  /** Everything so far, in order. */
  readonly kept: readonly Recorded[];
  /** Takes in an answer. */
  note(exchange: Exchange): void;
  notePause(milliseconds: number): void;
  /** The control of the clock, with what is done through it taken in. */
  readonly control: Control | undefined;
  readonly witness: Witness;
};

export type HistoryOptions = {
  readonly clock: RunClock;
  readonly onSighting: ((sighting: Sighting) => void) | undefined;
  readonly discovered?: readonly Recorded[] | undefined;
  /** Reads are kept without what they were answered, as where requests are merely counted. */
  readonly onlyCounts?: boolean;
};

/** More than this is no story any more. */
const KEPT_MAX = 10_000;

/** The history of one check, or of discovery; undefined where nobody listens. */
export function createHistory({ clock, onSighting, discovered = [], onlyCounts }: HistoryOptions): History | undefined {
  if (onSighting === undefined) return undefined;
  const kept: Recorded[] = [];
  const places = new WeakMap<Exchange, number>();
  const keep = (recorded: Recorded): number => (kept.length < KEPT_MAX ? kept.push(recorded) : kept.length) - 1;
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
    kept,
    note(exchange) {
      const recorded = recordedOf(exchange);
      const isBare = onlyCounts === true && exchange.request.method === 'GET';
      places.set(exchange, keep(isBare ? { ...recorded, response: { ...recorded.response, body: '' } } : recorded));
    },
    notePause(milliseconds) {
      noteControl(control === undefined ? 'pause' : 'advance', { ms: Math.ceil(milliseconds), isPause: true });
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
      const cited = places.get(exchange) ?? keep(recordedOf(exchange));
      // The answer that was judged is told whole, also where others are merely counted.
      const trail = kept.map((one, index) => (index === cited ? { ...recordedOf(exchange), at: one.at } : one));
      onSighting({ check, clause, deviation, discovered, trail, cited, placeOf: (one) => places.get(one) });
    },
  };
}
