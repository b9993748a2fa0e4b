/** conformance/checks/routes/condition-ids: letter case of condition ids, and lists with an invalid one (4.6-4.14). */

import { textAt } from '../../../base/json.ts';
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Role } from '../../bindings.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { judgeSame } from '../agreement.ts';
import { fieldLike } from '../assertions.ts';
import { check } from '../definition.ts';
import { itemsOf, namesFor, paramOf, requiredQuery, sendGet, sendPath, sendSample } from '../requests.ts';

type Naming = {
  readonly route: RouteId;
  readonly clause: 'D/condition-form.case' | 'D/condition-form.case-listed';
  readonly needs?: readonly Role[];
  /** A condition id that the route knows, as the target writes it. */
  readonly known: (context: CheckContext) => Promise<string | undefined>;
  readonly get: (context: CheckContext, conditionId: string) => Promise<Exchange>;
};

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

function caseCheck({ route, clause, needs, known, get }: Naming): Check {
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

function malformedCheck(id: RouteId): Check {
  const clause = 'D/wallet-values.conditions';
  return check(id, 'market.malformed', {
    title: 'a market that is not a condition id gets "invalid_field: market", alone and in a list',
    clauses: [clause],
    kind: 'error',
    cost: { [id]: 2 },
    async run(context: CheckContext) {
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
