/** cli/proxy/run: the work of `touchstone proxy`: listens, forwards, and reports the judgement of the traffic. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { omitUndefined } from '../../base/record.ts';
import { systemCode } from '../../base/system-code.ts';
import type { Report } from '../../conformance/report.ts';
import { trafficLabel } from '../../conformance/traffic/label.ts';
import type { Forwarded } from '../../wire/forwarded.ts';
import { createForwarder } from '../../wire/forwarder.ts';
import { readBaseline } from '../check/inputs.ts';
import { endTraffic, parseTrafficReports, trafficOptions } from '../check/traffic.ts';
import { baseOf, networkOf } from '../deployment/network.ts';
import { CliError, type ExitCode } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { CLEAR, createTextProgress } from '../terminal/text-progress.ts';
import type { ProxyFlags } from './command.ts';
import type { FromJudge, ToJudge } from './protocol.ts';
import type { JudgeTask } from './worker.ts';

/** Forwards until a signal, or until `stop`. Throws `CliError` before it listens. */
export async function proxy(url: string, flags: ProxyFlags, stop?: AbortSignal): Promise<ExitCode> {
  const base = baseOf(url);
  const reports = parseTrafficReports(flags, []);
  const markNew = readBaseline(flags.baseline);
  // Their defects are reported before the thread starts.
  trafficOptions(flags);
  const options = networkOf(flags)(base);
  const address = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const screen = createScreen(flags.quiet === true);
  const thread = startJudgeThread({ flags: plain(flags), label: trafficLabel(address) }, screen);
  const forwarder = createForwarder(base, thread.take, options);
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 60_000 }, forwarder.serve);
  try {
    const port = await listen(server, flags.port);
    const stopped = stopSignal(stop);
    screen.begin(`http://127.0.0.1:${port} forwards to ${address}; Ctrl-C ends it with the report`);
    await Promise.race([stopped, thread.reported]);
    server.close();
    server.closeAllConnections();
    const report = await thread.report();
    screen.end();
    return endTraffic(markNew(report), reports, flags);
  } finally {
    server.close();
    await forwarder.close();
    await thread.close();
  }
}

function plain({ profile, expect, only, skip, strict }: ProxyFlags) {
  return omitUndefined({ profile, expect, only, skip, strict });
}

/** The address on standard output; status and findings on standard error. */
function createScreen(isQuiet: boolean) {
  let findings = 0;
  let status: ReturnType<typeof createTextProgress> | undefined;
  return {
    begin(line: string): void {
      if (isQuiet) return;
      process.stdout.write(`touchstone proxy: ${line}\n`);
      if (process.stderr.isTTY) status = createTextProgress(process.stderr, 'no exchange yet');
    },
    onLine(line: string): void {
      findings += 1;
      if (!isQuiet) process.stderr.write(`${status === undefined ? '' : CLEAR}${line}\n`);
    },
    onJudged: (judged: number): void => status?.show(() => `${judged} exchanges judged, ${findings} findings`),
    end: (): void => status?.end(),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    const code = systemCode(error, 'unknown error');
    throw new CliError(`port ${port} cannot be listened on (${code}): choose another one with --port`);
  }
}

function stopSignal(stop: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      release();
      resolve();
    };
    const release = onInterruption(end);
    stop?.addEventListener('abort', end);
  });
}

type JudgeEvents = { onLine(line: string): void; onJudged(judged: number): void };

/** Bytes of bodies, and exchanges, that wait. */
const BACKLOG_BYTES = 64 * 1024 * 1024;
const BACKLOG_COUNT = 20_000;

function startJudgeThread(task: JudgeTask, { onLine, onJudged }: JudgeEvents) {
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), { workerData: task });
  const reported = Promise.withResolvers<Report>();
  // The thread may be closed before anything waits for its report.
  reported.promise.catch(() => undefined);
  let [waiting, waitingBytes, judged, skipped] = [0, 0, 0, 0];
  worker.on('error', reported.reject);
  worker.on('exit', (code) => reported.reject(new Error(`the judge ended early (exit code ${code})`)));
  worker.on('message', (message: FromJudge) => {
    if (message.kind === 'report') return reported.resolve(message.report);
    waiting -= 1;
    waitingBytes -= message.bytes;
    judged += 1;
    for (const line of message.lines) onLine(line);
    onJudged(judged);
  });
  const post = (message: ToJudge, bodies: ArrayBuffer[] = []) => worker.postMessage(message, bodies);
  return {
    reported: reported.promise,
    /** Judges an exchange later; one that finds a full backlog is counted and not judged. */
    take(forwarded: Forwarded): void {
      const { body, responseBody } = forwarded;
      const bytes = body.length + responseBody.length;
      if (waiting >= BACKLOG_COUNT || (waiting > 0 && waitingBytes + bytes > BACKLOG_BYTES)) {
        skipped += 1;
        return;
      }
      waiting += 1;
      waitingBytes += bytes;
      // The request body is copied: a service can respond before its connection has sent all.
      post({ kind: 'forwarded', forwarded }, [responseBody.buffer]);
    },
    /** The report, once everything in the backlog is judged. */
    report(): Promise<Report> {
      const remark = `${skipped} exchanges came faster than they could be judged, and were not`;
      post({ kind: 'end', remarks: skipped === 0 ? [] : [remark] });
      return reported.promise;
    },
    close: async (): Promise<void> => void (await worker.terminate()),
  };
}
