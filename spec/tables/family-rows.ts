/** spec/tables/family-rows: values that rows of the route table share: by family, by path parameter, by page. */
import { z } from 'zod';
import { integer, resource } from '../resources/resource.ts';
import type { Param } from '../route.ts';

/** A page of a cursor list: `{data, next_cursor, limit, count}`. */
export function page<Item extends z.ZodType>(section: string, prefix: string, item: Item) {
  return resource(section, prefix, {
    data: z.array(item),
    next_cursor: z.string(),
    limit: integer,
    count: integer,
  });
}

export const slug: Param = { name: 'slug', type: 'string', required: true, text: 'slug of the entity' };
export const conditionId: Param = {
  name: 'condition_id',
  type: 'string',
  required: true,
  text: 'condition id of the market',
};

/** Rows of the catalog, and of trading and accounts. */
export const catalog = {
  method: 'GET',
  body: 'none',
  family: 'typed',
  auth: 'none',
} as const;
export const trading = { family: 'plain' } as const;
