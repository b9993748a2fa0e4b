/** conformance/properties/relations/views: drawn views of a list: filters and orders that the route accepts, without the parameters that cut pages. */
import fc from 'fast-check';
import type { Param, Route } from '../../../spec/route.ts';
import type { Names } from '../requests/arbitrary.ts';
import { choicesOf, isValid, type Pairs } from '../requests/kinds.ts';

const CUTTING: readonly string[] = ['limit', 'offset', 'next_cursor'];

/** The parameters of a view; those that the route requires are always among them. It shrinks towards the plain list. */
export function viewsOf({ query }: Route, names: Names): fc.Arbitrary<Pairs> {
  const params = query.filter(({ name }) => !CUTTING.includes(name));
  return fc.tuple(...params.map((param) => viewOf(param, names[param.name] ?? []))).map((drawn) => drawn.flat());
}

function viewOf(param: Param, known: readonly string[]): fc.Arbitrary<Pairs> {
  const valid = choicesOf(param, known).filter(({ kind }) => isValid(kind) && kind !== 'alias' && kind !== 'longest');
  const [first] = valid;
  const none = fc.constant<Pairs>([]);
  if (first === undefined) return none;
  if (param.required === true) return first.pairs;
  const drawn = fc.oneof({ withCrossShrink: true }, ...valid.map(({ pairs }) => pairs));
  return fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: none }, drawn);
}
