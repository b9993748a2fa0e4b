/** conformance/checks/wallets/errors: wallet routes without a required parameter, or with a wrong value (4.7, 7). */
import { clauseOf, parameterClause, type RouteOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, ClauseId, Exchange, Statement } from '../../check.ts';
import { emptyListOf, fieldLike, NO_ADDRESS, refusal, sameJsonAs } from '../assertions.ts';
import { check, claimCheck, refusedQueryCheck, requiredQuery, sendGet, sendSample } from '../definition.ts';
import { readTogether, sameJson } from '../steady.ts';

/** The code before the colon of an error: any text is valid. */
function errorCode(clauses: ClauseId, of: Exchange, expected: string): Statement {
  return { clauses, of, must: { error: { $match: `^${expected.slice(0, expected.indexOf(': ') + 2)}` } } };
}

function missingCheck(route: WalletRoute, param: Param) {
  const required = parameterClause(route.id, param.name, 'required');
  const condition = clauseOf(route.id, 'error.missing-field');
  const named = '7/wallet.missing-first';
  const expected = `missing_field: ${param.name}`;
  return check(route.id, `${param.name}.missing`, {
    title: `a request without ${param.name} gets "${expected}"`,
    clauses: [required, condition, named],
    kind: 'error',
    needs: [],
    async run(context) {
      const response = await context.send(get(route.path));
      context.fact(`status.missing-field.${route.id}`, String(response.status));
      if (!context.judge(refusal(required, response, `it lacks ${param.name}`))) return;
      context.judge(errorCode(condition, response, expected));
      context.judge(fieldLike(named, response, '/error', expected));
    },
  });
}

type Unknown = { readonly name: string; readonly value: string };

const WALLET_ROUTES = routesWith('error.unknown-field');
type WalletRoute = (typeof WALLET_ROUTES)[number];

/** Parameters of the other wallet routes; a service with one shared list of names accepts them by mistake. */
function siblingsOf(route: Route): readonly Unknown[] {
  const own = new Set(route.query.map(({ name }) => name));
  const others = new Map(WALLET_ROUTES.flatMap(({ query }) => query.map((param) => [param.name, valueFor(param)])));
  return [...others].flatMap(([name, value]) => (own.has(name) ? [] : [{ name, value }]));
}

function valueFor({ type, members: [member = '1'] = [] }: Param): string {
  if (type === 'address') return NO_ADDRESS;
  return type === 'boolean' ? 'true' : member;
}

function unknownChecks(route: WalletRoute): readonly Check[] {
  return [
    unknownCheck(route, 'unknown-parameter', 'flavour', [{ name: 'flavour', value: 'lime' }]),
    unknownCheck(route, 'sibling-parameter', 'a parameter of another wallet route', siblingsOf(route)),
  ];
}

function unknownCheck(route: WalletRoute, what: string, which: string, unknowns: readonly Unknown[]) {
  const condition = clauseOf(route.id, 'error.unknown-field');
  const named = '7/wallet.unknown-name';
  return check(route.id, what, {
    title: `${which}, which the route does not accept, gets "unknown_field: <its name>"`,
    clauses: [condition, named],
    kind: 'error',
    cost: { [route.id]: unknowns.length },
    async run(context) {
      for (const { name, value } of unknowns) {
        const response = await sendSample(context, route, { [name]: value });
        const expected = `unknown_field: ${name}`;
        context.fact(`status.unknown-field.${route.id}`, String(response.status));
        context.judge(errorCode(condition, response, expected));
        if (!isSuccess(response)) context.judge(fieldLike(named, response, '/error', expected));
      }
    },
  });
}

/** A value of the wrong type. Holders has only `limit` and `minBalance`. */
function badRequestCheck(route: WalletRoute) {
  const condition = clauseOf(route.id, 'error.bad-request');
  return check(route.id, 'bad-request', {
    title: 'limit=ten gets an error',
    clauses: [condition],
    kind: 'error',
    async run(context) {
      const response = await sendSample(context, route, { limit: 'ten' });
      context.fact(`status.bad-request.${route.id}`, String(response.status));
      context.judge(refusal(condition, response, 'limit is not a number'));
    },
  });
}

export const walletErrorChecks = WALLET_ROUTES.flatMap((route) => [
  ...route.query.filter((param) => param.required).map((param) => missingCheck(route, param)),
  ...unknownChecks(route),
  badRequestCheck(route),
]);

type UserRoute = RouteOf<'user.accepted'>;

function caseCheck(route: UserRoute) {
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

function unknownUserCheck(route: UserRoute) {
  return claimCheck(route.id, 'user.unknown', {
    title: 'an unknown wallet gets an empty array',
    clauses: ['D/wallet-user.unknown'],
    kind: 'filter',
    claim: async (context) => emptyListOf(await sendGet(context, route.id, { user: NO_ADDRESS })),
  });
}

function malformedCheck(route: UserRoute) {
  const clauses = ['D/wallet-user.malformed', clauseOf(route.id, 'user.type')] as const;
  const definition = { title: 'a user that is not an address is refused', clauses, kind: 'filter' } as const;
  return refusedQueryCheck(route.id, 'user.malformed', definition, { user: 'nobody' }, '"nobody" is not an address');
}

const userRoutes = routesWith('user.accepted');

export const userChecks = userRoutes.flatMap((route) => [
  caseCheck(route),
  unknownUserCheck(route),
  malformedCheck(route),
]);
