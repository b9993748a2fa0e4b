/** spec/tables/family-rows: values that rows share: by family, by path parameter, by kind of list. */

import { z } from 'zod';
import { stringParam } from '../params.ts';
import { all, integer, resource } from '../resources/resource.ts';
import type { Route } from '../route.ts';

/** The response of a route whose body is an array. */
export function arrayOf(schema: z.ZodType): Pick<Route, 'ok' | 'item'> {
  return { ok: z.array(schema), item: { schema, at: '' } };
}

/** A page of a cursor list: `{data, next_cursor, limit, count}`. */
export function page<Item extends z.ZodType>(section: string, prefix: string, item: Item) {
  return resource(section, prefix, {
    data: z.array(item),
    next_cursor: z.string(),
    ...all(integer, 'limit', 'count'),
  });
}

/** The response of a route whose body is such a page. */
export function pageOf(section: string, prefix: string, schema: z.ZodType): Pick<Route, 'ok' | 'item'> {
  return { ok: page(section, prefix, schema), item: { schema, at: 'data' } };
}

export const slug = stringParam('slug', 'slug of the entity', { required: true });
export const conditionId = stringParam('condition_id', 'condition id of the market', { required: true });

const read = { method: 'GET', body: 'none', auth: 'none', subject: 'none', query: [] } as const;
/** Reads of the catalog, of trading and of wallets. A row states what differs. */
export const catalog = { ...read, family: 'typed' } as const;
export const trading = { ...read, family: 'plain', limits: ['book-all'] } as const;
export const wallet = {
  ...read,
  family: 'wallet',
  errors: ['bad-request', 'missing-field', 'unknown-field', 'not-allowlisted', 'internal'],
  limits: [],
} as const;
