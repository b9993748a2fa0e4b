/** spec/openapi/components: the zod schemas of resources as `#/components/schemas`, equally strict. */
import { z } from 'zod';
import type { ExtraRoute } from '../clob/extra-route.ts';
import { GammaComment, GammaEvent, GammaEventMarket, GammaMarket, GammaSeries } from '../clob/gamma-schemas.ts';
import { CLOB_ROUTES } from '../clob/routes.ts';
import { ERROR_TYPES, PlainError, TypedError, WalletError } from '../errors.ts';
import {
  CatalogEvent,
  CatalogMarket,
  CatalogMarketFull,
  EventCreator,
  EventMarket,
  EventSummary,
  EventSummaryFull,
  Series,
  Tag,
} from '../resources/catalog-market.ts';
import {
  BuilderTrade,
  CancelReply,
  HeartbeatSession,
  HeartbeatStatus,
  LiveOrder,
  MakerOrder,
  OrderReply,
} from '../resources/order.ts';
import { BestPrices, BookLevel, OrderBook } from '../resources/order-book.ts';
import { Comment, CommentPosition, CommentProfile, PublicProfile } from '../resources/people.ts';
import { resourceOrigins } from '../resources/resource.ts';
import {
  RewardRate,
  Rewards,
  SettingsFee,
  SettingsToken,
  SimplifiedMarket,
  Token,
  TradingEvent,
  TradingMarket,
  TradingSettings,
} from '../resources/trading-market.ts';
import { ActivityEntry, ClosedPosition, Holder, HolderGroup, Position } from '../resources/wallet-data.ts';
import { ROUTES } from '../routes.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

const NAMED: Readonly<Record<string, z.ZodType>> = {
  ActivityEntry,
  BuilderTrade,
  MakerOrder,
  CatalogEvent,
  EventCreator,
  Series,
  Tag,
  CatalogMarket,
  CatalogMarketFull,
  EventMarket,
  EventSummary,
  EventSummaryFull,
  Comment,
  CommentPosition,
  CommentProfile,
  Holder,
  HolderGroup,
  CancelReply,
  HeartbeatSession,
  HeartbeatStatus,
  LiveOrder,
  OrderReply,
  BestPrices,
  BookLevel,
  OrderBook,
  ClosedPosition,
  Position,
  PublicProfile,
  RewardRate,
  Rewards,
  SimplifiedMarket,
  Token,
  TradingEvent,
  TradingMarket,
  SettingsFee,
  SettingsToken,
  TradingSettings,
  PlainError,
  TypedError,
  WalletError,
};

/** Schemas with names in the documents of profiles with routes of their own. */
const EXTRA_NAMED: Readonly<Record<string, z.ZodType>> = {
  GammaComment,
  GammaEvent,
  GammaEventMarket,
  GammaMarket,
  GammaSeries,
};

const DECIMAL = '[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?';
const MOMENT = '\\d{4}-?\\d{2}-?\\d{2}([T ][0-9:.,]+(Z|[+-][0-9:]+)?)?';

/** The JSON Schema of each `x-format` note. */
const FORMATS: Readonly<Record<string, JsonSchema>> = {
  'iso-8601': { description: 'ISO 8601', pattern: `^${MOMENT}$` },
  'iso-8601-or-empty': { description: 'ISO 8601, or empty', pattern: `^(${MOMENT})?$` },
  'json-string-array': { contentMediaType: 'application/json', pattern: '^\\[' },
  'condition-and-index': { pattern: '^[^:]+:\\d+$' },
  decimal: { pattern: `^${DECIMAL}$` },
  'decimal-or-empty': { pattern: `^(${DECIMAL})?$` },
};

/** `#/components/schemas` of the document: a schema per resource and per 200 body. `extra`: routes of a profile. */
export function componentSchemas(extra: readonly ExtraRoute[]): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string | undefined }>();
  const named = extra.length === 0 ? NAMED : { ...NAMED, ...EXTRA_NAMED };
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  for (const route of [...ROUTES, ...extra]) {
    if (!registry.has(route.ok)) registry.add(route.ok, { id: responseName(route.id) });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: schemaRef,
    override: ({ jsonSchema, zodSchema }) => {
      const format = jsonSchema['x-format'];
      if (typeof format === 'string') Object.assign(jsonSchema, FORMATS[format]);
      const origin = resourceOrigins.get(zodSchema);
      if (origin !== undefined) jsonSchema['description'] = `Section ${origin.section} of the interface.`;
    },
  });
  const bodies = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
  return { ...bodies, TypedError: withTypes(bodies['TypedError']) };
}

/** The error of catalog routes with the values that its `type` takes. */
function withTypes(error: JsonSchema = {}): JsonSchema {
  const type = { type: 'string', enum: [...new Set(Object.values(ERROR_TYPES))] };
  return { ...error, properties: { ...(error['properties'] as JsonSchema), type } };
}

/** The schema of a route's 200 body that is no named resource: `P/time` has `ProfileTimeAnswer`. */
function responseName(routeId: string) {
  const words = routeId
    .replace(/^P\//, 'profile-')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Answer`;
}

/** The name of the component of a route's 200 body. Routes that share a schema share the name of the first. */
export function okName({ id, ok }: { readonly id: string; readonly ok: z.ZodType }): string {
  const named = Object.entries({ ...NAMED, ...EXTRA_NAMED }).find(([, schema]) => schema === ok);
  return named?.[0] ?? responseName([...ROUTES, ...CLOB_ROUTES].find((route) => route.ok === ok)?.id ?? id);
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Identifiers and dialect are stated once, by the document. */
function bare({ $id, $schema, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
