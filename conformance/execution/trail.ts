/**
 * conformance/execution/trail: the requests of a check with their responses, and its moves of the clock, up to a
 * finding. Together with the reads of discovery they can be replayed. Recorded only if sightings are wanted.
 */
import type { RecordedExchange as Recorded } from '../../scenarios/recording/recorded-exchange.ts';
import { CONTROL_PREFIX, type Control, withJson } from '../../wire/message.ts';
import type { Deviation, Exchange } from '../check.ts';
import type { RunClock } from '../client/clock.ts';
import type { Witness } from '../evidence/evidence.ts';

/** A finding with all requests and responses before it. It contains secrets. */
export type Sighting = {
  /** That of the finding in the report. */
  readonly id: string;
  readonly check: string;
  readonly clause: string;
  readonly deviation: Deviation;
  /** The check that sent the requests; undefined for discovery. */
  readonly source: string | undefined;
  /** The reads of discovery, which the wallets and markets of the check come from. */
  readonly discovered: readonly Recorded[];
  /** The exchanges of the check up to its judgement. */
  readonly trail: readonly Recorded[];
  /** Index in `trail` of the exchange that the finding is about. */
  readonly cited: number;
  /** Index in `trail` of an exchange of the check. */
  placeOf(exchange: Exchange): number | undefined;
};

export type Trail = {
  /** Everything so far, in order. */
  readonly kept: readonly Recorded[];
  /** Records a response. */
  note(exchange: Exchange): void;
  notePause(milliseconds: number): void;
  /** The control of the clock; every use is recorded. */
  readonly control: Control | undefined;
  readonly witness: Witness;
};

export type TrailOptions = Readonly<{
  clock: RunClock;
  onSighting: ((sighting: Sighting) => void) | undefined;
  discovered?: readonly Recorded[] | undefined;
  /** The check whose requests these are; undefined for discovery. */
  source?: string;
  /** Bodies of reads are dropped, because the check only counts requests. */
  onlyCounts?: boolean;
}>;

/** A longer trail is truncated. */
const KEPT_MAX = 10_000;

/** The trail of one check, or of discovery; undefined unless sightings are wanted. */
export function createTrail(options: TrailOptions): Trail | undefined {
  const { clock, onSighting, discovered = [], source, onlyCounts } = options;
  if (onSighting === undefined) return undefined;
  const kept: Recorded[] = [];
  const places = new WeakMap<Exchange, number>();
  const keep = (recorded: Recorded) => (kept.length < KEPT_MAX ? kept.push(recorded) : kept.length) - 1;
  const recordedOf = (exchange: Exchange): Recorded => {
    const { status, headers, text } = exchange;
    // Checks try header names in every letter case; a server sees them in lower case.
    const names = Object.entries(exchange.request.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const request = { ...exchange.request, headers: Object.fromEntries(names) };
    return { request, response: { status, headers, body: text }, at: clock.serviceSeconds() * 1_000 };
  };
  const noteControl = (name: string, body: unknown) => {
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
    witness(found, exchange, deviation) {
      const cited = places.get(exchange) ?? keep(recordedOf(exchange));
      // The judged response is recorded with its body, even if the others are only counted.
      const trail = kept.map((one, index) => (index === cited ? { ...recordedOf(exchange), at: one.at } : one));
      onSighting({ ...found, deviation, source, discovered, trail, cited, placeOf: (one) => places.get(one) });
    },
  };
}
