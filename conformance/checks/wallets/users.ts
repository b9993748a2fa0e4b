/** conformance/checks/wallets/users: the letter case of a user, an unknown one, and no address (`D/wallet-user`). */
import { clauseOf, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { Check } from '../../check.ts';
import { emptyListOf, sameJsonAs } from '../assertions.ts';
import { check, claimCheck, refusedQueryCheck } from '../definition.ts';
import { requiredQuery, sendGet } from '../requests.ts';
import { readTogether, sameJson } from '../steady.ts';
import { NO_ADDRESS } from '../unknown-names.ts';

type UserRoute = RouteOf<'user.accepted'>;

function caseCheck(route: UserRoute): Check {
  const accepted = clauseOf(route.id, 'user.accepted');
  return check(route.id, 'user.case', {
    title: 'the address in lower case gives the same list',
    clauses: ['D/wallet-user.case', accepted],
    kind: 'filter',
    cost: { [route.id]: 2 },
    async run(context) {
      const user = requiredQuery(route, context.bindings)['user'] ?? '';
      const reads = {
        left: () => sendGet(context, route.id, { user }),
        right: () => sendGet(context, route.id, { user: user.toLowerCase() }),
      };
      const { left: spelled, right: lower } = await readTogether(context, reads, sameJson);
      if (isSuccess(spelled)) context.verified(accepted);
      context.judge({
        clauses: 'D/wallet-user.case',
        of: lower,
        must: sameJsonAs(spelled),
        because: 'the wallet is the same',
      });
    },
  });
}

function unknownCheck(route: UserRoute): Check {
  return claimCheck(route.id, 'user.unknown', {
    title: 'an unknown wallet gets an empty array',
    clauses: ['D/wallet-user.unknown'],
    kind: 'filter',
    claim: async (context) => emptyListOf(await sendGet(context, route.id, { user: NO_ADDRESS })),
  });
}

function malformedCheck(route: UserRoute): Check {
  const clauses = ['D/wallet-user.malformed', clauseOf(route.id, 'user.type')] as const;
  const definition = { title: 'a user that is not an address is refused', clauses, kind: 'filter' } as const;
  return refusedQueryCheck(route.id, 'user.malformed', definition, { user: 'nobody' }, '"nobody" is not an address');
}

const userRoutes = routesWith('user.accepted');

export const userChecks = userRoutes.flatMap((route) => [caseCheck(route), unknownCheck(route), malformedCheck(route)]);
