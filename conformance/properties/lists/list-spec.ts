/** conformance/properties/lists/list-spec: the description of a list: base requests, filters and orders. */
import { flagAt, type JsonObject, textAt, textOrEmpty } from '../../../base/json.ts';
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { Query } from '../../../wire/message.ts';
import type { SortKey } from '../../../wire/pattern/matchers.ts';
import type { Check, CheckContext, ClauseId, Exchange, RouteId, Wallet } from '../../check.ts';
import { NO_CONDITION, NO_SLUG, textsOf } from '../../checks/assertions.ts';
import type { Meaning } from './model.ts';

/**
 * The part of all requests of a property on one target; `name` is the value in the path. `whole` is added to read the
 * whole list, without a default that filters.
 */
export type Base = Readonly<{ query: Query; name?: string; whole?: Query; as?: Wallet }>;

export type FilterKind = {
  readonly param: string;
  /** The documented name of the parameter. A request has only one of the names: which of two wins is open. */
  readonly aliasOf?: string;
  readonly clause: ClauseId;
  /** The default of the parameter, if that filters, and its clause. */
  readonly absent?: { readonly clause: ClauseId; readonly value: string };
  /** A value that no row has. */
  readonly unknown?: string;
  /** Values that the row satisfies, the plainest one first; empty if the parameter cannot name this row. */
  ofRow(row: JsonObject, context: CheckContext): readonly string[];
  /** Values besides: of several rows, bounds, and values that no row has; by default the unknown one. */
  others?(rows: readonly JsonObject[]): readonly string[];
  meaning(value: string, context: CheckContext, rows: readonly JsonObject[]): Meaning;
  /** Values of which the interface leaves open whether they are refused; by default the unknown one. */
  mayBeRefused?(value: string): boolean;
};

/** An order of the list: `key` undefined if the interface leaves it open. */
export type Order = Readonly<{
  name: string;
  query: Query;
  key?: SortKey | undefined;
  clauses: readonly ClauseId[];
}>;

export type ListSpec = {
  readonly id: RouteId;
  /** The name of its property, if another one has that of the route. */
  readonly name?: string;
  readonly title: string;
  /** By default the roles of the route. */
  readonly needs?: Check['needs'];
  /** The field that identifies a row; without it rows are compared as wholes. */
  readonly key?: string;
  /** Cases in `touchstone check`; see property. */
  readonly runs?: number;
  /** Requests before the first case, at most. */
  readonly once: number;
  readonly filters: readonly FilterKind[];
  /** The clause of several filters together, and of filters with a part of the list. */
  readonly combine?: ClauseId;
  readonly page?: ClauseId;
  /** True if a request that no row satisfies may be refused. */
  readonly mayRefuseNothing?: true;
  /** True for a list of some markets, whose cursors may count the others, too. */
  readonly isSample?: true;
  /** Base requests to try in turn, until a list is long enough to compare and short enough to read. */
  bases(context: CheckContext, pagesMax: number): readonly Base[];
  /** Adds rows to the list: orders, which the end of the run cancels. */
  prepare?(context: CheckContext): Promise<void>;
  /** Sends a request, if it is more than a GET. */
  read?(context: CheckContext, base: Base, query: Query): Promise<Exchange>;
  /** A shorter list, by a filter for some of the rows that were read of a long one. */
  narrow?(base: Base, rows: readonly JsonObject[]): Base | undefined;
  /** All orders that it has on any target, and those of this target; the first one names none. */
  readonly orders: readonly Order[];
  ordersOf?(context: CheckContext, base: Base, pagesMax: number): Promise<readonly Order[]>;
};

/** A list with defaults: no filters, no sort, and one base request without parameters. */
export type ListDefinition = Partial<ListSpec> & Pick<ListSpec, 'id' | 'title' | 'once'>;

/** The order of a list without a sort: the interface leaves it open. */
export const AS_LISTED: Order = { name: 'none', query: {}, clauses: [] };

/** A list on a target: the requests to it begin with `base`. */
export type OpenList = Readonly<{
  spec: ListSpec;
  base: Base;
  orders: readonly Order[];
  filters: readonly FilterKind[];
}>;

/** A request to a list. */
export type Drawn = Readonly<{
  filters: Readonly<Record<string, string>>;
  /** The name of an order. */
  order: string;
  limit: number | undefined;
  /** Skips rows of the start, or all but some rows of the end. */
  skip: { readonly from: 'start' | 'end'; readonly rows: number } | undefined;
}>;

/** A filter by the whole text of a field; `unknown` is a value that no row has. */
export function fieldKind(id: RouteId, param: string, field: string, unknown: string): FilterKind {
  return {
    param,
    clause: parameterClause(id, param, 'filter'),
    ofRow: (row) => nonEmpty([textAt(row, field)]),
    unknown,
    meaning: (value) => ({ allows: { [field]: value } }),
  };
}

export function flagKind(id: RouteId, param: string): FilterKind {
  return {
    param,
    clause: parameterClause(id, param, 'filter'),
    ofRow: (row) => nonEmpty([flagAt(row, param)?.toString()]),
    others: () => ['true', 'false'],
    meaning: (value) => ({ allows: { [param]: value === 'true' } }),
  };
}

/** Most conditions that a request lists, and lists of several that are drawn from. */
const CONDITIONS = 4;
const LISTS = 24;

/** One or more condition ids, separated by commas. */
export function conditionsKind(id: RouteId): FilterKind {
  return {
    param: 'market',
    clause: parameterClause(id, 'market', 'filter'),
    ofRow: (row) => nonEmpty([textAt(row, 'conditionId')]),
    others: (rows) => {
      const ids = [...new Set(nonEmpty(textsOf(rows, 'conditionId')))];
      const several = ids.slice(0, LISTS).map((_, at) => ids.slice(at, at + 2 + (at % (CONDITIONS - 1))).join(','));
      return [...several, ...ids.slice(0, 1).map((known) => `${NO_CONDITION},${known}`), NO_CONDITION];
    },
    meaning: (value) => ({ allows: { conditionId: { $in: value.split(',') } } }),
    mayBeRefused: (value) => value.includes(NO_CONDITION),
  };
}

const TITLE_MAX = 100;

/** A part of a title; the interface leaves open whether letter case counts. */
export function titleKind(id: RouteId): FilterKind {
  return {
    param: 'title',
    clause: parameterClause(id, 'title', 'substring'),
    ofRow: (row) => piecesOf(textOrEmpty(row, 'title')),
    others: () => [NO_SLUG],
    meaning: (value) => ({
      allows: { title: { $caseless: { $contains: [value.toLowerCase()] } } },
      demands: { title: { $contains: [value] } },
    }),
  };
}

/** Words, parts of them, and the longest text that may be sent. */
function piecesOf(title: string): readonly string[] {
  const words = title.split(/\s+/).filter(({ length }) => length > 3);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return nonEmpty([first, last, first.slice(1), last.slice(0, -1), title.slice(0, TITLE_MAX).trim()]);
}

export function nonEmpty(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '');
}

/** Rows that have a number of at least a bound. A number that is near the bound may have noise. */
export function atLeast(field: string, bound: number): { readonly allows: JsonObject; readonly demands: JsonObject } {
  return { allows: { [field]: { $any: [{ $gte: bound }, { $near: bound }] } }, demands: { [field]: { $gte: bound } } };
}
