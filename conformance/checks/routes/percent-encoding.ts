/** conformance/checks/routes/percent-encoding: percent-encoding in paths and queries means the characters it encodes (interface 4.1). */
import { objectsIn, textAt } from '../../../spec/json.ts';
import { routeById } from '../../../spec/routes.ts';
import { get, isSuccess } from '../../../wire/message.ts';
import type { Check, Exchange } from '../../check.ts';
import { listMarkets, marketsOf } from '../catalog/market-list.ts';
import { readCheck } from '../reading.ts';
import { pathOf, sendPath } from '../requests.ts';
import { judgeAgreement } from '../rows.ts';
import { sameJson } from '../steady.ts';

/** A text with its first letter or digit percent-encoded. */
function encodedOnce(text: string): string {
  const at = text.search(/[A-Za-z0-9]/);
  const code = text.codePointAt(at) ?? 0;
  return `${text.slice(0, at)}%${code.toString(16).toUpperCase().padStart(2, '0')}${text.slice(at + 1)}`;
}

type PathProbe = {
  readonly id: 'market-by-slug' | 'event-by-slug' | 'trading-market' | 'profile';
  readonly need: 'market' | 'event' | 'condition' | 'profile';
  readonly value: (bindings: Parameters<Check['run']>[0]['bindings']) => string;
};

const pathProbes: readonly PathProbe[] = [
  { id: 'market-by-slug', need: 'market', value: ({ markets }) => textAt(markets[0], 'slug') ?? '' },
  { id: 'event-by-slug', need: 'event', value: ({ events }) => textAt(events[0], 'slug') ?? '' },
  { id: 'trading-market', need: 'condition', value: ({ conditions }) => textAt(conditions[0], 'condition_id') ?? '' },
  { id: 'profile', need: 'profile', value: ({ profiles }) => profiles[0] ?? '' },
];

function pathDecodedCheck({ id, need, value }: PathProbe): Check {
  return readCheck({
    id: `${id}.path-decoded`,
    title: 'a percent-encoded letter in the path means that letter',
    clauses: ['4.1/segments.decoded'],
    kind: 'consistency',
    route: id,
    needs: [need],
    cost: { [id]: 3 },
    run: async (context) => {
      const text = value(context.bindings);
      if (!/[A-Za-z0-9]/.test(text)) context.notTestable('the value has no letter or digit', 'bind another entity');
      const path = pathOf(routeById(id), 'PLACE').replace('PLACE', encodedOnce(text));
      const ask = { left: () => sendPath(context, id, text), right: () => context.send(get(path)) };
      const differs = (left: Exchange, right: Exchange) =>
        isSuccess(left) && !sameJson(left, right)
          ? { pointer: '', expected: `the same answer as for ${text}`, actual: `status ${right.status}` }
          : undefined;
      await judgeAgreement(context, ask, [{ clause: '4.1/segments.decoded', differs }]);
    },
  });
}

const queryDecoded: Check = readCheck({
  id: 'markets.query-decoded',
  title: 'a percent-encoded letter in a query means that letter',
  clauses: ['4.1/query.decoded'],
  kind: 'consistency',
  route: 'markets',
  needs: ['market'],
  cost: { markets: 1 },
  run: async (context) => {
    const slug = textAt(context.bindings.markets[0], 'slug') ?? '';
    if (!/[A-Za-z0-9]/.test(slug)) context.notTestable('the slug has no letter or digit', 'bind another market');
    const answer = await context.send({ ...get('/markets'), query: `slug=${encodedOnce(slug)}` });
    const [row] = objectsIn(answer.json);
    const holds = objectsIn(answer.json).length === 1 && textAt(row, 'slug') === slug;
    context.expect('4.1/query.decoded', holds, answer, {
      expected: `the market ${slug}`,
      actual: isSuccess(answer) ? `${objectsIn(answer.json).length} markets` : `status ${answer.status}`,
    });
  },
});

const queryKeys: Check = readCheck({
  id: 'markets.query-key-decoded',
  title: 'a percent-encoded parameter name is that parameter',
  clauses: ['4.1/query.decoded'],
  kind: 'consistency',
  route: 'markets',
  needs: ['market'],
  cost: { markets: 2 },
  run: async (context) => {
    const plain = await listMarkets(context, { limit: '1' });
    if (marketsOf(plain).length !== 1) context.notTestable('the list is empty', 'give the target markets');
    const answer = await context.send({ ...get('/markets'), query: '%6Cimit=1' });
    context.expect('4.1/query.decoded', marketsOf(answer).length === 1, answer, {
      expected: 'one market',
      actual: `${marketsOf(answer).length} markets`,
    });
  },
});

/** Paths and queries as they are read. */
export const percentEncodingChecks: readonly Check[] = [...pathProbes.map(pathDecodedCheck), queryDecoded, queryKeys];
