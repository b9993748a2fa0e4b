/** cli/proxy/run: the work of `touchstone proxy`: listens, forwards, and reports the judgement of the traffic. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemCode } from '../../base/system-code.ts';
import { trafficLabel } from '../../conformance/traffic/label.ts';
import { createForwarder } from '../../wire/forwarder.ts';
import { parseBaseUrl } from '../../wire/http-target.ts';
import { readBaseline } from '../check/baseline.ts';
import { endTraffic, parseTrafficReports, trafficOptions } from '../check/traffic.ts';
import { networkOf } from '../deployment/network.ts';
import { CliError, type ExitCode } from '../exit.ts';
import { onInterruption } from '../terminal/interruption.ts';
import { CLEAR, createTextProgress } from '../terminal/text-progress.ts';
import type { ProxyFlags } from './command.ts';
import { startJudgeThread } from './judge-thread.ts';

/** Forwards until a signal, or until `stop`. Throws `CliError` before it listens. */
export async function proxy(url: string, flags: ProxyFlags, stop?: AbortSignal): Promise<ExitCode> {
  const base = parseBaseUrl(url);
  if (!base.ok) throw new CliError(base.refusal);
  const reports = parseTrafficReports(flags, []);
  const markNew = readBaseline(flags.baseline);
  // Their defects are reported before the thread starts.
  trafficOptions(flags);
  const options = networkOf(flags)(base.value);
  const address = `${base.value.origin}${base.value.pathname.replace(/\/+$/, '')}`;
  const screen = createScreen(flags.quiet === true);
  const thread = startJudgeThread({ flags: plain(flags), label: trafficLabel(address) }, screen);
  const forwarder = createForwarder(base.value, thread.take, options);
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
  const optional = { ...(profile === undefined ? {} : { profile }), ...(expect === undefined ? {} : { expect }) };
  return { ...optional, only, skip, ...(strict === undefined ? {} : { strict }) };
}

/** The address on standard output; status and findings on standard error. */
function createScreen(isQuiet: boolean) {
  let findings = 0;
  let status: ReturnType<typeof createTextProgress> | undefined;
  return {
    begin(line: string): void {
      if (isQuiet) return;
      process.stdout.write(`touchstone proxy: ${line}\n`);
      if (process.stderr.isTTY === true) status = createTextProgress(process.stderr, 'no exchange yet');
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
    const release = onInterruption(() => {
      release();
      resolve();
    });
    stop?.addEventListener('abort', () => {
      release();
      resolve();
    });
  });
}
