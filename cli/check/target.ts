/** cli/check/target: the target of `touchstone check`: the deployment behind a URL, and that of `--against`. */
import { againstChecks, createRequestLog } from '../../conformance/against/against-checks.ts';
import type { Check } from '../../conformance/check.ts';
import { createCaller } from '../../conformance/client/caller.ts';
import { deadlineOf } from '../../conformance/client/deadline.ts';
import { createStop } from '../../conformance/client/stop.ts';
import type { TargetFile } from '../../conformance/input/target-file.ts';
import type { Credentials } from '../../wire/credentials.ts';
import { withControl } from '../../wire/http-control.ts';
import { httpTarget } from '../../wire/http-target.ts';
import { isLoopback } from '../../wire/loopback.ts';
import { get, type SendOutcome, type Target } from '../../wire/message.ts';
import { assertHostsConfirmed, baseOf, type HostFlags, isConfirmed, networkOf } from '../deployment/network.ts';
import { parseRoutes, withRoutes } from '../deployment/routes.ts';
import type { NetworkFlags } from '../flags/options.ts';

export type OpenTarget = Readonly<{
  target: Target;
  /** Routes on other hosts, as NAME=URL. */
  routes: readonly string[];
  /** Part of each request window the run may use: all of it on this machine, half of it on others. */
  share: number;
  /** False after a wait in vain: then `target` cannot be reached. */
  isUp: boolean;
  /** Credentials of the built-in simulator. */
  ownCredentials: Credentials | undefined;
  /** Errors thrown inside the built-in simulator so far: defects of Touchstone. */
  bugs(): number;
  close(): Promise<void>;
}>;

/** Enough for all checks that run side by side on a slow network. */
const CONNECTIONS = 48;

/** How a deployment is reached: the flags of the command, and the headers of its target file. */
export type Way = NetworkFlags &
  HostFlags & {
    readonly file?: Pick<TargetFile, 'headers' | 'routes'> | undefined;
  };

/** The deployment at `url`, once it responds, or `signal` ends the wait. Throws `CliError` for unusable flags. */
export async function openUrl(
  url: string,
  timeoutMs: number,
  way: Way = {},
  signal?: AbortSignal,
): Promise<OpenTarget> {
  const base = baseOf(url);
  const ofFile = Object.entries(way.file?.routes ?? {}).map(([name, address]) => `${name}=${address}`);
  const named = [...ofFile, ...(way.route ?? [])];
  const routes = parseRoutes(named);
  assertHostsConfirmed(base, routes, way);
  const isHere = isLoopback(base.hostname);
  const network = networkOf(way, way.file?.headers);
  const connect = (at: URL) => httpTarget(at, { timeoutMs, connections: CONNECTIONS, ...network(at) });
  const target = withRoutes(connect(base), routes, connect);
  const down = way.waitFor === undefined ? undefined : await whyDown(target, way.waitFor, signal);
  const open = down === undefined ? target : unreachable(target, down);
  return {
    // Control of time is offered on loopback only, so that it is requested of no other deployment.
    target: isHere ? await withControl(open) : open,
    isUp: down === undefined,
    routes: named,
    share: isHere ? 1 : 0.5,
    ownCredentials: undefined,
    bugs: () => 0,
    close: () => target.close(),
  };
}

/** The label of a built-in simulator, without the name of its world. */
export const SIMULATOR = 'built-in simulator, world ';

/** The world of a built-in simulator whose label is in a report; undefined for a URL. */
export function worldOf(label: string): string | undefined {
  return label.startsWith(SIMULATOR) ? label.slice(SIMULATOR.length) : undefined;
}

const PAUSE_MS = 500;
/** Statuses of a gateway whose service is not up yet, and of a service that is warming up. */
const WARMING: readonly number[] = [502, 503, 504];

type Trouble = Extract<SendOutcome, { kind: 'trouble' }>;

/** Waits until the target responds, at most `waitMs` or until `signal`. Returns the latest reason if it does not. */
async function whyDown(target: Target, waitMs: number, signal?: AbortSignal): Promise<string | undefined> {
  const until = performance.now() + waitMs;
  const stop = createStop(signal);
  const late = (detail: string): Trouble => ({ kind: 'trouble', trouble: 'timeout', detail });
  try {
    for (let turn = 0; ; turn += 1) {
      const outcome = await stop.within(target.send(get('/markets', { limit: '1' })), deadlineOf(target), late);
      if (stop.why() !== undefined) return stop.sentence();
      const reason = whyNotUp(outcome);
      if (reason === undefined) return undefined;
      if (performance.now() + PAUSE_MS > until) return `not up after ${waitMs / 1_000} s: ${reason}`;
      if (turn === 0) console.error(`waiting for ${target.label}, at most ${waitMs / 1_000} s`);
      await stop.sleep(PAUSE_MS);
    }
  } finally {
    stop.release();
  }
}

function whyNotUp(outcome: SendOutcome): string | undefined {
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    return WARMING.includes(status) ? `status ${status}` : undefined;
  }
  const isPassing = outcome.trouble === 'unreachable' || outcome.trouble === 'timeout';
  return isPassing ? outcome.detail : undefined;
}

/** The target of a wait in vain: the run reports as if no target was there. Nothing is sent to it. */
function unreachable(target: Target, detail: string): Target {
  return { ...target, send: async () => ({ kind: 'trouble', trouble: 'unreachable', detail }) };
}

export type OpenReference = {
  readonly checks: readonly Check[];
  /** The target of the run, whose reads are sent to the reference later. */
  watch(target: Target): Target;
  close(): Promise<void>;
};

/** The deployment at `url`, to which nothing is sent yet. Throws `CliError`. */
export function openReference(
  url: string,
  timeoutMs: number,
  { ca, insecure, confirmHost }: NetworkFlags,
): OpenReference {
  const base = baseOf(url);
  const isTrusted = insecure === true && isConfirmed(base, confirmHost);
  // The headers are for the gateway of the target.
  const network = networkOf({ ...(ca && { ca }), ...(confirmHost && { confirmHost }), ...(isTrusted && { insecure }) });
  const target = httpTarget(base, { timeoutMs, ...network(base) });
  const log = createRequestLog();
  return {
    checks: againstChecks(log, { label: target.label, caller: createCaller(target) }),
    watch: log.watch,
    close: () => target.close(),
  };
}
