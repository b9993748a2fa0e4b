/** conformance/traffic/requested: recorded resources, books and prices other than those that their request names. */
import { isObject, objectsIn, parseJson, textAt } from '../../spec/json.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import type { Judge } from '../checks/assertions.ts';
import { isSameCaseless, objectOf, textsOf } from '../checks/rows.ts';
import type { Asked } from './asked.ts';

/** The field of a single resource that repeats the name in the path, and the clause. */
const NAMED: Readonly<Partial<Record<RouteId, { readonly field: string; readonly clause: string }>>> = {
  'trading-market': { field: 'condition_id', clause: '4.13/condition_id.match' },
  'market-by-slug': { field: 'slug', clause: '4.12/slug.match' },
  event: { field: 'id', clause: '4.20/event.id.match' },
  'event-by-slug': { field: 'slug', clause: '4.20/event-by-slug.slug.match' },
};

export function judgeRequested(judge: Judge, route: Route, asked: Asked, answer: Exchange): void {
  if (!isSuccess(answer)) return;
  judgeName(judge, route, asked, answer);
  if (route.body === 'tokens') judgeTokens(judge, route, answer);
}

function judgeName(judge: Judge, route: Route, { inPath }: Asked, answer: Exchange): void {
  const named = NAMED[route.id];
  if (named === undefined || inPath === undefined || !isObject(answer.json)) return;
  const actual = textAt(answer.json, named.field);
  judge.expect(named.clause, isSameCaseless(actual, inPath) || Number(actual) === Number(inPath), answer, {
    pointer: `/${named.field}`,
    expected: `${inPath}, which the path names`,
    actual,
  });
}

/** Books and prices are of requested tokens alone. */
function judgeTokens(judge: Judge, { id }: Route, answer: Exchange): void {
  const { body } = answer.request;
  const requested = new Set(textsOf(objectsIn(typeof body === 'string' ? parseJson(body) : undefined), 'token_id'));
  if (requested.size === 0) return;
  const books = objectsIn(answer.json);
  const answered = id === 'books' ? textsOf(books, 'asset_id') : Object.keys(objectOf(answer));
  const wrong = answered.findIndex((token) => !requested.has(token));
  judge.expect(id === 'books' ? '2.14/asset_id.asked' : '4.17/keys', wrong < 0, answer, {
    pointer: id === 'books' ? `/${wrong}/asset_id` : '',
    expected: 'requested tokens alone',
    actual: answered[wrong],
  });
}
