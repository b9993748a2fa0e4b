/** proof/judge/generated/profile-fields: each field of each response of a profile missing, null, or malformed. */
import { z } from 'zod';
import { HEADER_PREFIXES } from '../../../spec/auth.ts';
import {
  type ClobField,
  canRefuse,
  fieldClauseOf,
  fieldsOf,
  REQUIRED_HEADERS,
  SIGNED_CLOB_ROUTES,
  type SignedClobRoute,
} from '../../../spec/clob/clauses.ts';
import type { ExtraRoute } from '../../../spec/clob/extra-route.ts';
import { CLOB_ROUTES } from '../../../spec/clob/routes.ts';
import { headerOf, type Request, type Response } from '../../../wire/message.ts';
import type { Mutant, Wrap } from '../variant.ts';
import { ignoring } from '../wrappers/requests.ts';
import { bodies, refusalsThat, responses, withBody, withStatus } from '../wrappers/responses.ts';
import { fieldRows, placesOf } from './fields.ts';
import { always, cut, FORMS } from './responses.ts';
import { breaking, type GeneratedRow, when } from './table.ts';

/** A field without a clause of its own is changed in the first response that has its object. */
export function profileFieldMutants(): readonly Mutant[] {
  const firstPlaces = new Map<z.ZodObject, string>();
  return CLOB_ROUTES.flatMap((route) => {
    const clauses = new Map(fieldsOf(route).map((field) => [pathOf(field), fieldClauseOf(route, field)]));
    const places = placesOf(route.ok, (object, path) => {
      const place = `${route.id} ${path.slice(0, -1).join('.')}`;
      if (!firstPlaces.has(object)) firstPlaces.set(object, place);
      const own = clauses.get(path.join('.'));
      return own ?? (firstPlaces.get(object) === place ? clauseAround(route, clauses, path) : undefined);
    });
    return breaking('shape', route.id, places.flatMap(rowsOf));
  });
}

function pathOf({ name, list }: ClobField) {
  return list === undefined ? name : [...list.split('/').filter((part) => part !== ''), '*', name].join('.');
}

/** A field inside another one is a matter of its clause. */
function clauseAround({ id }: ExtraRoute, clauses: ReadonlyMap<string, string>, path: readonly string[]): string {
  const around = path.map((_, index) => clauses.get(path.slice(0, path.length - index).join('.')));
  return around.find((clause) => clause !== undefined) ?? `${id}.shape`;
}

function rowsOf(place: ReturnType<typeof placesOf>[number]): readonly GeneratedRow[] {
  const { schema } = place;
  const accepts = (value: unknown) => z.safeParse(schema, value).success;
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodStringFormat;
  return fieldRows(place, {
    takesNull: accepts(null),
    takesAny: accepts({ unknown: [] }) && accepts(['unknown']),
    hasFormat: isText && !accepts('~'),
  });
}

export function profileResponseMutants(): readonly Mutant[] {
  return [
    ...CLOB_ROUTES.flatMap((route) => [
      ...breaking('shape', route.id, ofSuccess(route).map(route.id === FINDS_COMMENTS ? fromTheSecond : (row) => row)),
      ...breaking('error', route.id, canRefuse(route) ? ofRefusals(route) : []),
    ]),
    ...SIGNED_CLOB_ROUTES.flatMap((route) => breaking('auth', route.id, ofHeaders(route))),
  ];
}

/** Without this route no comment is found, so that there is nothing to judge it by. */
const FINDS_COMMENTS = 'P/comment-replies';

/** The same mistake from the second request of a path on. */
function fromTheSecond([what, clause, title, wrap]: GeneratedRow): GeneratedRow {
  const later: Wrap = (handle, internals) => {
    const changed = wrap(handle, internals);
    const seen = new Set<string>();
    return (request) => {
      const isLater = seen.has(request.path);
      seen.add(request.path);
      return isLater ? changed(request) : handle(request);
    };
  };
  return [what, clause, `from the second request on: ${title}`, later];
}

function ofSuccess({ id, auth, ok }: ExtraRoute): readonly GeneratedRow[] {
  const [exists, shape] = [`${id}.exists`, `${id}.shape`];
  return [
    ['stub', exists, 'the route does not exist', always(404)],
    ...when(auth === 'none', ['closed', exists, 'unsigned requests are refused', always(401)]),
    ['created', exists, 'success has status 201', withStatus(201)],
    // A number without its last digit is a number.
    ...when(!(ok instanceof z.ZodNumber), ['cut', shape, 'bodies lack their last character', responses(cut)]),
    // A list of prices by token may have a token of this name.
    ...when(!z.safeParse(ok, { data: {} }).success, [
      'in-data',
      shape,
      'bodies are in an envelope',
      bodies((json) => ({ data: json })),
    ]),
    ['in-array', shape, 'bodies are in an array', bodies((json) => [json])],
  ];
}

/** Authentication is judged apart. */
const isRefusal = ({ status }: Response) => status !== 401;
const isUnauthorized = (response: Response) => !isRefusal(response);
const accepted = (response: Response): Response => withBody(response, {}, 200);

function ofRefusals({ id, query, pathParam, body }: ExtraRoute): readonly GeneratedRow[] {
  const clause = `${id}.error`;
  const changing = (form: (refused: Response) => Response, isOne = (_: Request) => true) =>
    refusalsThat((response, request) => isRefusal(response) && isOne(request), form);
  const forms = FORMS.map(
    ([what, title, form]): GeneratedRow => [`error-${what}`, clause, `the error ${title}`, changing(form)],
  );
  const params = query.flatMap(({ name, required, type, members }): GeneratedRow[] => {
    const lacks = ({ query: text }: Request) => !new URLSearchParams(text).has(name);
    const isFree = type === 'string' && members === undefined;
    return [
      ...when(Boolean(required), [
        `${name}-optional`,
        clause,
        `a request without ${name} succeeds`,
        changing(accepted, lacks),
      ]),
      ...when(!isFree && !required, [`${name}-ignored`, clause, `${name} is ignored`, ignoring(name)]),
    ];
  });
  const isWhole = pathParam !== undefined || body !== 'none';
  return [...forms, ...params, ...when(isWhole, ['forgiven', clause, 'refusals have status 200', changing(accepted)])];
}

function ofHeaders({ id, auth }: SignedClobRoute): readonly GeneratedRow[] {
  const forgiving = (isOne: (request: Request) => boolean) =>
    refusalsThat((response, request) => isUnauthorized(response) && isOne(request), accepted);
  const lacks = (request: Request, part: string) =>
    !HEADER_PREFIXES.some((prefix) => headerOf(request, `${prefix}${part}`.toLowerCase()) !== undefined);
  const parts: readonly string[] = REQUIRED_HEADERS[auth];
  const isWhole = (request: Request) => !parts.some((part) => lacks(request, part));
  return [
    ...parts.map((part): GeneratedRow => {
      const optional = forgiving((request) => lacks(request, part));
      return [`${part.toLowerCase()}-optional`, `${id}.auth.${part}`, `a request without ${part} succeeds`, optional];
    }),
    ['unverified', `${id}.auth.verified`, 'a wrong signature is accepted', forgiving(isWhole)],
    // The form of errors of heartbeats is a matter of the interface.
    ...(CLOB_ROUTES.some((row) => row.id === id) ? FORMS : []).map(
      ([what, title, form]): GeneratedRow => [
        `unauthorized-${what}`,
        `${id}.auth.verified`,
        `the error for a wrong signature ${title}`,
        refusalsThat(isUnauthorized, form),
      ],
    ),
  ];
}
