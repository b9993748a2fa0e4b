/** cli/proxy/judge-thread: passes forwarded exchanges to the thread that judges them. Its backlog is bounded. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Report } from '../../conformance/report.ts';
import type { Forwarded } from '../../wire/forwarded.ts';
import type { FromJudge, ToJudge } from './protocol.ts';
import type { JudgeTask } from './worker.ts';

export type JudgeThread = {
  /** Judges an exchange later; one that finds a full backlog is counted and not judged. */
  take(forwarded: Forwarded): void;
  readonly reported: Promise<Report>;
  /** The report, once everything in the backlog is judged. */
  report(): Promise<Report>;
  close(): Promise<void>;
};

export type JudgeEvents = { onLine(line: string): void; onJudged(judged: number): void };

/** Bytes of bodies, and exchanges, that wait. */
const BACKLOG_BYTES = 64 * 1024 * 1024;
const BACKLOG_COUNT = 20_000;

export function startJudgeThread(task: JudgeTask, { onLine, onJudged }: JudgeEvents): JudgeThread {
  const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), { workerData: task });
  const reported = Promise.withResolvers<Report>();
  // The thread may be closed before anything waits for its report.
  reported.promise.catch(() => undefined);
  let [waiting, waitingBytes, judged, skipped] = [0, 0, 0, 0];
  worker.on('error', reported.reject);
  worker.on('exit', (code) => reported.reject(new Error(`the judge ended early (exit code ${code})`)));
  worker.on('message', (message: FromJudge) => {
    if (message.kind === 'report') {
      reported.resolve(message.report);
      return;
    }
    waiting -= 1;
    waitingBytes -= message.bytes;
    judged += 1;
    for (const line of message.lines) onLine(line);
    onJudged(judged);
  });
  const post = (message: ToJudge, bodies: ArrayBuffer[] = []): void => worker.postMessage(message, bodies);
  return {
    reported: reported.promise,
    take(forwarded) {
      const { body, responseBody } = forwarded;
      const bytes = body.length + responseBody.length;
      if (waiting >= BACKLOG_COUNT || (waiting > 0 && waitingBytes + bytes > BACKLOG_BYTES)) {
        skipped += 1;
        return;
      }
      waiting += 1;
      waitingBytes += bytes;
      // The request body is copied: its connection may still send it, because a service can respond before it has read all.
      post({ kind: 'forwarded', forwarded }, [responseBody.buffer]);
    },
    report() {
      const remark = `${skipped} exchanges came faster than they could be judged, and were not`;
      post({ kind: 'end', remarks: skipped === 0 ? [] : [remark] });
      return reported.promise;
    },
    close: async () => void (await worker.terminate()),
  };
}
