/** conformance/traffic/requested: recorded resources, books and prices other than those that their request names. */
import { z } from 'zod';
import { isObject, objectsIn, parseJson, textAt } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { clausePrefix } from '../../spec/routes.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
import { isSameCaseless, objectOf, textsOf } from '../checks/rows.ts';
import type { Asked } from './asked.ts';

export function judgeRequested(judge: Judge, route: Route, asked: Asked, response: Exchange): void {
  if (!isSuccess(response)) return;
  judgeName(judge, route, asked, response);
  if (route.body === 'tokens') judgeTokens(judge, route, response);
}

/** A single resource that has the parameter of the path as a field repeats its value. */
function judgeName(judge: Judge, route: Route, { inPath }: Asked, response: Exchange): void {
  const { ok, pathParam: { name } = { name: '' } } = route;
  const isRepeated = ok instanceof z.ZodObject && name in ok.shape;
  if (!isRepeated || inPath === undefined || !isObject(response.json)) return;
  const actual = textAt(response.json, name);
  const isSame = isSameCaseless(actual, inPath) || Number(actual) === Number(inPath);
  judge.expect(`${clausePrefix(route)}${name}.match`, isSame, response, {
    pointer: `/${name}`,
    expected: `${inPath}, which the path names`,
    actual,
  });
}

/** Books and prices are of requested tokens alone. */
function judgeTokens(judge: Judge, { id }: Route, response: Exchange): void {
  const { body } = response.request;
  const items = objectsIn(typeof body === 'string' ? parseJson(body) : undefined);
  // A service may accept a number.
  const requested = new Set(items.map((item) => String(item['token_id'])));
  if (requested.size === 0) return;
  const books = objectsIn(response.json);
  const answered = id === 'books' ? textsOf(books, 'asset_id') : Object.keys(objectOf(response));
  const wrong = answered.findIndex((token) => !requested.has(token));
  judge.expect(id === 'books' ? '2.14/asset_id.asked' : '4.17/keys', wrong < 0, response, {
    pointer: id === 'books' ? `/${wrong}/asset_id` : '',
    expected: 'requested tokens alone',
    actual: answered[wrong],
  });
}
