/**
 * conformance/checks/heartbeats/expiry: orders live while heartbeats come in time (interface 4.2). Decisions state what
 * happens otherwise, and when exactly. All checks need a clock that can be moved, and they do not wait for views to
 * catch up, since waiting would move the clock.
 */
import type { RouteId } from '../../../spec/route.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, ClauseId } from '../../check.ts';
import { check } from '../definition.ts';
import { advance, aroundMoment, serviceNow } from '../moments.ts';
import { listing, liveOrders, notListing } from '../orders/live-list.ts';
import { calmWallet, firstWallet } from '../orders/parties.ts';
import { restingPlan, withResting } from '../orders/resting-orders.ts';
import { NO_UUID } from '../unknown-names.ts';
import { beat, beatWith, endSession, startSession } from './session.ts';

const DEADLINE_MS = 10_000;

type Expiry = Pick<Check, 'title' | 'clauses'> & {
  readonly route: RouteId;
  /** Runs while an order of `wallet` rests. */
  readonly story: (context: CheckContext, id: string, wallet: Wallet) => Promise<void>;
  readonly walletOf: (context: CheckContext) => Wallet;
};

function expiryCheck(what: string, { story, walletOf, ...definition }: Expiry): Check {
  return check('heartbeat-expiry', what, {
    needs: ['two-wallets', 'write-market'],
    cost: { books: 1, heartbeat: 6, 'heartbeat-v1': 6, 'live-orders': 4, 'place-order': 2, 'cancel-order': 2 },
    ...definition,
    run: async (context: CheckContext) => {
      const wallet = walletOf(context);
      const plan = await restingPlan(context);
      try {
        await withResting(context, wallet, plan, (id) => story(context, id, wallet));
      } finally {
        await endSession(context);
      }
    },
  });
}

/** Judges whether the order is present, as it should be. */
async function judgeLive(
  context: CheckContext,
  clauses: ClauseId,
  wallet: Wallet,
  id: string,
  isExpected: boolean,
  because: string,
): Promise<boolean> {
  const { response } = await liveOrders(context, wallet, { id });
  return context.judge({ clauses, of: response, must: isExpected ? listing(id) : notListing(id), because });
}

const keepAliveCheck = expiryCheck('keep-alive', {
  title: 'orders stay while heartbeats arrive every five seconds',
  clauses: ['4.2/keep-alive'],
  route: 'heartbeat-v1',
  walletOf: firstWallet,
  story: async (context, id, wallet) => {
    await startSession(context);
    for (let turn = 0; turn < 4; turn += 1) {
      await advance(context, DEADLINE_MS / 2);
      const kept = await beat(context);
      if (!isSuccess(kept))
        context.notTestable(`a heartbeat was refused (status ${kept.status})`, 'fix POST /heartbeats');
    }
    await judgeLive(context, '4.2/keep-alive', wallet, id, true, 'four heartbeats came within twenty seconds');
  },
});

const deadlineCheck = expiryCheck('deadline', {
  title: 'the orders of a key are cancelled ten seconds after its last heartbeat, and not earlier',
  clauses: ['D/heartbeat-expiry.deadline'],
  route: 'heartbeat-v1',
  walletOf: firstWallet,
  story: async (context, id, wallet) => {
    const earliest = (await serviceNow(context)) + DEADLINE_MS;
    await startSession(context);
    const latest = (await serviceNow(context)) + DEADLINE_MS;
    const { before, at } = await aroundMoment(context, { earliest, latest }, () => liveOrders(context, wallet, { id }));
    const clauses = 'D/heartbeat-expiry.deadline';
    const because = 'an order ends ten seconds after the last heartbeat';
    context.judge({ clauses, of: before.response, must: listing(id), because });
    context.judge({ clauses, of: at.response, must: notListing(id), because });
  },
});

const optInCheck = expiryCheck('opt-in', {
  title: 'orders of a key that never sent a heartbeat stay',
  clauses: ['D/heartbeat-expiry.opt-in'],
  route: 'live-orders',
  walletOf: calmWallet,
  story: async (context, id, wallet) => {
    await advance(context, 6 * DEADLINE_MS);
    await judgeLive(context, 'D/heartbeat-expiry.opt-in', wallet, id, true, 'the key never sent a heartbeat');
  },
});

const ownKeyCheck = expiryCheck('own-key', {
  title: 'when the heartbeats of one key stop, orders of other keys stay',
  clauses: ['D/heartbeat-expiry.own-key'],
  route: 'live-orders',
  walletOf: calmWallet,
  story: async (context, id, wallet) => {
    await startSession(context);
    await advance(context, 2 * DEADLINE_MS);
    await judgeLive(
      context,
      'D/heartbeat-expiry.own-key',
      wallet,
      id,
      true,
      'only the heartbeats of another key stopped',
    );
  },
});

const AFTER_MS = 6_000;

const oneTimerCheck = expiryCheck('one-timer', {
  title: 'a heartbeat on either route restarts the same timer of the key',
  clauses: ['D/heartbeat-expiry.one-timer'],
  route: 'heartbeat',
  walletOf: firstWallet,
  story: async (context, id, wallet) => {
    const clause = 'D/heartbeat-expiry.one-timer';
    await startSession(context);
    await advance(context, AFTER_MS);
    await beat(context);
    await advance(context, AFTER_MS);
    const kept = await judgeLive(context, clause, wallet, id, true, 'POST /heartbeats restarts the timer of /v1');
    if (!kept) return;
    await startSession(context);
    await advance(context, AFTER_MS);
    await judgeLive(context, clause, wallet, id, true, 'POST /v1/heartbeats restarts the timer, too');
    await advance(context, DEADLINE_MS - AFTER_MS);
    await judgeLive(context, clause, wallet, id, false, 'the last heartbeat on either route is ten seconds old');
  },
});

const wrongIdCheck = expiryCheck('wrong-id', {
  title: 'a heartbeat with a wrong id does not restart the timer',
  clauses: ['D/heartbeat-expiry.wrong-id-counts-not'],
  route: 'heartbeat-v1',
  walletOf: firstWallet,
  story: async (context, id, wallet) => {
    await startSession(context);
    await advance(context, AFTER_MS);
    await beatWith(context, { heartbeat_id: NO_UUID });
    await advance(context, DEADLINE_MS - AFTER_MS);
    const clause = 'D/heartbeat-expiry.wrong-id-counts-not';
    await judgeLive(context, clause, wallet, id, false, 'the last valid heartbeat is ten seconds old');
  },
});

export const heartbeatExpiryChecks: readonly Check[] = [
  keepAliveCheck,
  deadlineCheck,
  optInCheck,
  ownKeyCheck,
  oneTimerCheck,
  wrongIdCheck,
];
