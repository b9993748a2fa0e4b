/** conformance/checks/wallets/values: values of the wallet routes that only decisions define. */
import type { Route } from '../../../spec/route.ts';
import { ROUTES, routeById } from '../../../spec/routes.ts';
import { get } from '../../../wire/message.ts';
import type { Check, CheckContext } from '../../check.ts';
import { refusal, refusalOf, sameJsonAs } from '../assertions.ts';
import { check, claimCheck, itemsOf, namesFor, paramOf, requiredQuery, sendSample } from '../definition.ts';
import { textsOf } from '../rows.ts';
import { readTogether, sameJson } from '../steady.ts';
import { rowsOf } from './page.ts';

const walletRoutes = ROUTES.filter((route) => route.family === 'wallet');

function invalidChecks(route: Route): readonly Check[] {
  const rows = [
    { what: 'invalid-bounds', clause: 'D/wallet-values.bounds', value: '501' },
    { what: 'invalid-form', clause: 'D/wallet-values.malformed', value: 'ten' },
  ] as const;
  return rows.map(({ what, clause, value }) =>
    claimCheck(route.id, what, {
      title: `limit=${value} gets "invalid_field: limit"`,
      clauses: [clause],
      kind: 'error',
      claim: async (context) => ({
        of: await sendSample(context, route, { limit: value }),
        must: { at: { '/error': 'invalid_field: limit' } },
      }),
    }),
  );
}

function repeatedCheck(route: Route): Check {
  const clause = 'D/repeated-parameters.wallet-scalar';
  return claimCheck(route.id, 'limit.repeated', {
    title: 'limit given twice is refused',
    clauses: [clause],
    kind: 'error',
    async claim(context) {
      const sound = get(route.path, requiredQuery(route, context.bindings));
      return refusalOf(
        await context.send({ ...sound, query: `${sound.query}&limit=1&limit=2` }),
        'limit is given twice',
      );
    },
  });
}

function repeatedListCheck(route: Route) {
  return check(route.id, 'market.repeated', {
    title: 'market given twice selects both conditions',
    clauses: ['D/repeated-parameters.list'],
    kind: 'filter',
    cost: { [route.id]: 3 },
    async run(context: CheckContext) {
      const [first, second] = await conditionsOf(context, route);
      if (first === undefined || second === undefined)
        context.notTestable('fewer than two conditions are known', 'name two in the target file');
      const base = requiredQuery(route, context.bindings);
      const sound = get(route.path, { ...base, market: first });
      const reads = {
        left: () => context.send(get(route.path, { ...base, market: `${first},${second}` })),
        right: () => context.send({ ...sound, query: `${sound.query}&market=${second}` }),
      };
      const { left: commas, right: twice } = await readTogether(context, reads, sameJson);
      const must = { status: '2xx', ...sameJsonAs(commas) };
      context.judge({
        clauses: 'D/repeated-parameters.list',
        of: twice,
        must,
        because: 'a comma has the same meaning',
      });
    },
  });
}

async function conditionsOf(context: CheckContext, route: Route): Promise<readonly string[]> {
  if (paramOf(route, 'market').required) return namesFor(route, context.bindings).slice(0, 2);
  const response = await sendSample(context, route);
  return [...new Set(textsOf(itemsOf(route, response), 'conditionId'))].slice(0, 2);
}

const booleanCheck = check('positions', 'boolean-spelling', {
  title: 'redeemable=1, TRUE and an empty value are refused',
  clauses: ['D/boolean-spelling.wallet'],
  kind: 'error',
  cost: { positions: 3 },
  async run(context) {
    for (const value of ['1', 'TRUE', '']) {
      const response = await sendSample(context, routeById('positions'), { redeemable: value });
      context.judge(refusal('D/boolean-spelling.wallet', response, `"${value}" is neither true nor false`));
    }
  },
});

function titleCaseCheck(id: 'positions' | 'closed-positions') {
  return check(id, 'title.case', {
    title: 'title ignores letter case',
    clauses: ['D/title-match'],
    kind: 'filter',
    cost: { [id]: 3 },
    async run(context: CheckContext) {
      const { rows } = await rowsOf(context, id);
      const words = textsOf(rows, 'title').flatMap((title) => title.split(' '));
      const word = words.find((part) => /^[A-Za-z]{4,}$/.test(part));
      if (word === undefined)
        context.notTestable('no title has a plain word', 'name another wallet in the target file');
      const { response } = await rowsOf(context, id, { title: word.toUpperCase() });
      const lower = await rowsOf(context, id, { title: word.toLowerCase() });
      const must = { body: { $length: lower.rows.length } };
      context.judge({
        clauses: 'D/title-match',
        of: response,
        must,
        because: `so many rows are found for ${word.toLowerCase()}`,
      });
    },
  });
}

export const walletValueChecks = [
  ...walletRoutes.flatMap((route) => [...invalidChecks(route), repeatedCheck(route)]),
  ...walletRoutes.filter((route) => route.id !== 'activity').map(repeatedListCheck),
  booleanCheck,
  titleCaseCheck('positions'),
  titleCaseCheck('closed-positions'),
];
