/**
 * conformance/properties/requests/arbitrary: requests to one route, drawn from its whole parameter space with
 * fast-check. The public entry `touchstone/properties` exports it.
 */
import fc from 'fast-check';
import type { Param, Route, RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Request } from '../../../wire/message.ts';
import { bodiesOf, bodyKindsOf, type DrawnBody } from './bodies.ts';
import { type Choice, choicesOf, isValid, type Kind, type Pairs, segmentsOf, UNLISTED } from './kinds.ts';
import { queryText, respelled, type Spelling, spellings } from './spelling.ts';

/** A parameter of a drawn request: its name in the route table, `body` or `flavour` (an unlisted one), and its kind. */
export type DrawnPart = {
  readonly param: string;
  readonly kind: Kind | DrawnBody['kind'];
  /** Names and values as they are written; empty for a body and an absent parameter. */
  readonly pairs: Pairs;
};

export type DrawnRequest = Readonly<{
  route: RouteId;
  /** Parameters that differ from the simplest request of the route, and those that it requires. */
  parts: readonly DrawnPart[];
  /** The request, written as usual. It is not signed. */
  plain: Request;
  /** The same request in an unusual spelling that means the same; the object `plain` if there is no other spelling. */
  request: Request;
}>;

/** Values that a target is known to serve, by the name of a parameter. Tokens of a body are under `token_id`. */
export type Names = Readonly<Record<string, readonly string[]>>;

/**
 * Requests to a route: each parameter absent, valid, at each bound and one beyond, of another type, empty, repeated,
 * under its alias, several together; bodies of the same kinds; and unusual spellings that mean the same. They shrink
 * towards the acceptable request without optional parameters. Bodies of signed routes never place a valid order, cancel
 * one or start a session.
 *
 * @example
 * import { fc, requests } from 'touchstone/properties';
 * const drawn = requests('positions', { user: ['0x4F3eF61d5f6cA9bcE1E4a0B9F0B6A4E7C3F2a1D0'] });
 * await fc.assert(fc.asyncProperty(drawn, async ({ request }) => (await send(request)).status < 500));
 */
export function requests(id: RouteId, names: Names = {}): fc.Arbitrary<DrawnRequest> {
  const route = routeById(id);
  return fc
    .tuple(segments(route, names), parameters(route, names), bodiesOf(route, names['token_id'] ?? []), spellings)
    .map(([segment, drawn, body, spelling]) =>
      written(route, { segment, parts: drawn.filter((part) => part !== undefined), body, spelling }),
    );
}

/** Every parameter of a route with each of its kinds, as `limit above`: the space that `requests` draws from. */
export function requestSpace(id: RouteId, names: Names = {}): readonly string[] {
  const route = routeById(id);
  const { query, pathParam } = route;
  const of = (name: string, choices: readonly Choice[]): readonly string[] => [
    ...new Set(choices.map(({ kind }) => `${name} ${kind}`)),
  ];
  return [
    ...(pathParam === undefined ? [] : of(pathParam.name, segmentsOf(pathParam, names[pathParam.name] ?? []))),
    ...query.flatMap((param) => of(param.name, choicesOf(param, names[param.name] ?? []))),
    ...query.flatMap(({ name, required }) => (required === true ? [`${name} absent`] : [])),
    ...(hasQuery(route) ? of(UNLISTED_NAME, [UNLISTED]) : []),
    ...bodyKindsOf(route).map((kind) => `body ${kind}`),
  ];
}

/** The parts of the parameter space that a request covers. */
export function requestFeatures({ parts }: DrawnRequest): readonly string[] {
  return parts.map(({ param, kind }) => `${param} ${kind}`);
}

const UNLISTED_NAME = 'flavour';

/** A parameter of any kind is left out so many times as often as it is drawn. */
const ABSENT_WEIGHT = 3;
const UNLISTED_WEIGHT = 12;
/** Weights of valid kinds of an optional parameter, and of names that a request requires. */
const VALID_WEIGHT = 4;
const REQUIRED_WEIGHT = 12;
/** Kinds with many values, each of which a service may fail on alone. */
const WEIGHTS: Readonly<Partial<Record<Kind, number>>> = { unusual: 3, 'wrong-type': 5 };

