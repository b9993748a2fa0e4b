/** spec/clauses/parameters: the clauses of path and query parameters, one aspect at a time, and of pages. */
import { z } from 'zod';
import type { Param, Route } from '../route.ts';
import { clauseIdOf, hasParam, ROUTES } from '../routes.ts';
import { type ClauseLevel, type ClauseRow, observableOn, routeName, type Source } from './clause.ts';

type Aspect = Readonly<{
  aspect: string;
  text: string;
  looks: string;
  fix: string;
  level?: ClauseLevel;
  source?: Source;
  /** Why a derived aspect holds; the row of the parameter table states the others. */
  basis?: string;
  excluded?: string;
}>;

export function parameterClauses(): ClauseRow[] {
  return ROUTES.flatMap((route) => {
    const params = route.pathParam === undefined ? route.query : [route.pathParam, ...route.query];
    const ofParams = params.flatMap((param) => {
      const aspects = [...acceptance(route, param), ...typing(param), ...bounds(param), ...choices(route, param)];
      return aspects.map((aspect) => clause(route, param.name, aspect));
    });
    return [...ofParams, ...ofPages(route)];
  });
}

export function entityClauses(): ClauseRow[] {
  return ROUTES.flatMap((route) => named(route).map(({ name, ...aspect }) => clause(route, name, aspect)));
}

function clause(route: Route, name: string, { aspect, excluded, level, source, basis, ...words }: Aspect): ClauseRow {
  return {
    id: clauseIdOf(route.id, `${name}.${aspect}`),
    level: level ?? 'MUST',
    source: source ?? 'explicit',
    basis: basis ?? `Section ${route.section}, parameter ${name}.`,
    observable: excluded === undefined ? observableOn(route) : 'not-observable',
    routes: [route.id],
    ...(excluded !== undefined && { excluded }),
    ...words,
  };
}

function acceptance(route: Route, param: Param): Aspect[] {
  const { name } = param;
  if (route.pathParam === param) return [];
  const accepted: Aspect = {
    aspect: 'accepted',
    text: `${routeName(route)} accepts the parameter ${name}: ${param.text}.`,
    looks: `A request with a valid value of ${name} is refused, for instance as an unknown parameter.`,
    fix: `Add ${name} to the parameters of the route.`,
  };
  if (!param.required) return [accepted];
  return [
    accepted,
    {
      aspect: 'required',
      text: `${routeName(route)} refuses a request without ${name}.`,
      looks: `The request is answered with success, for instance with an empty list.`,
      fix: `Answer missing_field: ${name}.`,
    },
  ];
}

/** A response that has the parameter of the path as a field is the entity that the path names. */
function named(route: Route): readonly (Aspect & Pick<Param, 'name'>)[] {
  const { method, path, ok, purpose, pathParam: param } = route;
  if (param === undefined || !(ok instanceof z.ZodObject) || !(param.name in ok.shape)) return [];
  return [
    {
      name: param.name,
      aspect: 'match',
      basis: `Table 4.1, row ${method} ${path}: ${purpose}.`,
      text: `The response of ${routeName(route)} has the requested ${param.name}.`,
      looks:
        `Another entity is answered, for instance one whose ${param.name} only starts alike, ` +
        'or one that is shown is not found.',
      fix: `Look the entity up by its whole ${param.name}, in any state.`,
    },
  ];
}

/** The name of each type, and an invalid value; undefined if every text is valid. */
const TYPES: Readonly<Record<Param['type'], { readonly name: string; readonly wrong?: string }>> = {
  string: { name: 'a string' },
  conditions: { name: 'a list of condition ids separated by commas' },
  integer: { name: 'an integer', wrong: 'abc or 1.5' },
  number: { name: 'a number', wrong: 'abc' },
  boolean: { name: 'true or false', wrong: 'maybe' },
  'unix-seconds': { name: 'a Unix timestamp in seconds', wrong: 'yesterday' },
  cursor: { name: 'a base64 offset' },
  address: { name: 'a wallet address', wrong: 'not-an-address' },
};

function typing(param: Param): Aspect[] {
  const { name, wrong } = TYPES[param.type];
  const fix = `Parse ${param.name} strictly and refuse every other text.`;
  // The response to a malformed cursor is a decision of each list.
  if (param.type === 'cursor') return [];
  const excluded = 'Every text in a query is a value of this type.';
  if (wrong === undefined)
    return [{ aspect: 'type', text: `${param.name} is ${name}.`, fix, looks: 'It cannot fail.', excluded }];
  return [
    {
      ...REFUSED,
      aspect: 'type',
      text: `${param.name} is ${name}; another text is refused.`,
      fix,
      looks: `${param.name}=${wrong} is answered with success, as if it were absent or read in part.`,
    },
  ];
}

const REFUSED = {
  level: 'SHOULD',
  source: 'derived',
  basis:
    'The table states the accepted values. ' +
    'No sentence says that others are refused rather than replaced by the nearest one or the default.',
} as const;

