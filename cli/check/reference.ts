/** cli/check/reference: the deployment of `check --against`, its checks, and the watch over repeated requests. */
import { againstChecks } from '../../conformance/against/against-checks.ts';
import { createRequestLog } from '../../conformance/against/request-log.ts';
import type { Check } from '../../conformance/check.ts';
import { createCaller } from '../../conformance/client/caller.ts';
import { httpTarget, parseBaseUrl } from '../../wire/http-target.ts';
import type { Target } from '../../wire/target.ts';
import { isConfirmed } from '../deployment/host-confirmation.ts';
import { networkOf } from '../deployment/network.ts';
import { CliError } from '../exit.ts';
import type { NetworkFlags } from '../flags/network-flags.ts';

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
  const base = parseBaseUrl(url);
  if (!base.ok) throw new CliError(base.refusal);
  const isTrusted = insecure === true && isConfirmed(base.value, confirmHost);
  // The headers are for the gateway of the target.
  const network = networkOf({ ...(ca && { ca }), ...(confirmHost && { confirmHost }), ...(isTrusted && { insecure }) });
  const target = httpTarget(base.value, { timeoutMs, ...network(base.value) });
  const log = createRequestLog();
  return {
    checks: againstChecks(log, { label: target.label, caller: createCaller(target) }),
    watch: log.watch,
    close: () => target.close(),
  };
}
