/** conformance/properties/lists/filter-kinds: filters of several lists: by field, condition ids, part of a title. */
import { flagAt, type JsonObject, textAt } from '../../../base/json.ts';
import { parameterClause } from '../../../spec/clauses/clause-of.ts';
import type { RouteId } from '../../../spec/route.ts';
import { textsOf } from '../../checks/rows.ts';
import { NO_CONDITION, NO_SLUG } from '../../checks/unknown-names.ts';
import type { FilterKind } from './list-spec.ts';

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
    ofRow: (row) => piecesOf(textAt(row, 'title') ?? ''),
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
