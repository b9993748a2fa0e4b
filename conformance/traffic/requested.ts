/** conformance/traffic/requested: recorded resources, books and prices other than those that their request names. */
import { z } from 'zod';
import { isObject, objectsIn, parseJson, textAt } from '../../spec/json.ts';
import type { Route } from '../../spec/route.ts';
import { clausePrefix } from '../../spec/routes.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange } from '../check.ts';
import type { Judge } from '../checks/assertions.ts';
import { isSameCaseless, objectOf, textsOf } from '../checks/rows.ts';
import type { Asked } from './asked.ts';

export function judgeRequested(judge: Judge, route: Route, asked: Asked, answer: Exchange): void {
  if (!isSuccess(answer)) return;
  judgeName(judge, route, asked, answer);
  if (route.body === 'tokens') judgeTokens(judge, route, answer);
}

/** A single resource that has the parameter of the path as a field repeats its value. */
function judgeName(judge: Judge, route: Route, { inPath }: Asked, answer: Exchange): void {
  const { ok, pathParam: { name } = { name: '' } } = route;
  const isRepeated = ok instanceof z.ZodObject && name in ok.shape;
  if (!isRepeated || inPath === undefined || !isObject(answer.json)) return;
  const actual = textAt(answer.json, name);
  const isSame = isSameCaseless(actual, inPath) || Number(actual) === Number(inPath);
  judge.expect(`${clausePrefix(route)}${name}.match`, isSame, answer, {
    pointer: `/${name}`,
    expected: `${inPath}, which the path names`,
    actual,
  });
}

/** Books and prices are of requested tokens alone. */
function judgeTokens(judge: Judge, { id }: Route, answer: Exchange): void {
  const { body } = answer.request;
  const items = objectsIn(typeof body === 'string' ? parseJson(body) : undefined);
  // A service may accept a number.
  const requested = new Set(items.map((item) => String(item['token_id'])));
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
