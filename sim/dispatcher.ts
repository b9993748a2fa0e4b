/** sim/dispatcher: an undici dispatcher in front of a simulator: clients reach it without a socket, at any origin. */
import { setImmediate } from 'node:timers'; // Fake timers leave this one alone.
import { Dispatcher, Dispatcher1Wrapper, errors } from 'undici';
import type { Response } from '../wire/message.ts';
import { readBody, toRequest } from './dispatched-request.ts';
import { connectionReset, firstBytes, untilDelivered } from './http/delivery.ts';
import type { Simulator } from './simulator.ts';

type Options = Dispatcher.DispatchOptions;
type Sink = Dispatcher.DispatchHandler;

/**
 * A dispatcher for any client that accepts one. Releases of undici declare the same class differently, so the members
 * on which they disagree have a type that all of them accept. Pass it on; do not call it.
 */
export type SimulatorDispatcher = Pick<Dispatcher, 'close' | 'destroy'> & {
  readonly [Name in Exclude<keyof Dispatcher, 'close' | 'destroy'>]: never;
};

/**
 * The dispatcher to pass as `fetch(url, { dispatcher })`, to the `fetch` of undici 6 to 8 or Node's own, or to
 * `setGlobalDispatcher`. Bodies are texts, bytes or streams of either; form data is refused. After `close` or `destroy`
 * every request fails, as with undici's own clients.
 */
export function simulatorDispatcher(simulator: Pick<Simulator, 'handle'>): SimulatorDispatcher {
  // Older releases of undici, and the one inside Node, call the handlers that this wrapper adds.
  return new Dispatcher1Wrapper(new OwnDispatcher(simulator)) as SimulatorDispatcher;
}

class OwnDispatcher extends Dispatcher {
  readonly #simulator: Pick<Simulator, 'handle'>;
  #ended: Error | undefined;

  constructor(simulator: Pick<Simulator, 'handle'>) {
    super();
    this.#simulator = simulator;
  }

  override dispatch(options: Options, sink: Sink): boolean {
    const dispatch = createDispatch(sink);
    if (this.#ended !== undefined) dispatch.controller.abort(this.#ended);
    else void this.#respond(options, dispatch);
    return true;
  }

  async #respond(options: Options, dispatch: Dispatch) {
    try {
      dispatch.start();
      // Without a body, too, the response arrives after the call, as over a network.
      const body = await readBody(options.body);
      if (dispatch.controller.aborted) return;
      const response = this.#simulator.handle(toRequest(options, body));
      if (response.delivery?.delayMs !== undefined) await dispatch.until(response);
      if (response.delivery?.end === 'lost') throw connectionReset();
      dispatch.deliver(response, options.method);
    } catch (error) {
      dispatch.controller.abort(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | undefined {
    this.#ended ??= new errors.ClientDestroyedError();
    if (callback === undefined) return Promise.resolve();
    queueMicrotask(callback);
    return undefined;
  }

  override destroy(): Promise<void>;
  override destroy(error: Error | null): Promise<void>;
  override destroy(callback: () => void): void;
  override destroy(error: Error | null, callback: () => void): void;
  override destroy(error?: Error | null | (() => void), callback?: () => void): Promise<void> | undefined {
    this.#ended = error instanceof Error ? error : new errors.ClientDestroyedError();
    const done = typeof error === 'function' ? error : callback;
    if (done === undefined) return Promise.resolve();
    queueMicrotask(done);
    return undefined;
  }
}

type Dispatch = {
  readonly controller: Dispatcher.DispatchController;
  start(): void;
  /** Resolves when a late response is due; an abort ends the wait. */
  until(response: Response): Promise<void>;
  deliver(response: Response, method: string): void;
};

function createDispatch(sink: Sink): Dispatch {
  let reason: Error | null = null;
  let isPaused = false;
  let rest: (() => void) | undefined;
  let isOver = false;
  let wait: AbortController | undefined;
  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return reason !== null;
    },
    get paused() {
      return isPaused;
    },
    get reason() {
      return reason;
    },
    abort(error) {
      if (reason !== null || isOver) return;
      reason = error;
      wait?.abort(error);
      sink.onResponseError?.(controller, error);
    },
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      const next = rest;
      rest = undefined;
      next?.();
    },
  };
  const unlessStopped = (step: () => void) => {
    if (reason !== null) return;
    if (isPaused) rest = () => unlessStopped(step);
    else step();
  };
  return {
    controller,
    start: () => sink.onRequestStart?.(controller, {}),
    until(response) {
      wait = new AbortController();
      return untilDelivered(response, wait.signal);
    },
    deliver(response, method) {
      const isCut = response.delivery?.end === 'cut';
      const body = isCut ? firstBytes(response) : Buffer.from(response.body);
      const headers = { ...response.headers, 'content-length': String(Buffer.byteLength(response.body)) };
      controller.rawHeaders = Object.entries(headers).flatMap(([name, value]) => [
        Buffer.from(name),
        Buffer.from(value),
      ]);
      sink.onResponseStart?.(controller, response.status, headers, '');
      unlessStopped(() => {
        if (method !== 'HEAD' && body.length > 0) sink.onResponseData?.(controller, body);
        unlessStopped(() => {
          // As over a network, the end comes in a later turn. The fetch of undici 6 and 7 waits forever otherwise.
          if (isCut) setImmediate(() => controller.abort(connectionReset()));
          else {
            isOver = true;
            sink.onResponseEnd?.(controller, {});
          }
        });
      });
    },
  };
}
