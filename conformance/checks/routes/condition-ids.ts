/** conformance/checks/routes/condition-ids: letter case of condition ids, and lists with an invalid one (4.6-4.14). */
import { listAt, textAt } from '../../../base/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, Exchange, Role, RouteId, Statement } from '../../check.ts';
import { fieldLike, judgeSame } from '../assertions.ts';
import { check, itemsOf, namesFor, paramOf, requiredQuery, sendGet, sendPath, sendSample } from '../definition.ts';

type Naming = Readonly<{
  route: RouteId;
  clause: 'D/condition-form.case' | 'D/condition-form.case-listed';
  needs?: readonly Role[];
  /** A condition id that the route knows, as the target writes it. */
  known: (context: CheckContext) => Promise<string | undefined>;
  get: (context: CheckContext, conditionId: string) => Promise<Exchange>;
}>;

function inPath(route: RouteId): Naming {
  return {
    route,
    clause: 'D/condition-form.case',
    known: async ({ bindings }) => textAt(bindings.conditions[0], 'condition_id'),
    get: (context, conditionId) => sendPath(context, route, conditionId),
  };
}

function inList(route: RouteId): Naming {
  return {
    route,
    clause: 'D/condition-form.case-listed',
    known: async (context) =>
      paramOf(routeById(route), 'market').required
        ? namesFor(routeById(route), context.bindings)[0]
        : textAt(itemsOf(routeById(route), await sendSample(context, routeById(route)))[0], 'conditionId'),
    get: (context, market) => sendGet(context, route, { ...requiredQuery(routeById(route), context.bindings), market }),
  };
}

const namings: readonly Naming[] = [
  inPath('trading-market'),
  inPath('trading-settings'),
  {
    route: 'markets',
    clause: 'D/condition-form.case',
    needs: ['market'],
    known: async ({ bindings }) => textAt(bindings.markets[0], 'conditionId'),
    get: (context, conditionId) => sendGet(context, 'markets', { conditionId }),
  },
  {
    route: 'builder-trades',
    clause: 'D/condition-form.case',
    needs: ['trade'],
    known: async ({ bindings }) => textAt(bindings.trades[0], 'market'),
    get: (context, market) => sendGet(context, 'builder-trades', { market }),
  },
  inList('positions'),
  inList('closed-positions'),
  inList('holders'),
];

/** The same hex digits in the other letter case; undefined if there is no letter. */
function inOtherCase(conditionId: string | undefined): string | undefined {
  const digits = /^0x([0-9a-fA-F]+)$/.exec(conditionId ?? '')?.[1];
  if (digits === undefined) return undefined;
  const upper = digits.toUpperCase();
  const other = digits === upper ? digits.toLowerCase() : upper;
  return other === digits ? undefined : `0x${other}`;
}

function caseCheck({ route, clause, needs, known, get }: Naming) {
  return check(route, 'condition.case', {
    title: 'a condition id in another letter case is the same market',
    clauses: [clause],

    ...(needs === undefined ? {} : { needs }),
    cost: { [route]: 4 },
    async run(context: CheckContext) {
      const conditionId = await known(context);
      const other = inOtherCase(conditionId);
      if (conditionId === undefined || other === undefined)
        context.notTestable('no condition id has letters among its hex digits', 'bind another market');
      const both = { left: () => get(context, conditionId), right: () => get(context, other) };
      await judgeSame(context, clause, both, `it is the market ${conditionId}`, true);
    },
  });
}

function malformedCheck(id: RouteId) {
  const clause = 'D/wallet-values.conditions';
  return check(id, 'market.malformed', {
    title: 'a market that is not a condition id gets "invalid_field: market", alone and in a list',
    clauses: [clause],
    kind: 'error',
    cost: { [id]: 2 },
    async run(context) {
      const sound = textAt(context.bindings.markets[0], 'conditionId');
      const lists = ['not-a-condition', ...(sound === undefined ? [] : [`${sound},not-a-condition`])];
      for (const market of lists)
        context.judge(
          fieldLike(clause, await sendSample(context, routeById(id), { market }), '/error', 'invalid_field: market'),
        );
    },
  });
}

export const conditionIdChecks = [
  ...namings.map(caseCheck),
  ...(['positions', 'closed-positions', 'holders'] as const).map(malformedCheck),
];

const CLAUSE = '1/wallet.checksummed';

function checksummedAt(of: Exchange, pointer: string): Statement {
  return { clauses: CLAUSE, of, must: { at: { [pointer]: { $type: 'checksummed' } } } };
}

function listCheck(id: 'positions' | 'closed-positions' | 'activity') {
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
