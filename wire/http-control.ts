/** wire/http-control: the control routes of a test deployment, reached through its target (docs/control.md). */
import { z } from 'zod';
import { get, withJson } from './message.ts';
import type { Control, Target } from './target.ts';

const PREFIX = '/_touchstone';
const Now = z.object({ now: z.int() });
const Hash = z.object({ hash: z.string() });

/** The target with `control` where the deployment answers `GET /_touchstone/now`, else the target as it is. */
export async function withControl(target: Target): Promise<Target> {
  const control = createControl(target);
  return (await control.now()) === undefined ? target : { ...target, control };
}

function createControl(target: Target): Control {
  const isDone = async (path: string, body: unknown): Promise<boolean> => {
    const outcome = await target.send(withJson('POST', `${PREFIX}/${path}`, body));
    return outcome.kind === 'response' && outcome.response.status === 200;
  };
  return {
    advance: (ms) => isDone('advance', { ms }),
    reset: () => isDone('reset', {}),
    faults: (fault) => isDone('faults', { fault }),
    now: async () => (await read(target, 'now', Now))?.now,
    hash: async () => (await read(target, 'hash', Hash))?.hash,
  };
}

async function read<Schema extends z.ZodType>(
  target: Target,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const request = get(`${PREFIX}/${path}`);
  const outcome = await target.send(request);
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return undefined;
  try {
    return schema.safeParse(JSON.parse(outcome.response.body)).data;
  } catch {
    // Not JSON: some other page, so no control routes.
    return undefined;
  }
}