/** A signed request without a query stays without one: the signature may or may not cover it. */
function hasQuery({ auth, query }: Route) {
  return auth === 'none' || query.length > 0;
}

function segments({ pathParam }: Route, names: Names): fc.Arbitrary<DrawnPart | undefined> {
  if (pathParam === undefined) return fc.constant(undefined);
  return oneOf(pathParam.name, segmentsOf(pathParam, names[pathParam.name] ?? []), REQUIRED_WEIGHT);
}

/**
 * A third of all requests has several valid parameters, a third has few of any kind, and a third has one that is not
 * valid beside valid ones: a service refuses a request for one defect.
 */
function parameters(route: Route, names: Names): fc.Arbitrary<readonly (DrawnPart | undefined)[]> {
  const { query } = route;
  const known = (param: Param) => names[param.name] ?? [];
  const sound = query.map((param) => parameter(param, soundChoices(param, known(param)), 1));
  const absent: Choice = { kind: 'absent', pairs: fc.constant([]) };
  const allOf = (param: Param): readonly Choice[] => [
    ...choicesOf(param, known(param)),
    ...(param.required === true ? [absent] : []),
  ];
  const any = query.map((param) => parameter(param, allOf(param), ABSENT_WEIGHT));
  const unlisted = hasQuery(route) ? [parameter({ name: UNLISTED_NAME }, [UNLISTED], UNLISTED_WEIGHT)] : [];
  const single = query.map((param, at) => {
    const invalid = allOf(param).filter(({ kind }) => !isValid(kind));
    return fc.tuple(...sound.with(at, oneOf(param.name, invalid, 1)));
  });
  const shrinking = { withCrossShrink: true };
  const defective = single.length === 0 ? [] : [fc.oneof(shrinking, ...single)];
  return fc.oneof(shrinking, fc.tuple(...sound), fc.tuple(...any, ...unlisted), ...defective);
}

/** Choices that a service accepts. A required name that no row shows is one that nothing has. */
function soundChoices(param: Param, known: readonly string[]): readonly Choice[] {
  const choices = choicesOf(param, known);
  const valid = choices.filter(({ kind }) => isValid(kind));
  return valid.length > 0 || param.required !== true ? valid : choices.filter(({ kind }) => kind === 'unknown');
}

function parameter(
  { name, required }: Pick<Param, 'name' | 'required'>,
  choices: readonly Choice[],
  weight: number,
): fc.Arbitrary<DrawnPart | undefined> {
  const absent = fc.constant<DrawnPart | undefined>(undefined);
  if (choices.length === 0) return absent;
  if (required === true) return oneOf(name, choices, REQUIRED_WEIGHT);
  return fc.oneof({ withCrossShrink: true }, { weight, arbitrary: absent }, oneOf(name, choices, VALID_WEIGHT));
}

/**
 * One of the choices. Valid ones come more often, because a request with several defects is refused for the first one,
 * and so do kinds with many values. It shrinks to the first choice.
 */
function oneOf(param: string, choices: readonly Choice[], validWeight: number): fc.Arbitrary<DrawnPart> {
  const weighted = choices.map(({ kind, pairs }) => ({
    weight: isValid(kind) ? validWeight : (WEIGHTS[kind] ?? 1),
    arbitrary: pairs.map((drawn): DrawnPart => ({ param, kind, pairs: drawn })),
  }));
  return fc.oneof({ withCrossShrink: true }, ...weighted);
}

type Drawn = Readonly<{
  segment: DrawnPart | undefined;
  parts: readonly DrawnPart[];
  body: DrawnBody | undefined;
  spelling: Spelling;
}>;

function written(route: Route, { segment, parts, body, spelling }: Drawn): DrawnRequest {
  const encoded = encodeURIComponent(segment?.pairs[0]?.[1] ?? '');
  const pairs = parts.flatMap((part) => part.pairs);
  const plain: Request = {
    method: route.method,
    path: route.path.replace(/\{[a-z_]+\}/, () => encoded),
    query: queryText(pairs),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: body.text }),
  };
  const bodyPart = body && ({ param: 'body', kind: body.kind, pairs: [] } as const);
  return {
    route: route.id,
    parts: [segment, ...parts, bodyPart].filter((part) => part !== undefined),
    plain,
    request: respelled(plain, pairs, encoded, spelling),
  };
}
