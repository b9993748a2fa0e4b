/** conformance/traffic/requested: recorded resources, books and prices other than those that their request names. */
import { z } from 'zod';
import { isObject, objectsIn, parseJson } from '../../base/json.ts';
import { parameterClause } from '../../spec/clauses/clause-of.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Exchange, Judge } from '../check.ts';
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
  const number = Number(inPath);
  const value = { $any: [{ $caseless: inPath }, ...(Number.isNaN(number) ? [] : [number, { $number: number }])] };
  const clauses = parameterClause(route.id, name, 'match');
  judge.judge({ clauses, of: response, must: { at: { [`/${name}`]: value } }, because: 'the path names it' });
}

/** Books and prices are of requested tokens alone. */
function judgeTokens(judge: Judge, { id }: Route, response: Exchange): void {
  const { body } = response.request;
  const items = objectsIn(typeof body === 'string' ? parseJson(body) : undefined);
  // A service may accept a number.
  const requested = items.map((item) => String(item['token_id']));
  if (requested.length === 0) return;
  const clauses = id === 'books' ? '2.14/asset_id.asked' : '4.17/keys';
  const own = id === 'books' ? { $every: { asset_id: { $in: requested } } } : { $keys: { $every: { $in: requested } } };
  judge.judge({ clauses, of: response, must: { body: own }, because: 'only these tokens are requested' });
}
