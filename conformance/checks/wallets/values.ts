/**
 * conformance/checks/wallets/values: parameter values of the wallet routes where the interface is silent and a decision
 * speaks: malformed and repeated ones, letter case, unknown wallets.
 */

import { textAt } from '../../../spec/json.ts';
import type { Route } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, CheckContext, Exchange } from '../../check.ts';
import { NO_ADDRESS } from '../nobody.ts';
import { clauseOf, itemsOf, requiredQuery, sendGet, sendSample } from '../requests.ts';
import { sameJson, steady } from '../steady.ts';
import { walletCheck } from './rows.ts';

const walletRoutes = ROUTES.filter((route) => route.family === 'wallet');
const ofUser = walletRoutes.filter((route) => route.id !== 'holders');

function errorText(answer: Exchange): string {
  return isSuccess(answer) ? `status ${answer.status}` : (textAt(answer.json, 'error') ?? '');
}

function invalidChecks(route: Route): readonly Check[] {
  const rows = [
    { what: 'invalid-bounds', clause: 'D/wallet-values.bounds', value: '501' },
    { what: 'invalid-form', clause: 'D/wallet-values.malformed', value: 'ten' },
  ];
  return rows.map(({ what, clause, value }) =>
    walletCheck(
      route.id,
      what,
      {
        title: `limit=${value} is answered "invalid_field: limit"`,
        clauses: [clause],
        kind: 'error',
        run: async (context: CheckContext) => {
          const answer = await sendSample(context, route, { limit: value });
          context.expect(clause, errorText(answer) === 'invalid_field: limit', answer, {
            pointer: '/error',
            expected: 'invalid_field: limit',
            actual: errorText(answer),
          });
        },
      },
      { [route.id]: 1 },
    ),
  );
}

function repeatedCheck(route: Route): Check {
  return walletCheck(
    route.id,
    'limit.repeated',
    {
      title: 'limit given twice is refused',
      clauses: ['D/repeated-parameters.wallet-scalar'],
      kind: 'error',
      run: async (context: CheckContext) => {
        const sound = get(route.path, requiredQuery(route, context.bindings));
        const answer = await context.send({ ...sound, query: `${sound.query}&limit=1&limit=2` });
        context.expect('D/repeated-parameters.wallet-scalar', !isSuccess(answer), answer, {
          expected: 'an error',
          actual: `status ${answer.status}`,
        });
      },
    },
    { [route.id]: 1 },
  );
}

function repeatedListCheck(route: Route): Check {
  return walletCheck(
    route.id,
    'market.repeated',
    {
      title: 'market given twice means both conditions',
      clauses: ['D/repeated-parameters.list'],
      kind: 'filter',
      run: async (context: CheckContext) => {
        const [first, second] = await conditionsOf(context, route);
        if (first === undefined || second === undefined)
          context.notTestable('fewer than two conditions are known', 'name two in the target file');
        const base = route.id === 'holders' ? {} : requiredQuery(route, context.bindings);
        const commas = await context.send(get(route.path, { ...base, market: `${first},${second}` }));
        const sound = get(route.path, { ...base, market: first });
        const twice = await context.send({ ...sound, query: `${sound.query}&market=${second}` });
        context.expect('D/repeated-parameters.list', isSuccess(twice) && sameJson(commas, twice), twice, {
          expected: 'the same rows as with a comma between them',
          actual: isSuccess(twice) ? 'other rows' : `status ${twice.status}`,
        });
      },
    },
    { [route.id]: 3 },
  );
}

async function conditionsOf(context: CheckContext, route: Route): Promise<readonly (string | undefined)[]> {
  if (route.id === 'holders') return context.bindings.heldMarkets.slice(0, 2);
  const answer = await sendSample(context, route);
  return [...new Set(itemsOf(route, answer).map((row) => textAt(row, 'conditionId')))].slice(0, 2);
}

const booleanCheck = walletCheck(
  'positions',
  'boolean-spelling',
  {
    title: 'redeemable=1, TRUE and an empty value are refused',
    clauses: ['D/boolean-spelling.wallet'],
    kind: 'error',
    run: async (context: CheckContext) => {
      for (const value of ['1', 'TRUE', '']) {
        const answer = await sendSample(context, routeById('positions'), { redeemable: value });
        context.expect('D/boolean-spelling.wallet', !isSuccess(answer), answer, {
          expected: `an error for redeemable=${value}`,
          actual: `status ${answer.status}`,
        });
      }
    },
  },
  { positions: 3 },
);

function userChecks(route: Route): readonly Check[] {
  const draft = (what: string, title: string, clauses: readonly string[], run: Check['run']): Check =>
    walletCheck(route.id, what, { title, clauses, kind: 'filter', run }, { [route.id]: 3 });
  const type = clauseOf(route, 'user', 'type');
  const accepted = clauseOf(route, 'user', 'accepted');
  return [
    draft(
      'user.case',
      'the address in lower case gives the same list',
      ['D/wallet-user.case', accepted],
      async (context: CheckContext) => {
        const user = requiredQuery(route, context.bindings)['user'] ?? '';
        const spelled = await steady(context, () => sendGet(context, route.id, { user }));
        if (isSuccess(spelled)) context.verified(accepted);
        const lower = await sendGet(context, route.id, { user: user.toLowerCase() });
        context.expect('D/wallet-user.case', sameJson(spelled, lower), lower, {
          expected: 'the same rows',
          actual: `${itemsOf(route, lower).length} rows`,
        });
      },
    ),
    draft(
      'user.unknown',
      'an unknown wallet gets an empty array',
      ['D/wallet-user.unknown'],
      async (context: CheckContext) => {
        const answer = await sendGet(context, route.id, { user: NO_ADDRESS });
        context.expect('D/wallet-user.unknown', isSuccess(answer) && itemsOf(route, answer).length === 0, answer, {
          expected: '[]',
          actual: isSuccess(answer) ? answer.text.slice(0, 80) : `status ${answer.status}`,
        });
      },
    ),
    draft(
      'user.malformed',
      'a user that is no address is refused',
      ['D/wallet-user.malformed', type],
      async (context: CheckContext) => {
        const answer = await sendGet(context, route.id, { user: 'nobody' });
        for (const clause of ['D/wallet-user.malformed', type])
          context.expect(clause, !isSuccess(answer), answer, {
            expected: 'an error',
            actual: `status ${answer.status}`,
          });
      },
    ),
  ];
}

/** Values where a decision speaks. */
export const walletValueChecks: readonly Check[] = [
  ...walletRoutes.flatMap((route) => [...invalidChecks(route), repeatedCheck(route)]),
  ...walletRoutes.filter((route) => route.id !== 'activity').map(repeatedListCheck),
  booleanCheck,
  ...ofUser.flatMap(userChecks),
];
