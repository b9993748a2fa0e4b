/** proof/judge/generated/parameters: each parameter refused, ignored, read as another value, or cut off its bound. */
import { loadRegister } from '../../../spec/clauses/register.ts';
import type { Param, Route } from '../../../spec/route.ts';
import { clauseIdOf, ROUTES } from '../../../spec/routes.ts';
import type { Mutant, Wrap } from '../variant.ts';
import {
  assuming,
  editQuery,
  ignoring,
  readingAs,
  refusing,
  refusingParam,
  refusingValue,
  withQuery,
} from '../wrappers/requests.ts';
import { queryOf, replies, rowsIn, withBody } from '../wrappers/responses.ts';
import { breaking, type GeneratedRow, when } from './table.ts';

export function parameterMutants(): readonly Mutant[] {
  return ROUTES.flatMap((route) => {
    const rows = route.query.flatMap((param) =>
      [
        ...ofParam(param, route.item?.counted !== undefined, route.id === 'live-orders'),
        ...ofEffects(route, param),
      ].map(([what, aspect, title, wrap]): GeneratedRow => {
        const clause = clauseIdOf(route.id, `${param.name}.${aspect}`);
        return [`${param.name}-${what}`, clause, `${param.name}: ${title}`, wrap];
      }),
    );
    return breaking('bounds', route.id, rows);
  });
}

function ofParam(param: Param, isCounted: boolean, isSigned: boolean): readonly GeneratedRow[] {
  const { name, required, aliases = [] } = param;
  return [
    ...when(required === true, ['optional', 'required', 'a request without it lists nothing', emptyWithout(name)]),
    // A required parameter must have values. No row shows a creator; live orders are read with a signature.
    ...when(required !== true && name !== 'creator' && !isSigned, [
      'refused',
      'accepted',
      'every value is refused',
      refusingParam(name),
    ]),
    ...ofBounds(param),
    ...ofMembers(param),
    ...ofDefault(param),
    ...aliases.map((alias): GeneratedRow => {
      const aspect = aliases.length === 1 ? 'alias' : `alias.${alias}`;
      return [`${alias}-ignored`, aspect, `${alias} is ignored`, ignoring(alias)];
    }),
    ...when(name === 'limit' && !isCounted, ['one-more', 'cut', 'a page has a row too many', oneMore]),
  ];
}

/** The parameter without its effect on the rows. */
function ofEffects({ id }: Route, { name }: Param): readonly GeneratedRow[] {
  const effects = ['filter', 'substring', 'reverses'];
  const stated = effects.filter((effect) => loadRegister().get(clauseIdOf(id, `${name}.${effect}`)) !== undefined);
  return stated.map((effect) => ['ignored', effect, 'it is ignored', ignoring(name)]);
}

function ofBounds({ name, min = -Infinity, max = Infinity, maxLength = Infinity }: Param): readonly GeneratedRow[] {
  const refusedAt = (bound: number, aspect: string) =>
    when(Number.isFinite(bound), [
      `${aspect}-refused`,
      aspect,
      `${bound} is refused`,
      refusingValue(name, String(bound)),
    ]);
  return [
    ...refusedAt(min, 'min'),
    ...refusedAt(max, 'max'),
    ...when(name === 'limit' && max < Infinity, [
      'max-exceeded',
      'max',
      `${max + 1} rows are returned when requested`,
      beyond(max),
    ]),
    ...when(maxLength < Infinity, [
      'long-refused',
      'maxLength',
      `${maxLength} characters are refused`,
      refusing((query) => (query.get(name) ?? '').length >= maxLength),
    ]),
  ];
}

function ofMembers({ name, members = [], default: usual }: Param): readonly GeneratedRow[] {
  return members.flatMap((member, place) => {
    const other = members[(place + 1) % members.length] ?? member;
    return [
      // The default is judged with the other parameters of its request.
      ...when(member !== usual, [`${member}-refused`, member, `${member} is refused`, refusingValue(name, member)]),
      [`${member}-other`, member, `${member} is read as ${other}`, readingAs(name, member, other)],
    ] satisfies GeneratedRow[];
  });
}

function ofDefault(param: Param): readonly GeneratedRow[] {
  const { name, default: value, members } = param;
  if (value === undefined) return [];
  const other =
    typeof value === 'number'
      ? besides(value, param)
      : typeof value === 'boolean'
        ? !value
        : members?.find((member) => member !== value);
  return [['default', 'default', `the default is ${String(other)}`, assuming(name, String(other))]];
}

/** A threshold is lower, because each list has rows below it. */
function besides(value: number, { type, max = Number.POSITIVE_INFINITY }: Param) {
  return type === 'integer' && value < max ? value + 1 : value - 1;
}

function emptyWithout(name: string) {
  return replies((response, request) => (queryOf(request).has(name) ? response : withBody(response, [], 200)));
}

/** A limit of one more than `max` returns that many rows, repeated if there are not enough. */
export function beyond(max: number): Wrap {
  return (handle) => (request) => {
    if (queryOf(request).get('limit') !== String(max + 1)) return handle(request);
    const full = handle(withQuery(request, (query) => query.set('limit', String(max))));
    const list = rowsIn(full);
    return withBody(full, [...list, ...list, ...Array.from({ length: max }, () => list[0])].slice(0, max + 1));
  };
}

const oneMore = editQuery((query) => {
  const limit = Number(query.get('limit') ?? Number.NaN);
  if (limit < 50) query.set('limit', String(limit + 1));
});
