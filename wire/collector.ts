/** wire/collector: receives one response from undici as raw bytes, bounded in size and time. */
import type { Dispatcher } from 'undici';
import { createJsonScan, type JsonScan, startsAsJson } from '../base/json-bounds.ts';
import { collectGarbage } from './garbage.ts';
import type { InFlight, Share } from './in-flight.ts';
import type { SendOutcome } from './message.ts';
import { isContinued, isStale, type Trouble, trouble, troubleOf } from './trouble.ts';
import { bodyText, type Flow, LONG_BODY_BYTES, type Reader, unpackedFlow } from './unpacked.ts';

/** Milliseconds for the whole exchange, and bytes of the body, packed and unpacked. */
export type Limits = { readonly timeoutMs: number; readonly bodyBytesMax: number };

/** `isStale`: ended before any response. `isContinued`: at a `100 Continue` that undici does not accept. */
export type Attempt = { readonly outcome: SendOutcome; readonly isStale: boolean; readonly isContinued: boolean };

export type Collector = {
  readonly sink: Dispatcher.DispatchHandler;
  /** For an error thrown instead of being reported to the sink. */
  fail(error: unknown): void;
};

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

const DETAIL_LENGTH_MAX = 200;

/** A collector that calls `done` exactly once. */
export function createCollector(limits: Limits, inFlight: InFlight, done: (attempt: Attempt) => void): Collector {
  const response = new IncomingResponse(limits, inFlight, done);
  const sink: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => response.begin(controller),
    onResponseStart: (_controller, status, headers) => response.receiveHead(status, headers),
    onResponseData: (controller, piece) => response.receive(controller, piece),
    onResponseEnd: () => response.end(),
    onResponseError: (_controller, error) => response.fail(error),
  };
  return { sink, fail: (error) => response.fail(error) };
}

class IncomingResponse {
  readonly #bodyBytesMax: number;
  readonly #done: (attempt: Attempt) => void;
  readonly #deadline: ReturnType<typeof createDeadline>;
  readonly #share: Share;
  readonly #reader: Reader;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Record<string, string> = {};
  #packedBytes = 0;
  #bytes = 0;
  #isOver = false;
  #flow: Flow | undefined;
  #pieces: Buffer[] = [];
  #scan: JsonScan | undefined;

  constructor({ timeoutMs, bodyBytesMax }: Limits, inFlight: InFlight, done: (attempt: Attempt) => void) {
    this.#bodyBytesMax = bodyBytesMax;
    this.#done = done;
    const late = trouble('timeout', `no complete response in ${timeoutMs} ms`);
    this.#deadline = createDeadline(timeoutMs, () => this.#stop(late));
    this.#share = inFlight.join(() => this.#resume());
    this.#reader = {
      write: (piece) => this.#write(piece),
      end: () => this.#conclude(),
      take: (count) => this.#take(count),
      fail: (reason) => this.#stop(reason),
      drained: () => this.#controller?.resume(),
    };
  }

  begin(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the request waited for a connection.
    if (this.#isOver) controller.abort(new Error('too late'));
  }

  receiveHead(status: number, raw: RawHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = joinedHeaders(raw);
    const { location, 'content-encoding': encoding } = this.#headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      this.#stop(redirect(status, location));
      return;
    }
    if (encoding === undefined) return;
    const unpacked = unpackedFlow(encoding, this.#reader);
    if (unpacked.ok) this.#flow = unpacked.value;
    else this.#stop(unpacked.refusal);
  }

  receive(controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#packedBytes += piece.length;
    if (this.#packedBytes > this.#bodyBytesMax)
      this.#stop(trouble('too-large', `the body is longer than ${this.#bodyBytesMax} bytes`));
    else if (!(this.#flow ?? this.#reader).write(piece)) controller.pause();
  }

  end(): void {
    (this.#flow ?? this.#reader).end();
  }

  fail(error: unknown): void {
    const isBefore = this.#status === 0;
    this.#finish(troubleOf(error, !isBefore), isBefore && isStale(error), isBefore && isContinued(error));
  }

  #finish(outcome: SendOutcome, stale = false, continued = false) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deadline.clear();
    this.#pieces = [];
    this.#flow?.destroy();
    if (outcome.kind === 'trouble' && this.#bytes > LONG_BODY_BYTES) collectGarbage();
    const hasHead = outcome.kind === 'trouble' && this.#status !== 0;
    const head = { status: this.#status, headers: this.#headers };
    this.#done({ outcome: hasHead ? { ...outcome, head } : outcome, isStale: stale, isContinued: continued });
    this.#share.release();
  }

  #stop(reason: Trouble) {
    this.#finish(reason);
    this.#controller?.abort(new Error(reason.detail));
  }

  #resume() {
    this.#deadline.resume();
    // The end of another body made the room, and undici resumes no connection while it reads another.
    setImmediate(() => {
      this.#flow?.resume();
      this.#controller?.resume();
    });
  }

  /** False when the body has to wait for room; that time does not count. */
  #take(count: number): boolean {
    const mayFlow = this.#share.take(count);
    if (!mayFlow) this.#deadline.suspend();
    return mayFlow;
  }

  #write(piece: Buffer): boolean {
    if (this.#isOver) return true;
    this.#bytes += piece.length;
    this.#pieces.push(piece);
    const excess = this.#excessWith(piece);
    if (excess === undefined) return this.#take(piece.length);
    this.#stop(trouble('too-large', `the body ${excess}`));
    return true;
  }

  /** Why a long body is not received to its end: it exceeds a bound, or starts as no JSON does. */
  #excessWith(piece: Buffer): string | undefined {
    const verb = this.#flow === undefined ? 'is longer' : 'unpacks to more';
    if (this.#bytes > this.#bodyBytesMax) return `${verb} than ${this.#bodyBytesMax} bytes`;
    if (this.#scan !== undefined) return this.#scan.take(piece);
    if (this.#bytes <= LONG_BODY_BYTES) return undefined;
    const begun = Buffer.concat(this.#pieces);
    if (!startsAsJson(begun)) return `is longer than ${LONG_BODY_BYTES} bytes, and not JSON`;
    this.#scan = createJsonScan();
    return this.#scan.take(begun);
  }

  #conclude() {
    if (this.#isOver) return;
    const text = bodyText(this.#pieces);
    if (!text.ok) this.#finish(text.refusal);
    else
      this.#finish({ kind: 'response', response: { status: this.#status, headers: this.#headers, body: text.value } });
  }
}

/** Headers with lower-case names; repeated ones are joined. */
export function joinedHeaders(raw: RawHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function redirect(status: number, location: string): Trouble {
  // A hostile location must not reach a terminal unescaped.
  const shown = JSON.stringify(location.slice(0, DETAIL_LENGTH_MAX));
  return trouble('redirect', `answered ${status} with a redirect to ${shown}; give the final URL`);
}

/** Calls `onPassed` once after `milliseconds`, without the time during which it is suspended. */
function createDeadline(milliseconds: number, onPassed: () => void) {
  let left = milliseconds;
  let since = performance.now();
  let isCleared = false;
  let timer: NodeJS.Timeout | undefined = setTimeout(onPassed, left);
  return {
    suspend(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    },
    resume(): void {
      if (timer !== undefined || isCleared) return;
      since = performance.now();
      timer = setTimeout(onPassed, Math.max(0, left));
    },
    clear(): void {
      clearTimeout(timer);
      isCleared = true;
    },
  };
}
