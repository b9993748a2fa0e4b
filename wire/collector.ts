/** wire/collector: receives one answer from undici as raw bytes, bounded in size and time, and makes an outcome of it. */
import type { Dispatcher } from 'undici';
import { createJsonScan, HARMLESS_LENGTH, type JsonScan } from '../spec/json-bounds.ts';
import { bodyText } from './body-text.ts';
import { createDeadline } from './deadline.ts';
import type { InFlight } from './in-flight.ts';
import type { Outcome } from './target.ts';
import { isStale, type Trouble, trouble, troubleOf } from './trouble.ts';
import { type Flow, type Reader, unpackedFlow } from './unpacked.ts';

/** Milliseconds for the whole exchange, and bytes of the body, packed and unpacked. */
export type Limits = { readonly timeoutMs: number; readonly bodyBytesMax: number };

/** How one attempt ended. `isStale`: before any answer, as when a kept-alive connection had just been closed. */
export type Attempt = { readonly outcome: Outcome; readonly isStale: boolean };

export type Collector = {
  readonly sink: Dispatcher.DispatchHandler;
  /** For an error thrown instead of being reported to the sink. */
  fail(error: unknown): void;
};

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

const DETAIL_LENGTH_MAX = 200;

/** A collector that calls `done` exactly once. */
export function createCollector(
  { timeoutMs, bodyBytesMax }: Limits,
  inFlight: InFlight,
  done: (attempt: Attempt) => void,
): Collector {
  let controller: Dispatcher.DispatchController | undefined;
  let status = 0;
  let headers: Record<string, string> = {};
  let packedBytes = 0;
  let bytes = 0;
  let isOver = false;
  let flow: Flow | undefined;
  let pieces: Buffer[] = [];
  let scan: JsonScan | undefined;

  const finish = (outcome: Outcome, stale = false): void => {
    if (isOver) return;
    isOver = true;
    deadline.clear();
    pieces = [];
    flow?.destroy();
    const hasHead = outcome.kind === 'trouble' && status !== 0;
    done({ outcome: hasHead ? { ...outcome, head: { status, headers } } : outcome, isStale: stale });
    share.release();
  };
  /** Ends the exchange with what went wrong; the connection is given up. */
  const stop = (reason: Trouble): void => {
    finish(reason);
    controller?.abort(new Error(reason.detail));
  };
  const fail = (error: unknown): void => finish(troubleOf(error, status !== 0), status === 0 && isStale(error));
  const deadline = createDeadline(timeoutMs, () => stop(trouble('timeout', `no complete answer in ${timeoutMs} ms`)));
  const share = inFlight.join(() => {
    deadline.resume();
    // The end of another body made the room, and undici resumes no connection while it reads another.
    setImmediate(() => {
      flow?.resume();
      controller?.resume();
    });
  });
  /** False when the body has to wait for room; that time does not count. */
  const take = (count: number): boolean => {
    const mayFlow = share.take(count);
    if (!mayFlow) deadline.suspend();
    return mayFlow;
  };

  /** Scans large bodies while they arrive. A body that passes a bound is not received to its end. */
  const excessWith = (piece: Buffer): string | undefined => {
    const verb = flow === undefined ? 'is longer' : 'unpacks to more';
    if (bytes > bodyBytesMax) return `${verb} than ${bodyBytesMax} bytes`;
    if (scan !== undefined) return scan.take(piece);
    if (bytes <= HARMLESS_LENGTH) return undefined;
    scan = createJsonScan();
    return scan.take(pieces.length === 1 ? piece : Buffer.concat(pieces));
  };

  const reader: Reader = {
    write(piece) {
      if (isOver) return true;
      bytes += piece.length;
      pieces.push(piece);
      const excess = excessWith(piece);
      if (excess === undefined) return take(piece.length);
      stop(trouble('too-large', `the body ${excess}`));
      return true;
    },
    end() {
      if (isOver) return;
      const text = bodyText(pieces);
      finish(text.ok ? { kind: 'response', response: { status, headers, body: text.value } } : text.refusal);
    },
    take,
    fail: stop,
    drained: () => controller?.resume(),
  };

  const sink: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      // The deadline passed while the request waited for a connection.
      if (isOver) started.abort(new Error('too late'));
    },
    onResponseStart(_controller, code, raw) {
      if (code < 200) return;
      status = code;
      headers = joinedHeaders(raw);
      const { location, 'content-encoding': encoding } = headers;
      if (code >= 300 && code < 400 && location !== undefined) return stop(redirect(code, location));
      if (encoding === undefined) return;
      const unpacked = unpackedFlow(encoding, reader);
      if (unpacked.ok) flow = unpacked.value;
      else stop(unpacked.refusal);
    },
    onResponseData(started, piece) {
      packedBytes += piece.length;
      if (packedBytes > bodyBytesMax) stop(trouble('too-large', `the body is longer than ${bodyBytesMax} bytes`));
      else if (!(flow ?? reader).write(piece)) started.pause();
    },
    onResponseEnd: () => (flow ?? reader).end(),
    onResponseError: (_controller, error) => fail(error),
  };
  return { sink, fail };
}

function joinedHeaders(raw: RawHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function redirect(status: number, location: string): Trouble {
  // A hostile location must not reach a terminal as it is.
  const shown = JSON.stringify(location.slice(0, DETAIL_LENGTH_MAX));
  return trouble('redirect', `answered ${status} with a redirect to ${shown}; give the final URL`);
}
