/** spec/clob/clauses: the clauses (`P/...`) of the routes that a profile adds or serves in another form. */
import { z } from 'zod';
import { type ClauseRow, routeName } from '../clauses/clause.ts';
import { routeById } from '../routes.ts';
import type { ExtraRoute } from './extra-route.ts';
import { RELATIONS } from './relations.ts';
import { CLOB_ROUTES } from './routes.ts';

/** The part of a header's name after the prefix of the profile, by the authentication that requires it. */
export const REQUIRED_HEADERS = {
  L1: ['ADDRESS', 'TIMESTAMP', 'SIGNATURE'],
  L2: ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'],
} as const;

/** A route whose requests are signed: of the profile, or of the interface with the profile's own headers. */
export type SignedClobRoute = Pick<ExtraRoute, 'id' | 'method' | 'path'> & { readonly auth: 'L1' | 'L2' };

const heartbeats = (['heartbeat', 'heartbeat-v1'] as const).map((id): SignedClobRoute => {
  const { method, path } = routeById(id);
  return { id: `P/${id}`, method, path, auth: 'L2' };
});

export const SIGNED_CLOB_ROUTES: readonly SignedClobRoute[] = [
  ...CLOB_ROUTES.flatMap(({ id, method, path, auth }) =>
    auth === 'L1' || auth === 'L2' ? [{ id, method, path, auth }] : [],
  ),
  ...heartbeats,
];

/** A field of a response, and the JSON pointer of the list whose rows have it; undefined for the response itself. */
export type ClobField = { readonly name: string; readonly list: string | undefined; readonly schema: z.core.$ZodType };

/** The fields of a response: of the object itself, of each row of a list, and of each row of `data`. */
export function fieldsOf({ ok }: Pick<ExtraRoute, 'ok'>): readonly ClobField[] {
  const own = fieldsIn(bare(ok), undefined);
  const rows = bare(ok) instanceof z.ZodObject ? own.find(({ name }) => name === 'data') : undefined;
  if (rows !== undefined) return [...own, ...fieldsIn(elementOf(rows.schema), '/data')];
  return own.length > 0 ? own : fieldsIn(elementOf(ok), '');
}

function fieldsIn(schema: z.core.$ZodType | undefined, list: string | undefined): readonly ClobField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => ({ name, list, schema: field }));
}

function elementOf(schema: z.core.$ZodType) {
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function bare(schema: z.core.$ZodType) {
  return schema instanceof z.ZodNullable ? schema.unwrap() : schema;
}

export function fieldClauseOf({ id }: Pick<ExtraRoute, 'id'>, { name, list }: ClobField): string {
  return list === '/data' ? `${id}.data.${name}` : `${id}.${name}`;
}

/** True for a route that a parameter or a body can be wrong for. Routes that ignore their parameters list none. */
export function canRefuse({ query, body, pathParam }: ExtraRoute): boolean {
  return query.length > 0 || pathParam !== undefined || body === 'json' || body === 'tokens';
}

export function clobClauses(): ClauseRow[] {
  return [
    ...CLOB_ROUTES.flatMap((route) => [...existence(route), ...shape(route), ...refusal(route)]),
    ...SIGNED_CLOB_ROUTES.flatMap(headers),
    ...RELATIONS.map(
      ({ id, needs, ...words }): ClauseRow => ({
        ...common(needs),
        ...words,
        id,
        basis: 'Clients of the profile rely on it.',
      }),
    ),
  ];
}

const common = (observable: 'read' | 'trading') =>
  ({ section: 'P', level: 'MUST', source: 'explicit', observable, routes: [] }) as const;

const observableOn = ({ auth }: Pick<ExtraRoute, 'auth'>) => (auth === 'none' ? 'read' : 'trading');

const basis = 'Clients of the profile send this request.';

function existence(route: ExtraRoute): ClauseRow[] {
  return [
    {
      ...common(observableOn(route)),
      id: `${route.id}.exists`,
      basis,
      text: `${routeName(route)} exists: ${route.purpose}. An acceptable request gets status 200.`,
      looks: 'The request gets an error.',
      fix: 'Serve this method under this path.',
    },
  ];
}

function shape(route: ExtraRoute): ClauseRow[] {
  const row = {
    ...common(observableOn(route)),
    basis: 'Clients of the profile read it.',
    looks: 'It is missing, or of another type.',
  };
  const whole: ClauseRow = {
    ...row,
    id: `${route.id}.shape`,
    text: `The response of ${routeName(route)} has the stated form: each field is there, with its type.`,
    fix: 'Write the response in the form of `touchstone spec openapi` for this profile.',
  };
  const fields = fieldsOf(route).map(
    (field): ClauseRow => ({
      ...row,
      id: fieldClauseOf(route, field),
      text:
        `${field.name} is in ${field.list === undefined ? 'the response' : 'each row of the response'} ` +
        `of ${routeName(route)}, with its type.`,
      fix: `Write ${field.name} in every response.`,
    }),
  );
  return [whole, ...fields];
}

function refusal(route: ExtraRoute): ClauseRow[] {
  if (!canRefuse(route)) return [];
  return [
    {
      ...common(observableOn(route)),
      id: `${route.id}.error`,
      basis: 'Clients of the profile show the text of `error`.',
      text:
        `A request to ${routeName(route)} with a wrong parameter or body gets a status of the 400s ` +
        'and an object with a text error.',
      looks: 'The request succeeds, or the error has another form.',
      fix: 'Refuse the request with {"error": "<reason>"}.',
    },
  ];
}

function headers(route: SignedClobRoute): ClauseRow[] {
  const row = {
    ...common('trading'),
    basis: 'Authentication of the clients of the profile.',
    looks: 'The request succeeds, or fails for another reason.',
    fix: 'Verify the headers before anything else, and refuse with status 401 and {"error": "<reason>"}.',
  };
  const missing = REQUIRED_HEADERS[route.auth].map(
    (name): ClauseRow => ({
      ...row,
      id: `${route.id}.auth.${name}`,
      text:
        `${routeName(route)} refuses a request without the header ${name}, ` +
        'after the prefix of the profile, with status 401 and a text error.',
    }),
  );
  return [
    ...missing,
    {
      ...row,
      id: `${route.id}.auth.verified`,
      text: `${routeName(route)} refuses a request with a wrong signature with status 401 and a text error.`,
    },
  ];
}
