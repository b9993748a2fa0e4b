/** wire/http-control: the control routes of a test deployment, reached through its target (docs/control.md). */
import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import { CONTROL_PREFIX, type Control, get, type Response, type Target, withJson } from './message.ts';

const Now = z.object({ now: z.int() });
const Hash = z.object({ hash: z.string() });

/** The target with `control` if the deployment responds to `GET /_touchstone/now`, else the target unchanged. */
export async function withControl(target: Target): Promise<Target> {
  const control = createControl(target);
  return (await control.now()) === undefined ? target : { ...target, control };
}

function createControl(target: Target): Control {
  /** The service clock as the control routes last showed it. */
  let known: number | undefined;
  const post = async (path: string, body: unknown): Promise<Response | undefined> => {
    const outcome = await target.send(withJson('POST', `${CONTROL_PREFIX}${path}`, body));
    return outcome.kind === 'response' && outcome.response.status === 200 ? outcome.response : undefined;
  };
  return {
    async advance(ms) {
      const before = known;
      const response = await post('advance', { ms });
      if (response === undefined) return false;
      known = parsed(response, Now)?.now;
      // The clock decides, not the status: it must have moved that far.
      return known === undefined || before === undefined || known >= before + ms;
    },
    async reset() {
      const response = await post('reset', {});
      known = response && parsed(response, Now)?.now;
      return response !== undefined;
    },
    async command(command) {
      const outcome = await target.send(withJson('POST', `${CONTROL_PREFIX}command`, command));
      if (outcome.kind !== 'response') return { error: outcome.detail };
      return outcome.response.status === 404 ? undefined : parseJson(outcome.response.body);
    },
    faults: async (fault) => (await post('faults', { fault })) !== undefined,
    faultRules: async (faults) => (await post('faults', { faults })) !== undefined,
    async now() {
      known = (await read(target, 'now', Now))?.now;
      return known;
    },
    hash: async () => (await read(target, 'hash', Hash))?.hash,
  };
}

async function read<Schema extends z.ZodType>(
  target: Target,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const outcome = await target.send(get(`${CONTROL_PREFIX}${path}`));
  return outcome.kind === 'response' && outcome.response.status === 200 ? parsed(outcome.response, schema) : undefined;
}

/** The parsed body; undefined for anything else, such as the page of another service. */
function parsed<Schema extends z.ZodType>({ body }: Response, schema: Schema) {
  return schema.safeParse(parseJson(body)).data;
}
