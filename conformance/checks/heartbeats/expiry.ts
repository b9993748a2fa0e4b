/** conformance/checks/heartbeats/expiry: orders live while heartbeats come in time (4.2), without waits for views. */
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { NO_UUID } from '../assertions.ts';
import { check, type Definition } from '../definition.ts';
import { advance, aroundMoment, serviceNow } from '../moments.ts';
import { calmWallet, firstWallet, withResting } from '../orders/plan.ts';
import { restingPlan } from '../orders/resting-orders.ts';
import { listing, liveOrders, notListing } from '../orders/wallet-reads.ts';
import { beat, beatWith, inSession, keepAlive, startSession } from './session.ts';

const DEADLINE_MS = 10_000;

type Resting = {
  /** The live orders with its id. */
  readonly read: () => Promise<Exchange>;
  /** Judges that a response, or the live orders as they are now, list it or not. */
  readonly judge: (isListed: boolean, because: string, of?: Exchange) => Promise<boolean>;
};

type Expiry = Pick<Definition, 'route' | 'title'> & {
  readonly clause: ClauseId;
  readonly story: (context: CheckContext, order: Resting) => Promise<unknown>;
  readonly walletOf?: typeof firstWallet;
};

function expiryCheck(what: string, { clause, story, walletOf = firstWallet, ...definition }: Expiry) {
  return check('heartbeat-expiry', what, {
    route: 'heartbeat-v1',
    ...definition,
    clauses: [clause],
    needs: ['two-wallets', 'write-market'],
    cost: { books: 1, heartbeat: 6, 'heartbeat-v1': 6, 'live-orders': 4, 'place-order': 2, 'cancel-order': 2 },
    run: inSession(async (context) => {
      const wallet = walletOf(context);
      await withResting(context, wallet, await restingPlan(context), async (id) => {
        const read = async () => (await liveOrders(context, wallet, { id })).response;
        const judge = async (isListed: boolean, because: string, of?: Exchange) => {
          const must = isListed ? listing(id) : notListing(id);
          return context.judge({ clauses: clause, of: of ?? (await read()), must, because });
        };
        await story(context, { read, judge });
      });
    }),
  });
}

const AFTER_MS = 6_000;

export const heartbeatExpiryChecks = [
  expiryCheck('keep-alive', {
    title: 'orders stay while heartbeats arrive every five seconds',
    clause: '4.2/keep-alive',
    story: async (context, { judge }) => {
      await startSession(context);
      for (let turn = 0; turn < 4; turn += 1) {
        await advance(context, DEADLINE_MS / 2);
        await keepAlive(context);
      }
      await judge(true, 'four heartbeats came within twenty seconds');
    },
  }),
  expiryCheck('deadline', {
    title: 'the orders of a key are cancelled ten seconds after its last heartbeat, and not earlier',
    clause: 'D/heartbeat-expiry.deadline',
    story: async (context, { read, judge }) => {
      const earliest = (await serviceNow(context)) + DEADLINE_MS;
      await startSession(context);
      const latest = (await serviceNow(context)) + DEADLINE_MS;
      const { before, at } = await aroundMoment(context, { earliest, latest }, read);
      const because = 'an order ends ten seconds after the last heartbeat';
      await judge(true, because, before);
      await judge(false, because, at);
    },
  }),
  expiryCheck('opt-in', {
    title: 'orders of a key that never sent a heartbeat stay',
    clause: 'D/heartbeat-expiry.opt-in',
    route: 'live-orders',
    walletOf: calmWallet,
    story: async (context, { judge }) => {
      await advance(context, 6 * DEADLINE_MS);
      await judge(true, 'the key never sent a heartbeat');
    },
  }),
  expiryCheck('own-key', {
    title: 'when the heartbeats of one key stop, orders of other keys stay',
    clause: 'D/heartbeat-expiry.own-key',
    route: 'live-orders',
    walletOf: calmWallet,
    story: async (context, { judge }) => {
      await startSession(context);
      await advance(context, 2 * DEADLINE_MS);
      await judge(true, 'only the heartbeats of another key stopped');
    },
  }),
  expiryCheck('one-timer', {
    title: 'a heartbeat on either route restarts the same timer of the key',
    clause: 'D/heartbeat-expiry.one-timer',
    route: 'heartbeat',
    story: async (context, { judge }) => {
      await startSession(context);
      await advance(context, AFTER_MS);
      await beat(context);
      await advance(context, AFTER_MS);
      if (!(await judge(true, 'POST /heartbeats restarts the timer of /v1'))) return;
      await startSession(context);
      await advance(context, AFTER_MS);
      await judge(true, 'POST /v1/heartbeats restarts the timer, too');
      await advance(context, DEADLINE_MS - AFTER_MS);
      await judge(false, 'the last heartbeat on either route is ten seconds old');
    },
  }),
  expiryCheck('wrong-id', {
    title: 'a heartbeat with a wrong id does not restart the timer',
    clause: 'D/heartbeat-expiry.wrong-id-counts-not',
    story: async (context, { judge }) => {
      await startSession(context);
      await advance(context, AFTER_MS);
      await beatWith(context, { heartbeat_id: NO_UUID });
      await advance(context, DEADLINE_MS - AFTER_MS);
      await judge(false, 'the last valid heartbeat is ten seconds old');
    },
  }),
];
