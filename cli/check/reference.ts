/** cli/check/reference: the deployment of `check --against`: its checks, and the watch over the requests that they repeat. */
import { againstChecks } from '../../conformance/against/against-checks.ts';
import { createRequestLog } from '../../conformance/against/request-log.ts';
import type { Check } from '../../conformance/check.ts';
import { createCaller } from '../../conformance/session/caller.ts';
import type { Target } from '../../wire/target.ts';
import { openUrl } from './target.ts';

export type OpenReference = {
  readonly checks: readonly Check[];
  /** The target of the run, whose reads are sent to the reference later. */
  watch(target: Target): Target;
  close(): Promise<void>;
};

/** Opens the deployment at `url`. Throws `CliError` if the text is no base URL. */
export async function openReference(url: string, timeoutMs: number): Promise<OpenReference> {
  const { target, close } = await openUrl(url, timeoutMs);
  const log = createRequestLog();
  return {
    checks: againstChecks(log, { label: target.label, caller: createCaller(target) }),
    watch: log.watch,
    close,
  };
}
