/** cli/deployment/read-target: a deployment that a command only reads from, outside of any run. */

import { type Caller, createCaller, isResponse } from '../../conformance/client/caller.ts';
import { SendStopped } from '../../conformance/client/exchange.ts';
import { whyUnusable } from '../../conformance/discovery/preflight.ts';
import { createReader, type Reader } from '../../conformance/discovery/reader.ts';
import { secretsOf } from '../../conformance/evidence/redact.ts';
import { openUrl, type Way } from '../check/target.ts';
import { CliError, EXIT } from '../exit.ts';

export type ReadTarget = Readonly<{
  label: string;
  secrets: readonly string[];
  caller: Caller;
  reader: Reader;
}>;

/** Requests side by side: gentle, because no budget counts them. */
const LANES = 4;

/** Opens the deployment at `url` for `work`. Throws `CliError` if no service responds. */
export async function withReadTarget<Result>(
  url: string,
  { timeout, ...way }: Way & { readonly timeout: number },
  work: (target: ReadTarget) => Promise<Result>,
): Promise<Result> {
  const { target } = await openUrl(url, timeout * 1_000, way);
  try {
    const caller = createCaller(target);
    const unusable = await whyUnusable(caller);
    if (unusable !== undefined) throw new CliError(unusable, EXIT.unreachable);
    const reader = createReader(
      async (request, as) => {
        const answer = await caller.send(request, as);
        if (isResponse(answer)) return answer;
        throw new SendStopped('blocked', answer.detail, answer.trouble);
      },
      () => LANES,
    );
    return await work({ label: target.label, secrets: secretsOf(target), caller, reader });
  } finally {
    await target.close();
  }
}