function bounds(param: Param): Aspect[] {
  const { name, min, max, maxLength } = param;
  const aspects: Aspect[] = [];
  if (min !== undefined) aspects.push(...bound(name, 'min', min, min - (param.type === 'integer' ? 1 : 0.5), 'least'));
  if (max !== undefined)
    aspects.push(...bound(name, 'max', max, max + (param.type === 'integer' ? 1 : 0.5), 'greatest'));
  if (maxLength !== undefined) {
    aspects.push(
      {
        aspect: 'maxLength',
        text: `${name} may have up to ${maxLength} characters.`,
        looks: `A text of ${maxLength} characters is refused.`,
        fix: `Accept texts up to and including ${maxLength} characters.`,
      },
      {
        ...REFUSED,
        aspect: 'maxLength.refused',
        text: `A ${name} longer than ${maxLength} characters is refused.`,
        looks: `A text of ${maxLength + 1} characters is answered with success.`,
        fix: `Refuse longer texts instead of cutting them.`,
      },
    );
  }
  return aspects;
}

function bound(name: string, aspect: 'min' | 'max', value: number, beyond: number, word: string): Aspect[] {
  const cut = name === 'limit' && aspect === 'max' ? ', and no response has more' : '';
  return [
    {
      aspect,
      text: `${value} is the ${word} value of ${name}; it is accepted${cut}.`,
      looks: `${name}=${value} is refused${cut === '' ? '' : `, or a response has more than ${value}`}.`,
      fix: `Accept the bound itself.`,
    },
    {
      ...REFUSED,
      aspect: `${aspect}.refused`,
      text: `${name}=${beyond}, beyond the bound of ${value}, is refused.`,
      looks: `The value is answered with success, cut to the bound or taken as it is.`,
      fix: `Refuse values beyond the bound instead of clamping them.`,
    },
  ];
}

function choices(route: Route, param: Param): Aspect[] {
  const { name, members = [], aliases = [] } = param;
  const aspects: Aspect[] = members.map((member) => ({
    aspect: member,
    text: `${name}=${member} is accepted and sorts ${name === 'sortBy' ? 'by that column' : 'that way'}.`,
    looks: `The value is refused, or the rows come in another order.`,
    fix: `Sort by the requested column and direction, before the page is cut.`,
  }));
  if (members.length > 0) {
    aspects.push({
      ...REFUSED,
      aspect: 'enum',
      text: `${name} is one of ${members.join(', ')}; another word is refused.`,
      looks: `${name}=SIDEWAYS is answered with success.`,
      fix: `Compare with the closed list and refuse every other word.`,
    });
  }
  if (param.default !== undefined) {
    aspects.push({
      aspect: 'default',
      text: `Without ${name}, ${routeName(route)} answers as with ${name}=${String(param.default)}.`,
      looks: `The responses with and without ${name}=${String(param.default)} differ.`,
      fix: `Use ${String(param.default)} if the parameter is absent.`,
    });
  }
  for (const alias of aliases) {
    aspects.push({
      aspect: aliases.length === 1 ? 'alias' : `alias.${alias}`,
      text: `${alias} is another name of ${name}.`,
      looks: `${alias} is ignored, or has another effect than ${name}.`,
      fix: `Read both names into one value.`,
    });
  }
  return aspects;
}

function ofPages(route: Route): ClauseRow[] {
  if (!hasParam(route, 'limit')) return [];
  const counted = hasParam(route, 'offset') ? 'items' : 'holders of a token';
  const cut: Aspect = {
    aspect: 'cut',
    source: 'derived',
    basis: `Section ${route.section} gives the list a limit. A list that is longer than its limit is not limited.`,
    text: `A response of ${routeName(route)} has no more ${counted} than limit.`,
    looks: `limit=1 is answered with more than one of the ${counted}.`,
    fix: 'Cut the list at the limit.',
  };
  const offsets = hasParam(route, 'offset') ? OFFSET_ASPECTS : [];
  return [clause(route, 'limit', cut), ...offsets.map((aspect) => clause(route, 'offset', aspect))];
}

const OFFSET_ASPECTS: readonly Aspect[] = [
  {
    aspect: 'skip',
    source: 'derived',
    basis:
      'Section 4, introduction: lists are paged by limit and offset. ' +
      'An offset counts the items that come before the page.',
    text: 'offset skips that many items of the same list.',
    looks: 'The first item with offset=1 is not the second without it.',
    fix: 'Skip after filtering and sorting.',
  },
  {
    aspect: 'walk',
    source: 'derived',
    basis:
      'Section 4, introduction: lists are paged by limit and offset. Pages cut from one list hold every item once.',
    text: 'Pages that follow each other hold every item once.',
    looks: 'An item is repeated or left out at the edge of a page.',
    fix: 'End every comparison in a unique key, so that the order is the same for each request.',
  },
  {
    aspect: 'past-end',
    source: 'derived',
    basis: 'The offset is within its stated bounds, and Response 200 is an array. No item is left for it.',
    text: 'An offset past the end gives an empty list.',
    looks: 'An error, or the first page again.',
    fix: 'Answer an empty array.',
  },
];
