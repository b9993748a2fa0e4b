/** spec/clauses/prose: the clauses of the interface's prose, from `spec/clauses.yaml`. */

import { z } from 'zod';
import { omitUndefined } from '../../base/record.ts';
import type { ClauseId, DecisionId } from '../ids.generated.ts';
import { routeById } from '../routes.ts';
import { readTable } from '../table.ts';
import { ClauseLevel, type ClauseRow, idLike, KnownRoutes, Observable, observableOn, Source } from './clause.ts';

export const ProseRow = z
  .strictObject({
    id: idLike<ClauseId>(/^\d+(\.\d+)?\/\S+$/, 'an id of the form <section>/<subject>.<aspect>'),
    text: z.string(),
    level: ClauseLevel.default('MUST'),
    source: Source.default('derived'),
    basis: z.string().optional(),
    observable: Observable.optional(),
    route: KnownRoutes.optional(),
    decision: z.custom<DecisionId>().optional(),
    excluded: z.string().optional(),
    looks: z.string().optional(),
    fix: z.string().optional(),
  })
  .refine((row) => (row.observable === 'not-observable') === (row.excluded !== undefined), {
    error: 'a row is excluded, with the reason, exactly if it is not-observable',
  })
  .refine((row) => row.level !== 'MUST' || row.basis !== undefined, {
    error: 'a MUST names its place in the interface, or gives its reasoning (basis)',
  })
  .refine((row) => row.excluded !== undefined || (row.looks !== undefined && row.fix !== undefined), {
    error: 'a row that can fail states how the failure looks (looks) and how to fix it (fix)',
  });
type ProseRow = z.infer<typeof ProseRow>;

export function proseClauses(): ClauseRow[] {
  return readTable<readonly ProseRow[]>(new URL('../clauses.generated.json', import.meta.url)).map(toClause);
}

function toClause({ route, looks, fix, decision, excluded, observable, basis, ...row }: ProseRow): ClauseRow {
  const routes = route === undefined ? [] : Array.isArray(route) ? route : [route];
  const needsWallet = routes.some((id) => observableOn(routeById(id)) === 'wallet');
  return omitUndefined({
    ...row,
    observable: observable ?? (needsWallet ? 'wallet' : 'read'),
    routes,
    basis,
    decision,
    excluded,
    looks: looks ?? 'It cannot be seen to fail.',
    fix:
      fix ?? (decision === undefined ? 'Nothing is required.' : `See D/${decision} for what a claimed profile does.`),
  });
}
