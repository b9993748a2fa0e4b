/** conformance/checks/heartbeats/chain: the two heartbeat routes share one id, which survives a lapse (`D/heartbeat-chain`). */
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { success } from '../assertions.ts';
import { check } from '../definition.ts';
import { beat, beatWith, endSession, startSession } from './session.ts';

type Link = Pick<Check, 'title' | 'clauses' | 'capability' | 'cost'> & {
  /** Runs between the response that carries the id and the beat that sends it. */
  readonly meanwhile: (context: CheckContext) => Promise<void>;
  readonly why: string;
};

function chainCheck(what: 'bodiless' | 'lapse', { meanwhile, why, ...definition }: Link): Check {
  return check('heartbeat-v1', what, {
    ...definition,
    run: async (context) => {
      try {
        const id = await startSession(context);
        await meanwhile(context);
        const response = await beatWith(context, { heartbeat_id: id });
        context.judge(success(`D/heartbeat-chain.${what}`, response, why));
      } finally {
        await endSession(context);
      }
    },
  });
}

const bodilessCheck = chainCheck('bodiless', {
  title: 'POST /heartbeats leaves the id of the session as it was',
  clauses: ['D/heartbeat-chain.bodiless'],
  capability: 'trading',
  cost: { heartbeat: 1, 'heartbeat-v1': 4 },
  why: 'POST /heartbeats gives no id that could have taken its place',
  meanwhile: async (context) => {
    const response = await beat(context);
    if (!isSuccess(response))
      context.notTestable(`a heartbeat was refused (status ${response.status})`, 'fix POST /heartbeats');
  },
});

const lapseCheck = chainCheck('lapse', {
  title: 'twenty seconds after the last heartbeat its id continues the session',
  clauses: ['D/heartbeat-chain.lapse'],
  capability: 'heartbeat-expiry',
  cost: { 'heartbeat-v1': 4 },
  why: 'an id remains valid after a lapse',
  meanwhile: endSession,
});

export const heartbeatChainChecks: readonly Check[] = [bodilessCheck, lapseCheck];
