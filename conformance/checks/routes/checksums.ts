/** conformance/checks/routes/checksums: addresses of wallets have the mixed case of their checksum (interface 1). */
import { listAt, textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange, Statement } from '../../check.ts';
import { check } from '../definition.ts';
import { itemsOf, sendPath, sendSample } from '../requests.ts';

const CLAUSE = '1/wallet.checksummed';

function checksummedAt(of: Exchange, pointer: string): Statement {
  return { clauses: CLAUSE, of, must: { at: { [pointer]: { $type: 'checksummed' } } } };
}

function listCheck(id: 'positions' | 'closed-positions' | 'activity'): Check {
  return check(id, 'checksum', {
    title: 'wallet addresses are in checksum case',
    clauses: [CLAUSE],
    async run(context) {
      const response = await sendSample(context, routeById(id), { limit: '1' });
      const [row] = itemsOf(routeById(id), response);
      if (row === undefined) context.notTestable('the list is empty', 'name a wallet with rows in the target file');
      context.judge(checksummedAt(response, '/0/proxyWallet'));
    },
  });
}

const holderCheck = check('holders', 'checksum', {
  title: 'wallet addresses are in checksum case',
  clauses: [CLAUSE],
  async run(context) {
    const response = await sendSample(context, routeById('holders'), { limit: '1' });
    const groups = itemsOf(routeById('holders'), response).map((group) => listAt(group, 'holders'));
    const at = groups.findIndex((holders) => holders.length > 0);
    const holder = groups[at]?.[0];
    if (holder === undefined)
      context.notTestable('the market has no holder', 'name a market with holders in the target file');
    context.judge(checksummedAt(response, `/${at}/holders/0/proxyWallet`));
  },
});

const PROFILES = 4;

const profileCheck = check('profile', 'checksum', {
  title: 'the address of a profile is in checksum case',
  clauses: [CLAUSE],
  kind: 'shape',
  cost: { profile: PROFILES },
  async run(context) {
    for (const address of context.bindings.profiles.slice(0, PROFILES)) {
      const response = await sendPath(context, 'profile', address);
      const isThere = isSuccess(response) && textAt(response.json, 'proxyWallet') !== undefined;
      if (isThere) context.judge(checksummedAt(response, '/proxyWallet'));
    }
  },
});

export const checksumChecks = [
  profileCheck,
  listCheck('positions'),
  listCheck('closed-positions'),
  listCheck('activity'),
  holderCheck,
];
