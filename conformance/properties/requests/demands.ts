/**
 * conformance/properties/requests/demands: what the interface and its decisions demand of the response to a drawn part
 * of a request: that it is accepted, that it is refused, or neither.
 */
import { clauseNamed, parameterClause } from '../../../spec/clauses/clause-of.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { clauseIdOf } from '../../../spec/routes.ts';
import type { ClauseId } from '../../check.ts';
import type { DrawnPart } from './arbitrary.ts';
import { isValid } from './kinds.ts';

/** `open`: success and refusal are lawful. `why` completes "an error, because ...", or "status 2xx, because ...". */
export type Demand = {
  readonly must: 'accept' | 'refuse' | 'open';
  readonly clauses: readonly ClauseId[];
  readonly why: string;
};

const OPEN: Demand = { must: 'open', clauses: [], why: '' };

/** The demand on the response of a route to one part of a request. */
export function demandOf(route: Route, part: DrawnPart): Demand {
  if (part.param === 'body') return ofBody(route, part);
  if (part.param === route.pathParam?.name) return ofSegment(route, part);
  const param = route.query.find(({ name }) => name === part.param);
  if (param === undefined) return ofUnlisted(route, part);
  return isValid(part.kind) ? ofValid(route, param, part) : ofInvalid(route, param, part);
}

/** The demand on the response to a request without any parameter or body. */
export function sampleDemand(route: Route): Demand {
  return accept([clauseNamed(clauseIdOf(route.id, 'response.status'))], 'the route requires no parameter');
}

function accept(clauses: readonly ClauseId[], why: string): Demand {
  return clauses.length === 0 ? OPEN : { must: 'accept', clauses, why };
}

function refuse(clauses: readonly ClauseId[], why: string): Demand {
  return clauses.length === 0 ? OPEN : { must: 'refuse', clauses, why };
}

/** Those of the clauses that exist, that a check can judge, and that are about the route. */
function decided(route: Route, ...ids: readonly string[]): readonly ClauseId[] {
  const clauses = ids.flatMap((id) => loadRegister().get(id) ?? []).filter(({ excluded }) => excluded === undefined);
  return clauses.filter(({ routes }) => routes.length === 0 || routes.includes(route.id)).map(({ id }) => id);
}

function existing(route: Route, ...aspects: readonly string[]) {
  return decided(route, ...aspects.map((aspect) => clauseIdOf(route.id, aspect)));
}

const written = ({ pairs }: DrawnPart) => pairs.map(([name, value]) => `${name}=${value}`).join('&');

function ofValid(route: Route, param: Param, part: DrawnPart): Demand {
  // The interface does not list the columns that `order` may name, and no row names a creator.
  if (param.name === 'order' || param.name === 'creator') return OPEN;
  const aspects = { min: 'min', max: 'max', longest: 'maxLength', alias: 'alias' } as const;
  const aspect = aspects[part.kind as keyof typeof aspects];
  const special = aspect === undefined ? [] : existing(route, `${param.name}.${aspect}`);
  return accept([parameterClause(route.id, param.name, 'accepted'), ...special], `${written(part)} is valid`);
}

function ofInvalid(route: Route, param: Param, part: DrawnPart): Demand {
  const { name } = param;
  const of = (aspect: string): readonly ClauseId[] => existing(route, `${name}.${aspect}`);
  const text = written(part);
  switch (part.kind) {
    case 'absent':
      return refuse(existing(route, `${name}.required`, 'error.missing-field'), `${name} is required`);
    case 'below':
      return refuse([...of('min.refused'), ...rangeOf(route, param)], `${text} is below the bound`);
    case 'above':
      return refuse([...of('max.refused'), 'D/invalid-values.range'], `${text} is beyond the bound`);
    case 'too-long':
      return refuse([...of('maxLength.refused'), 'D/invalid-values.range'], `${name} is too long`);
    case 'wrong-type':
      return refuse([...of('type'), 'D/invalid-values.type'], `${text} is not of type ${param.type}`);
    case 'not-listed':
      return refuse([...of('enum'), 'D/invalid-values.member'], `${name} takes ${param.members?.join(', ')}`);
    case 'malformed':
      return refuse(malformed(route, param), `${text} has another form`);
    case 'empty':
      return param.type === 'integer' ? refuse(decided(route, 'D/empty-values.number'), `${name} is empty`) : OPEN;
    case 'conflict':
      return refuse(decided(route, 'D/alias-conflict'), `${text} disagree`);
    default:
      return OPEN;
  }
}

/** The decision about a value below a bound; the smallest values of the activity are one of its own. */
function rangeOf(route: Route, { name, min }: Param): readonly ClauseId[] {
  return min === undefined ? decided(route, `D/activity-list.${name}.min`) : ['D/invalid-values.range'];
}

function malformed(route: Route, { name, type }: Param): readonly ClauseId[] {
  if (type === 'address')
    return [parameterClause(route.id, name, 'type'), ...decided(route, 'D/wallet-user.malformed')];
  if (type === 'conditions') return decided(route, 'D/wallet-values.conditions');
  return decided(route, 'D/market-list-pages.malformed', 'D/builder-trades-cursor.malformed-cursor');
}

function ofUnlisted(route: Route, part: DrawnPart): Demand {
  const text = `${written(part)} is not listed`;
  const refused = existing(route, 'error.unknown-field');
  if (refused.length > 0) return refuse(refused, text);
  const ignored = decided(route, 'D/unknown-parameters.catalog', 'D/unknown-parameters.trading');
  return accept(ignored, `${text} and is ignored`);
}

function ofSegment(route: Route, part: DrawnPart): Demand {
  const text = `the path names ${part.pairs[0]?.[1] ?? ''}`;
  switch (part.kind) {
    case 'known':
      return accept([clauseNamed(clauseIdOf(route.id, 'response.status'))], text);
    case 'unknown':
      return refuse(existing(route, 'error.not-found'), `${text}, which nothing has`);
    case 'malformed':
      return refuse(existing(route, 'error.bad-request', `${part.param}.type`), text);
    default:
      return OPEN;
  }
}

function ofBody(route: Route, { kind }: DrawnPart): Demand {
  const item = decided(route, 'D/batch-tokens.token', 'D/batch-tokens.token.prices');
  const unknown = decided(route, 'D/batch-tokens.unknown', 'D/batch-tokens.unknown.prices');
  const isOrder = route.body === 'order';
  switch (kind) {
    case 'known':
      return accept(existing(route, 'per-token'), 'every item names a token');
    case 'empty-list':
      return accept(existing(route, 'empty'), 'no token is requested');
    case 'extra':
      return accept(decided(route, 'D/batch-tokens.extra'), 'other fields of an item are ignored');
    case 'no-json':
    case 'no-body':
      return refuse(existing(route, 'error.bad-request'), 'the body is not JSON');
    case 'other-json':
      return refuse(existing(route, 'error.bad-request', 'body.type'), 'the body is JSON of another kind');
    case 'unknown':
      return isOrder
        ? refuse(['D/order-token.unknown'], 'no market has the token')
        : accept(unknown, 'unknown tokens are left out');
    case 'no-name':
      return isOrder
        ? refuse(['D/order-token.unknown'], 'a field is malformed, and no market has the token')
        : refuse(item, 'an item has no token_id');
    case 'mistyped':
      return refuse([...existing(route, 'token_id.type'), ...item], 'a token_id is no text');
    default:
      return OPEN;
  }
}
