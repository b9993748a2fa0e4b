/** sim/routes/condition: the market of a `{condition_id}` in a path, or the error. */
import { CONDITION_ID } from '../../spec/params.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { WorldMarket } from '../world/world.ts';

export type ConditionRefusal = { readonly condition: 'bad-request' | 'not-found'; readonly detail: string };

/** Malformed ids are bad requests; unknown ones are not found. */
export function findCondition(catalog: Catalog, conditionId: string): Result<WorldMarket, ConditionRefusal> {
  if (!CONDITION_ID.test(conditionId)) {
    return refuse({ condition: 'bad-request', detail: 'condition_id must be 0x and 64 hexadecimal digits' });
  }
  const market = catalog.marketByCondition(conditionId);
  if (market === undefined) return refuse({ condition: 'not-found', detail: `market ${conditionId} not found` });
  return ok(market);
}
