/** proof/judge/quirks/leniency: quirks of services that accept what others refuse, or explain less. */
import { isObject } from '../../../base/json.ts';
import { clauseOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { ClauseId } from '../../../spec/ids.generated.ts';
import type { Param } from '../../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../../spec/routes.ts';
import { jsonIn } from '../../../wire/message.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { onEach, onRoute, quirks, type Wrap } from '../variant.ts';
import { editQuery, withQuery } from '../wrappers/requests.ts';
import { set } from '../wrappers/responses.ts';

/** The query of a request with each value changed; a value of undefined is left out. */
function values(change: (value: string, param: Param) => string | undefined): Wrap {
  return (handle) => (request) => {
    const params = matchRoute(request)?.query ?? [];
    const changed = withQuery(request, (query) => {
      for (const param of params) {
        const value = query.get(param.name);
        const other = value === null ? undefined : change(value, param);
        if (value !== null && other === undefined) query.delete(param.name);
        if (other !== undefined && other !== value) query.set(param.name, other);
      }
    });
    return handle(changed);
  };
}

const FORMS: Readonly<Partial<Record<Param['type'], RegExp>>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/,
  'unix-seconds': /^\d+$/,
};
const ofType = values((value, { type }) => (FORMS[type]?.test(value) === false ? undefined : value));

const clamped = values((value, { type, min = -Infinity, max = Infinity, maxLength, members }) => {
  if (members !== undefined) return members.includes(value) ? value : undefined;
  if (FORMS[type]?.test(value) !== true || type === 'boolean') return value.slice(0, maxLength);
  const nearest = Math.min(max, Math.max(min, Number(value)));
  return nearest === Number(value) ? value : String(nearest);
});

/** Clauses of the query parameters of all routes: advice that these services do not follow. */
function advice(...aspects: readonly string[]): readonly ClauseId[] {
  const names = ROUTES.flatMap(({ id, query }) => query.map(({ name }) => clauseIdOf(id, name)));
  const advised = new Set(names.flatMap((name) => aspects.map((aspect) => `${name}.${aspect}`)));
  return loadRegister().clauses.flatMap(({ id }) => (advised.has(id) ? [id] : []));
}
const BAD_REQUESTS = routesWith('error.bad-request').map(({ id }) => clauseOf(id, 'error.bad-request'));

const fromStart = editQuery((query) => {
  const cursor = query.get('next_cursor') ?? '';
  if (!endsPaging(cursor) && readCursor(cursor) === undefined) query.delete('next_cursor');
});

const numbersAsTokens: Wrap = (handle) => (request) => {
  const items = jsonIn(request);
  if (!Array.isArray(items)) return handle(request);
  const read = items.map((item: unknown) =>
    isObject(item) && typeof item['token_id'] === 'number' ? { ...item, token_id: String(item['token_id']) } : item,
  );
  return handle({ ...request, body: JSON.stringify(read) });
};

const CURSORS = ROUTES.filter(({ query }) => query.some(({ type }) => type === 'cursor')).map(({ id }) => id);

export const leniencyQuirks = quirks([
  [
    'wrong-types-ignored',
    'D/invalid-values: a value of the wrong type is ignored',
    ofType,
    { warns: [...advice('type'), ...BAD_REQUESTS] },
  ],
  [
    'values-clamped',
    'D/invalid-values: a value beyond a bound is replaced by the bound',
    clamped,
    { warns: advice('min.refused', 'max.refused', 'maxLength.refused', 'enum') },
  ],
  [
    'cursors-from-start',
    'D/market-list-pages: a malformed cursor starts from the beginning',
    onEach(CURSORS, fromStart),
  ],
  ['number-tokens', 'D/batch-tokens: a number as token_id', onEach(['books', 'prices'], numbersAsTokens)],
  [
    'empty-reasons',
    'the reason why an order was not cancelled is empty',
    onRoute('cancel-order', set('not_canceled.*', '')),
  ],
]);
