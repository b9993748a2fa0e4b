/** conformance/quirks/families/leniency: lawful oddities of services that accept what others refuse, or explain less. */
import { clauseOf, routesWith } from '../../../spec/clauses/clause-of.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { endsPaging, readCursor } from '../../../spec/cursor.ts';
import type { ClauseId } from '../../../spec/ids.generated.ts';
import { isObject, parseJson } from '../../../spec/json.ts';
import type { Param } from '../../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../../spec/routes.ts';
import { matchRoute } from '../../../wire/route-match.ts';
import { onRoute, type Wrap } from '../../mutants/mutant.ts';
import { asked, withQuery } from '../../mutants/queries.ts';
import { edit } from '../../mutants/responses.ts';
import { onEach } from '../oddities.ts';
import type { Quirk } from '../quirk.ts';

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

const fromStart = asked((query) => {
  const cursor = query.get('next_cursor') ?? '';
  if (!endsPaging(cursor) && readCursor(cursor) === undefined) query.delete('next_cursor');
});

/** A number in place of a token id is read as its digits. */
const numbersAsTokens: Wrap = (handle) => (request) => {
  const items = typeof request.body === 'string' ? parseJson(request.body) : undefined;
  if (!Array.isArray(items)) return handle(request);
  const read = items.map((item: unknown) =>
    isObject(item) && typeof item['token_id'] === 'number' ? { ...item, token_id: String(item['token_id']) } : item,
  );
  return handle({ ...request, body: JSON.stringify(read) });
};

const CURSORS = ROUTES.filter(({ query }) => query.some(({ type }) => type === 'cursor')).map(({ id }) => id);

export const leniencyQuirks: readonly Quirk[] = [
  {
    id: 'wrong-types-ignored',
    title: 'a query value of the wrong type counts as absent: limit=abc',
    alternative: { decision: 'invalid-values', text: 'a value of the wrong type is ignored' },
    warns: [...advice('type'), ...BAD_REQUESTS],
    wrap: ofType,
  },
  {
    id: 'values-clamped',
    title: 'a query value beyond a bound counts as the bound: limit=101',
    alternative: { decision: 'invalid-values', text: 'a value beyond a bound is replaced by the bound' },
    warns: advice('min.refused', 'max.refused', 'maxLength.refused', 'enum'),
    wrap: clamped,
  },
  {
    id: 'cursors-from-start',
    title: 'a malformed cursor starts from the beginning',
    alternative: { decision: 'market-list-pages', text: 'a malformed cursor starts from the beginning' },
    wrap: onEach(CURSORS, fromStart),
  },
  {
    id: 'number-tokens',
    title: 'a batch may have numbers as token ids',
    alternative: { decision: 'batch-tokens', text: 'a number as token_id' },
    wrap: onEach(['books', 'prices'], numbersAsTokens),
  },
  {
    id: 'empty-reasons',
    title: 'the reason why an order was not cancelled is empty',
    wrap: onRoute(
      'cancel-order',
      edit('not_canceled', (reasons) =>
        isObject(reasons) ? Object.fromEntries(Object.keys(reasons).map((id) => [id, ''])) : reasons,
      ),
    ),
  },
];
