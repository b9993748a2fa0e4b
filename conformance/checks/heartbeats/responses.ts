/** conformance/checks/heartbeats/responses: the two heartbeat routes, which share the id of a session (4.2). */
import { textAt, textOrEmpty } from '../../../base/json.ts';
import { isSuccess, withJson } from '../../../wire/message.ts';
import type { CheckContext, Exchange } from '../../check.ts';
import { fieldLike, NO_UUID, refusal, success, valueAt } from '../assertions.ts';
import { check } from '../definition.ts';
import { firstWallet } from '../orders/plan.ts';
import { beat, beatWith, endSession, inSession, keepAlive, STARTS, startSession } from './session.ts';

function startCheck([what, payload]: (typeof STARTS)[number]) {
  const clause = `D/heartbeat-payload.${what}` as const;
  return check('heartbeat-v1', what, {
    title: `the payload ${JSON.stringify(payload)} starts a session, and the response has its id`,
    clauses: [clause, '4.2/heartbeat-v1.id'],
    run: inSession(async (context) => {
      const response = await beatWith(context, payload);
      context.fact(`heartbeat.${what}`, isSuccess(response) ? 'taken' : `status ${response.status}`);
      if (!context.judge(success(clause, response, 'it starts a session'))) return;
      judgeId(context, response);
    }),
  });
}

/** A missing id is a matter of the shape. */
const SOME_ID = valueAt('/heartbeat_id', { $any: [{ $absent: true }, { $not: '' }] });

function judgeId(context: CheckContext, of: Exchange) {
  context.judge({ clauses: '4.2/heartbeat-v1.id', of, must: SOME_ID });
}

/** The id of a session continues it after `meanwhile`. */
async function judgeLink(
  context: CheckContext,
  clause: 'D/heartbeat-chain.bodiless' | 'D/heartbeat-chain.lapse',
  meanwhile: (context: CheckContext) => Promise<void>,
  why: string,
) {
  const id = await startSession(context);
  await meanwhile(context);
  context.judge(success(clause, await beatWith(context, { heartbeat_id: id }), why));
}

export const heartbeatResponseChecks = [
  check('heartbeat', 'ok', {
    title: 'POST /heartbeats without a body has the status ok in its response',
    clauses: ['4.2/ok', '4.2/heartbeat.no-body'],
    kind: 'shape',
    run: inSession(async (context) => {
      const response = await beat(context);
      if (!context.judge(success('4.2/heartbeat.no-body', response, 'no body is needed'))) return;
      context.judge(fieldLike('4.2/ok', response, '/status', 'ok'));
    }),
  }),
  ...STARTS.map(startCheck),
  check('heartbeat-v1', 'chain', {
    title: 'the latest id continues the session, and each heartbeat returns a new id',
    clauses: ['D/heartbeat-payload.chain', 'D/heartbeat-payload.rotates', '4.2/heartbeat-v1.id'],
    cost: { 'heartbeat-v1': 7 },
    run: inSession(async (context) => {
      const ids = [await startSession(context)];
      for (let turn = 0; turn < 3; turn += 1) {
        const response = await beatWith(context, { heartbeat_id: ids.at(-1) });
        if (!context.judge(success('D/heartbeat-payload.chain', response, 'it carries the latest id'))) return;
        judgeId(context, response);
        context.judge(
          fieldLike('D/heartbeat-payload.rotates', response, '/heartbeat_id', { $not: { $in: [...new Set(ids)] } }),
        );
        ids.push(textOrEmpty(response.json, 'heartbeat_id'));
      }
      context.fact('heartbeat.id', new Set(ids).size === 1 ? 'stays the same' : 'changes');
    }),
  }),
  check('heartbeat-v1', 'wrong-id', {
    title: 'a wrong id is refused with an error that names the expected one, which is then accepted',
    clauses: ['D/heartbeat-payload.wrong-id'],
    cost: { 'heartbeat-v1': 5 },
    run: inSession(async (context) => {
      const expected = await startSession(context);
      const response = await beatWith(context, { heartbeat_id: NO_UUID });
      const clause = 'D/heartbeat-payload.wrong-id';
      if (!context.judge(refusal(clause, response, 'the id is not the latest one'))) return;
      const named = textAt(response.json, 'heartbeat_id');
      context.judge(fieldLike(clause, response, '/heartbeat_id', expected));
      if (named !== undefined)
        context.judge(
          success(clause, await beatWith(context, { heartbeat_id: named }), 'it carries the id that the error named'),
        );
    }),
  }),

  /** Bodies that are not a payload, whichever fields the service knows. */
  check('heartbeat-v1', 'malformed', {
    title: 'a payload that is not JSON is refused',
    clauses: ['7/heartbeat-v1.bad-request'],
    kind: 'error',
    cost: { 'heartbeat-v1': 2 },
    run: inSession(async (context) => {
      for (const body of ['{"heartbeat_id":', 'beat']) {
        const response = await context.send({ ...withJson('POST', '/v1/heartbeats', {}), body }, firstWallet(context));
        context.judge(refusal('7/heartbeat-v1.bad-request', response, `the payload is ${body}`));
      }
    }),
  }),
  check('heartbeat-v1', 'bodiless', {
    title: 'POST /heartbeats leaves the id of the session as it was',
    clauses: ['D/heartbeat-chain.bodiless'],
    capability: 'trading',
    cost: { heartbeat: 1, 'heartbeat-v1': 4 },
    run: inSession((context) => {
      const why = 'POST /heartbeats gives no id that could have taken its place';
      return judgeLink(context, 'D/heartbeat-chain.bodiless', keepAlive, why);
    }),
  }),
  check('heartbeat-v1', 'lapse', {
    title: 'twenty seconds after the last heartbeat its id continues the session',
    clauses: ['D/heartbeat-chain.lapse'],
    capability: 'heartbeat-expiry',
    cost: { 'heartbeat-v1': 4 },
    run: inSession((context) =>
      judgeLink(context, 'D/heartbeat-chain.lapse', endSession, 'an id remains valid after a lapse'),
    ),
  }),
];
