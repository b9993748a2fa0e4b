/** scenarios/recording/recorder: keeps the exchanges of a running service, up to a bound, without changing them. */
import type { Controllable } from '../../sim/http/control.ts';
import { CONTROL_PREFIX, type Handler, withJson } from '../../wire/message.ts';
import { EXCHANGES_MAX, RECORDED_LENGTH_MAX, type RecordedExchange, weightOf } from './recorded-exchange.ts';

export type Sink = (exchange: RecordedExchange) => void;

export type Recorder = {
  readonly sink: Sink;
  readonly exchanges: readonly RecordedExchange[];
  /** True once something was not kept because the recording was full; nothing after it is kept either. */
  readonly isFull: boolean;
};

export type RecorderLimits = {
  readonly exchangesMax?: number;
  /** Characters of requests and responses together. */
  readonly lengthMax?: number;
  /** Called once when the recording is full. */
  readonly onFull?: () => void;
};

/** An empty recording. The first exchange that does not fit ends it, so that a recording has no holes. */
export function createRecorder(limits: RecorderLimits = {}): Recorder {
  const { exchangesMax = EXCHANGES_MAX, lengthMax = RECORDED_LENGTH_MAX, onFull } = limits;
  const exchanges: RecordedExchange[] = [];
  let length = 0;
  let isFull = false;
  const sink: Sink = (exchange) => {
    if (isFull) return;
    length += weightOf(exchange);
    isFull = exchanges.length >= exchangesMax || length > lengthMax;
    if (isFull) onFull?.();
    else exchanges.push(exchange);
  };
  return {
    sink,
    exchanges,
    get isFull() {
      return isFull;
    },
  };
}

/** The same service, which reports its exchanges to `sink`. `now` is the service clock in milliseconds. */
export function recorded(handle: Handler, now: () => number, sink: Sink): Handler {
  return (request) => {
    const at = now();
    const response = handle(request);
    sink({ request, response, at });
    return response;
  };
}

/** The same control of time and faults, reported as requests to the control routes. */
export function recordedControl(control: Controllable, sink: Sink): Controllable {
  const { command } = control;
  const record = <Result>(name: string, body: unknown, act: () => Result): Result => {
    const at = control.now();
    const result = act();
    const request = withJson('POST', `${CONTROL_PREFIX}${name}`, body);
    sink({ request, response: { status: 200, headers: {}, body: '{}' }, at });
    return result;
  };
  /** Rules that are in force without a request: from the start of the service, and again after each reset. */
  const noteRules = () => {
    const faults = (control.faults?.() ?? []).map(({ seen: _, fired: __, ...rule }) => rule);
    if (faults.length > 0) record('faults', { faults }, () => undefined);
  };
  noteRules();
  return {
    now: () => control.now(),
    nextDue: () => control.nextDue(),
    hash: () => control.hash(),
    advance: (ms) => record('advance', { ms }, () => control.advance(ms)),
    fault: (fault) => record('faults', { fault }, () => control.fault(fault)),
    faults(rules) {
      if (rules !== undefined) record('faults', { faults: rules }, () => control.faults?.(rules));
      return control.faults?.() ?? [];
    },
    reset() {
      record('reset', {}, () => control.reset());
      noteRules();
    },
    get journal() {
      return control.journal;
    },
    ...(command && { command: (words) => record('command', words, () => command(words)) }),
  };
}
