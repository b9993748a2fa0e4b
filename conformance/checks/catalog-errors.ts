/**
 * conformance/checks/catalog-errors: errors of the catalogue and market routes (interface 7): malformed requests and missing
 * entities, one condition to a check, the `type` of catalogue errors, and statuses.
 */
import { BAD_REQUEST, NOT_FOUND } from '../../spec/errors.ts';
import { textAt } from '../../spec/json.ts';
import type { RouteId } from '../../spec/route.ts';
import { routeById } from '../../spec/routes.ts';
import type { Request } from '../../wire/message.ts';
import { get } from '../../wire/message.ts';
import type { Role } from '../bindings.ts';
import type { Check, CheckContext, Exchange } from '../check.ts';
import { expectRefusal, readCheck } from './reading.ts';
import { pathOf, sampleRequest } from './requests.ts';

type Condition = 'bad-request' | 'not-found';

type Probe = {
  readonly route: RouteId;
  readonly condition: Condition;
  readonly what: string;
  readonly why: string;
  readonly needs?: readonly Role[];
  readonly request: (context: CheckContext) => Request;
  /** Further clauses by which it is refused. */
  readonly also?: readonly string[];
  /** The decision that says which condition it is. */
  readonly decided?: string;
};

const at = (id: RouteId, value: string) => () => get(pathOf(routeById(id), value));
const withQuery = (id: RouteId, name: string, value: string) => (context: CheckContext) =>
  sampleRequest(routeById(id), context.bindings, { [name]: value });

const NO_SLUG = 'no-such-slug-touchstone';
const NO_ID = '2147483646';
/** Well-formed, and of nobody: no key is known whose address it is. */
const NOBODY = '0x000000000000000000000000000000000000dEaD';
const NO_CONDITION = `0x${'0'.repeat(63)}1`;

const probes: readonly Probe[] = [
  {
    route: 'markets',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    request: withQuery('markets', 'limit', 'abc'),
  },
  {
    route: 'event-creators',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    request: withQuery('event-creators', 'limit', 'abc'),
  },
  {
    route: 'comment-replies',
    condition: 'bad-request',
    what: 'limit-text',
    why: 'limit is no number',
    needs: ['comment'],
    request: withQuery('comment-replies', 'limit', 'abc'),
  },
  {
    route: 'event',
    condition: 'bad-request',
    what: 'id-text',
    why: 'the id of an event is a number',
    request: at('event', 'abc'),
    also: ['4.20/event.id.type'],
  },
  {
    route: 'profile',
    condition: 'bad-request',
    what: 'no-address',
    why: 'not-an-address is no wallet address',
    request: at('profile', 'not-an-address'),
    also: ['4.19/user_address.type'],
    decided: 'D/entity-forms.profile.malformed',
  },
  {
    route: 'trading-market',
    condition: 'bad-request',
    what: 'no-condition',
    why: 'not-a-condition is no condition id',
    request: at('trading-market', 'not-a-condition'),
    decided: 'D/condition-form.malformed',
  },
  {
    route: 'trading-settings',
    condition: 'bad-request',
    what: 'no-condition',
    why: 'not-a-condition is no condition id',
    request: at('trading-settings', 'not-a-condition'),
    decided: 'D/condition-form.malformed',
  },
  {
    route: 'market-by-slug',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the slug',
    request: at('market-by-slug', NO_SLUG),
  },
  {
    route: 'event-by-slug',
    condition: 'not-found',
    what: 'unknown',
    why: 'no event has the slug',
    request: at('event-by-slug', NO_SLUG),
  },
  { route: 'event', condition: 'not-found', what: 'unknown', why: 'no event has the id', request: at('event', NO_ID) },
  {
    route: 'comment-replies',
    condition: 'not-found',
    what: 'unknown',
    why: 'no comment has the id',
    request: at('comment-replies', NO_ID),
    decided: 'D/entity-forms.comment.unknown',
  },
  {
    route: 'profile',
    condition: 'not-found',
    what: 'unknown',
    why: 'the address has no profile',
    request: at('profile', NOBODY),
    decided: 'D/entity-forms.profile.unknown',
  },
  {
    route: 'trading-market',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the condition id',
    request: at('trading-market', NO_CONDITION),
    decided: 'D/condition-form.unknown',
  },
  {
    route: 'trading-settings',
    condition: 'not-found',
    what: 'unknown',
    why: 'no market has the condition id',
    request: at('trading-settings', NO_CONDITION),
    decided: 'D/condition-form.unknown',
  },
];

const typeOf: Readonly<Record<Condition, string>> = { 'bad-request': BAD_REQUEST, 'not-found': NOT_FOUND };
const statusOf: Readonly<Record<Condition, number>> = { 'bad-request': 400, 'not-found': 404 };

/** Judges the two fields of a catalogue error. */
function judgeType(context: CheckContext, condition: Condition, answer: Exchange): void {
  const type = textAt(answer.json, 'type');
  context.expect(`7/typed.${condition}`, type === typeOf[condition], answer, {
    pointer: '/type',
    expected: typeOf[condition],
    actual: type,
  });
  if (condition !== 'not-found') return;
  const error = textAt(answer.json, 'error') ?? '';
  context.expect('7/typed.not-found.text', /\p{L}{3}/u.test(error), answer, {
    pointer: '/error',
    expected: 'a text that says what was not found',
    actual: error,
  });
}

/** Judges a decision about which of the two conditions it is: by type where there is one, else by status. */
function judgeDecided(context: CheckContext, clause: string, condition: Condition, answer: Exchange): void {
  const type = textAt(answer.json, 'type');
  const holds = type === undefined ? answer.status === statusOf[condition] : type === typeOf[condition];
  context.expect(clause, holds, answer, {
    expected: `${typeOf[condition]}, status ${statusOf[condition]}`,
    actual: `${type ?? 'no type'}, status ${answer.status}`,
  });
}

function probeCheck({ route: id, condition, what, why, needs, request, also = [], decided }: Probe): Check {
  const route = routeById(id);
  const clause = `7/${id}.${condition}`;
  const isTyped = route.family === 'typed';
  const typed = isTyped ? [`7/typed.${condition}`] : [];
  const text = isTyped && condition === 'not-found' ? ['7/typed.not-found.text'] : [];
  return readCheck({
    id: `${id}.${condition}.${what}`,
    title: `refused where ${why}`,
    clauses: [clause, ...typed, ...text, ...also, ...(decided === undefined ? [] : [decided])],
    kind: 'error',
    route: id,
    needs: needs ?? [],
    cost: { [id]: 1 },
    run: async (context) => {
      const answer = await context.send(request(context));
      for (const other of also) expectRefusal(context, other, answer, why);
      if (!expectRefusal(context, clause, answer, why)) return;
      context.fact(`status.${id}.${condition}`, String(answer.status));
      if (isTyped) judgeType(context, condition, answer);
      if (decided !== undefined) judgeDecided(context, decided, condition, answer);
    },
  });
}

/** Errors of the catalogue and market routes. */
export const catalogErrorChecks: readonly Check[] = probes.map(probeCheck);
