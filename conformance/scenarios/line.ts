/** conformance/scenarios/line: sends the requests of a scenario through its check, under the rules of the run. */
import type { Shown } from '../../scenarios/running/result.ts';
import { bare, type Control, type Request, requestTarget, type SendOutcome } from '../../wire/message.ts';
import type { CheckContext, Exchange } from '../check.ts';
import { SendStopped } from '../client/exchange.ts';
import { wrappedControl } from '../client/lifeline.ts';

export type Line = {
  send(request: Request): Promise<SendOutcome>;
  /** The control of the run; undefined without one. Requests that the run no longer allows are skipped. */
  readonly control: Control | undefined;
  pause(milliseconds: number): Promise<void>;
  /** The reason why a request got no response. */
  stopped(): SendStopped | undefined;
  /** The exchange that a failure is about, if it is known, with the headers that a result leaves out. */
  exchangeOf(shown: Shown | undefined): Exchange;
};

/** How many requests are kept, without the bodies of their responses. */
const KEPT_MAX = 1_000;
const NOTHING: Exchange = { request: bare('GET', '/'), status: 0, headers: {}, text: '', json: undefined };

export function createLine(context: CheckContext): Line {
  const kept = new Map<string, Exchange>();
  let latest = NOTHING;
  let stopped: SendStopped | undefined;
  const keep = (exchange: Exchange) => {
    const { request } = exchange;
    const key = keyOf(request.method, requestTarget(request), request.body);
    latest = exchange;
    kept.delete(key);
    kept.set(key, { ...exchange, text: '', json: undefined });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  };
  /** `work`, or the value of `instead` if the run no longer allows it. */
  async function unlessStopped<Value>(
    work: () => Promise<Value>,
    instead: (why: SendStopped) => Value,
  ): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SendStopped)) throw error;
      stopped ??= error;
      return instead(error);
    }
  }
  async function sendKept(request: Request): Promise<SendOutcome> {
    const exchange = await context.send(request);
    keep(exchange);
    const { status, headers, text } = exchange;
    return { kind: 'response', response: { status, headers, body: text } };
  }
  return {
    send: (request) =>
      unlessStopped(
        () => sendKept(request),
        (why) => ({ kind: 'trouble', trouble: why.trouble ?? 'aborted', detail: why.message }),
      ),
    control: context.control && wrappedControl(context.control, (work, undone) => unlessStopped(work, () => undone)),
    pause: (milliseconds) =>
      unlessStopped(
        () => context.pause(milliseconds),
        () => undefined,
      ),
    stopped: () => stopped,
    exchangeOf(shown) {
      if (shown?.answer === undefined) return latest;
      const { method, target, body } = shown.request;
      const same = kept.get(keyOf(method, target, body)) ?? latest;
      return { ...same, status: shown.answer.status, text: shown.answer.body };
    },
  };
}

function keyOf(method: string, target: string, body: Request['body']) {
  return `${method} ${target}\n${typeof body === 'string' ? body : ''}`;
}
