/** cli/proxy/worker: the program of the thread that judges forwarded exchanges, so that judging delays no response. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/result.ts';
import { troubleLine } from '../../conformance/discovery/preflight.ts';
import { createTraffic } from '../../conformance/traffic/traffic.ts';
import { type Rules, severityOf } from '../../conformance/verdict/verdict.ts';
import { visible } from '../../reports/untrusted.ts';
import { createCollector } from '../../wire/collector.ts';
import { BODY_BYTES_MAX, type Forwarded } from '../../wire/forwarded.ts';
import { createInFlight } from '../../wire/in-flight.ts';
import { type Request, requestTarget, type SendOutcome } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import { type TrafficFlags, trafficOptions } from '../check/traffic.ts';
import type { FromJudge, ToJudge } from './protocol.ts';

export type JudgeTask = { readonly flags: TrafficFlags; readonly label: string };

/** A packed body unpacks within this time, or is not judged. */
const UNPACK_MS = 60_000;
const VALUE_LENGTH = 80;
/** Characters of a request target, and of an expectation. */
const TEXT_LENGTH = 200;

invariant(parentPort !== null, 'this module is the program of a thread');
const port = parentPort;
const { flags, label } = workerData as JudgeTask;
const options = trafficOptions(flags);
const rules: Rules = { profile: flags.profile, isStrict: flags.strict === true };

const known = new Set<string>();
let lines: string[] = [];
let gone: string | undefined;
let answered = 0;
let queue: Promise<void> = Promise.resolve();

const traffic = createTraffic({
  ...options,
  label,
  onFinding({ clause: id }, { request }, { expected, actual }) {
    const clause = options.register.get(id);
    const key = `${id} ${matchRoute(request)?.id}`;
    if (clause === undefined || severityOf(clause, rules) === 'note' || known.has(key)) return;
    known.add(key);
    // Redacted before it is cut, because a part of a secret is not recognized.
    const { text } = traffic.redactor();
    const value = text(JSON.stringify(actual) ?? 'nothing').slice(0, VALUE_LENGTH);
    const [target, wanted] = [requestTarget(request), expected].map((whole) => text(whole).slice(0, TEXT_LENGTH));
    lines.push(visible(`${clause.id} (${clause.level}) ${request.method} ${target}: expected ${wanted}, got ${value}`));
  },
});

port.on('message', (message: ToJudge) => {
  queue = queue.then(() => receive(message));
});

async function receive(message: ToJudge) {
  if (message.kind === 'end') {
    send({ kind: 'report', report: traffic.report(message.remarks, answered === 0 ? gone : undefined) });
    return;
  }
  const { forwarded } = message;
  await judge(forwarded);
  send({ kind: 'judged', bytes: forwarded.body.length + forwarded.responseBody.length, lines });
  lines = [];
}

function send(message: FromJudge) {
  port.postMessage(message);
}

async function judge(forwarded: Forwarded) {
  const request = requestOf(forwarded);
  const outcome = forwarded.trouble ?? (await unpacked(forwarded));
  if (outcome.kind === 'response') {
    answered += 1;
    await traffic.judge(request, outcome.response);
    return;
  }
  gone ??= troubleLine(outcome.trouble, outcome.detail);
  // A redirect was sent on, as in a recording.
  if (outcome.trouble !== 'redirect') traffic.trouble(request, outcome);
  else answered += 1;
}

function requestOf({ method, target, headers, body }: Forwarded): Request {
  const mark = target.indexOf('?');
  const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  const sent = { method, path, query, headers };
  return body.length === 0 ? sent : { ...sent, body: Buffer.from(body).toString('utf8') };
}

/** The outcome of the response as the client of a check would have received it. */
function unpacked({ status, responseHeaders, responseBody }: Forwarded): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const limits = { timeoutMs: UNPACK_MS, bodyBytesMax: BODY_BYTES_MAX };
    const { sink } = createCollector(limits, createInFlight(BODY_BYTES_MAX), ({ outcome }) => resolve(outcome));
    // The bytes are here already: there is no connection to pause or to drop.
    const nothing = (): void => undefined;
    const controller = { abort: nothing, pause: nothing, resume: nothing, aborted: false, paused: false, reason: null };
    sink.onRequestStart?.(controller, {});
    sink.onResponseStart?.(controller, status, responseHeaders, '');
    sink.onResponseData?.(controller, Buffer.from(responseBody.buffer));
    sink.onResponseEnd?.(controller, {});
  });
}
