/** conformance/properties/relations/views: drawn views of a list: valid filters and orders, and their pages. */
import fc from 'fast-check';
import type { Param, Route } from '../../../spec/route.ts';
import type { Request } from '../../../wire/message.ts';
import type { Names } from '../requests/arbitrary.ts';
import { choicesOf, isValid, type Pairs } from '../requests/kinds.ts';
import { queryText } from '../requests/spelling.ts';

const CUTTING: readonly string[] = ['limit', 'offset', 'next_cursor'];

/** The request for the part of a view that further parameters cut. */
export function pageOf(path: string, view: Pairs, cut: Pairs): Request {
  return { method: 'GET', path, query: queryText([...view, ...cut]), headers: {} };
}

/** The parameters of a view; those that the route requires are always among them. It shrinks towards the plain list. */
export function viewsOf({ query }: Route, names: Names): fc.Arbitrary<Pairs> {
  const params = query.filter(({ name }) => !CUTTING.includes(name));
  return fc.tuple(...params.map((param) => viewOf(param, names[param.name] ?? []))).map((drawn) => drawn.flat());
}

function viewOf(param: Param, known: readonly string[]): fc.Arbitrary<Pairs> {
  const shrinking = { withCrossShrink: true };
  const choices = choicesOf(param, known).filter(({ kind }) => isValid(kind) && kind !== 'alias' && kind !== 'longest');
  const valid = choices.map(({ pairs }) => pairs);
  const none = fc.constant<Pairs>([]);
  if (valid[0] === undefined || param.required === true) return valid[0] ?? none;
  return fc.oneof(shrinking, { weight: 3, arbitrary: none }, fc.oneof(shrinking, ...valid));
}
