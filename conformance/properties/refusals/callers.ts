/**
 * conformance/properties/refusals/callers: a signed route refuses each request whose five headers are not those of a
 * caller it knows, however they differ, and accepts any timestamp close to its clock (interface section 5).
 */
import fc, { type Arbitrary } from 'fast-check';
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Wallet } from '../../../wire/credentials.ts';
import type { Request } from '../../../wire/message.ts';
import { authHeaders, signed } from '../../../wire/signer.ts';
import type { CheckContext, ClauseId } from '../../check.ts';
import {
  signedRoutes,
  withAlteredEnd,
  withBeginning,
  withHeader,
  withoutHeader,
} from '../../checks/access/auth-probe.ts';
import { sendUndone, soundRequest } from '../../checks/access/sound-request.ts';
import { refusal, success } from '../../checks/assertions.ts';
import { endSession } from '../../checks/heartbeats/session.ts';
import { firstWallet } from '../../checks/orders/parties.ts';
import { NO_ADDRESS, NO_UUID, STRANGER } from '../../checks/unknown-names.ts';
import { type Property, property } from '../property.ts';

type Name = (typeof AUTH_HEADERS)[number]['name'];
type CallerRoute = (typeof signedRoutes)[number]['id'] | 'live-orders';

/** A request, and what makes it differ from a correctly signed one: the clauses that demand a refusal, and why. */
type Spoilt = { readonly request: Request; readonly clauses: readonly ClauseId[]; readonly why: string };

/** A defect of the headers. `off`: seconds between the timestamp and the service clock. */
type Defect =
  | { readonly kind: 'absent'; readonly names: readonly Name[] }
  | { readonly kind: 'malformed'; readonly name: Name; readonly value: string }
  | { readonly kind: 'altered' | 'cut'; readonly name: 'SVC_PASSPHRASE' | 'SVC_SIGNATURE' }
  | { readonly kind: 'foreign'; readonly name: 'SVC_ADDRESS' | 'SVC_API_KEY' | 'SVC_PASSPHRASE' }
  | { readonly kind: 'late'; readonly off: number }
  | { readonly kind: 'borrowed'; readonly of: 'method' | 'path' | 'query' | 'body' };

type Case = { readonly defects: readonly Defect[]; readonly off: number };

const NAMES = AUTH_HEADERS.map(({ name }) => name);

/** Texts that no header of section 5 may be. */
const MALFORMED = ['', '0x12', 'not-a-uuid', 'short', 'noon', 'zz', '-1', '1e9'];
const TIED = ['SVC_PASSPHRASE', 'SVC_SIGNATURE'] as const;
const DAY = 86_400;
/** Timestamps this far from the clock are accepted, and refused, in the document profile. Others are not drawn. */
const NEAR = 50;
const FAR = [-DAY, DAY, -3_600, -121, 121, 900, 10 ** 12];

const foreign = fc.constantFrom('SVC_ADDRESS' as const, 'SVC_API_KEY' as const, 'SVC_PASSPHRASE' as const);

function defectsOf({ body, query }: { readonly body: string; readonly query: readonly unknown[] }): Arbitrary<Defect> {
  const parts = [
    ...(['method', 'path'] as const),
    ...(query.length > 0 ? (['query'] as const) : []),
    ...(body === 'none' ? [] : (['body'] as const)),
  ];
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ kind: fc.constant('absent' as const), names: fc.subarray([...NAMES], { minLength: 1 }) }),
    fc.record({
      kind: fc.constant('malformed' as const),
      name: fc.constantFrom(...NAMES),
      value: fc.constantFrom(...MALFORMED),
    }),
    fc.record({ kind: fc.constantFrom('altered' as const, 'cut' as const), name: fc.constantFrom(...TIED) }),
    fc.record({ kind: fc.constant('foreign' as const), name: foreign }),
    fc.record({ kind: fc.constant('late' as const), off: fc.constantFrom(...FAR) }),
    fc.record({ kind: fc.constant('borrowed' as const), of: fc.constantFrom(...parts) }),
  );
}

/** A third of all requests differ in two ways. */
function casesOf(route: CallerRoute): Arbitrary<Case> {
  return fc.record({
    defects: fc.uniqueArray(defectsOf(routeById(route)), { maxLength: 2, selector: ({ kind }) => kind }),
    off: fc.integer({ min: -NEAR, max: NEAR }),
  });
}

/** The clause of a header on this route: which headers secure the live orders is a decision. */
function headerClause(route: CallerRoute, name: Name): ClauseId {
  return route === 'live-orders' ? `D/live-orders-auth.${name}` : clauseOf(route, `header.${name}`);
}

function absentClauses(route: CallerRoute, names: readonly Name[]): readonly ClauseId[] {
  const each = names.map((name) => headerClause(route, name));
  if (names.length < NAMES.length) return each;
  if (route === 'live-orders') return [...each, '5/live-orders.account', '7/live-orders.unauthorized'];
  return [...each, '5/rule-1', clauseOf(route, 'error.unauthorized')];
}

const FOREIGN = {
  SVC_ADDRESS: { clause: '5/SVC_ADDRESS.caller', value: NO_ADDRESS },
  SVC_API_KEY: { clause: '5/SVC_API_KEY.known', value: NO_UUID },
  SVC_PASSPHRASE: { clause: '5/SVC_PASSPHRASE.tied', value: STRANGER.passphrase },
} as const satisfies Partial<Record<Name, { readonly clause: ClauseId; readonly value: string }>>;

function spoil(route: CallerRoute, wallet: Wallet, request: Request, now: number, defect: Defect): Spoilt {
  const own = (clause: ClauseId, name: Name): readonly ClauseId[] => [
    route === 'live-orders' ? headerClause(route, name) : clause,
  ];
  switch (defect.kind) {
    case 'absent': {
      const { names } = defect;
      const why = `it lacks ${names.join(', ')}`;
      return { request: names.reduce(withoutHeader, request), clauses: absentClauses(route, names), why };
    }
    case 'malformed': {
      const { name, value } = defect;
      const why = `its ${name} is "${value}"`;
      return { request: withHeader(request, name, value), clauses: own(`5/${name}.format`, name), why };
    }
    case 'altered':
    case 'cut': {
      const { kind, name } = defect;
      const clauses = own(name === 'SVC_SIGNATURE' ? '5/SVC_SIGNATURE.verified' : '5/SVC_PASSPHRASE.tied', name);
      const why = `its ${name} ${kind === 'cut' ? 'is only a prefix' : 'has another last digit'}`;
      return { request: (kind === 'cut' ? withBeginning : withAlteredEnd)(request, name), clauses, why };
    }
    case 'foreign': {
      const { clause, value } = FOREIGN[defect.name];
      const why = `its ${defect.name} is of no caller`;
      return { request: withHeader(request, defect.name, value), clauses: own(clause, defect.name), why };
    }
    case 'late': {
      const { off } = defect;
      const window = off < 0 ? ('D/timestamp-window.past' as const) : ('D/timestamp-window.future' as const);
      const clauses = [window, ...(Math.abs(off) >= DAY ? own('5/SVC_TIMESTAMP.fresh', 'SVC_TIMESTAMP') : [])];
      return { request: signedAs(wallet, request, request, now + off), clauses, why: `its timestamp is ${off} s off` };
    }
    case 'borrowed': {
      const other = signedPart(request, defect.of);
      const clauses: readonly ClauseId[] =
        defect.of === 'body'
          ? own('5/SVC_SIGNATURE.body', 'SVC_SIGNATURE')
          : [`D/signing-string.${defect.of}`, ...own('5/SVC_SIGNATURE.verified', 'SVC_SIGNATURE')];
      const why = `it carries the signature of a request with another ${defect.of}`;
      return { request: signedAs(wallet, request, other, now), clauses, why };
    }
  }
}

/** The request with the headers of another one. */
function signedAs(wallet: Wallet, request: Request, other: Request, seconds: number): Request {
  return { ...request, headers: { ...request.headers, ...authHeaders(wallet, other, seconds) } };
}

function signedPart(request: Request, part: 'method' | 'path' | 'query' | 'body'): Request {
  const { method, path, query, body } = request;
  if (part === 'method') return { ...request, method: method === 'PUT' ? 'PATCH' : 'PUT' };
  if (part === 'body') return { ...request, body: `${String(body)} ` };
  return { ...request, path: part === 'query' ? `${path}?${query || 'limit=1'}` : `${path}/x` };
}

async function judgeCaller(context: CheckContext, route: CallerRoute, { defects, off }: Case): Promise<void> {
  const wallet = firstWallet(context);
  const plain = soundRequest(context, routeById(route), wallet);
  const now = context.serviceSeconds();
  let request = signed(wallet, plain, now + off);
  const clauses: ClauseId[] = [];
  const whys: string[] = [];
  for (const defect of inOrder(defects)) {
    const spoilt = spoil(route, wallet, request, now, defect);
    request = spoilt.request;
    clauses.push(...spoilt.clauses);
    whys.push(spoilt.why);
  }
  const response = await sendUndone(context, request, wallet);
  if (clauses.length > 0) context.judge(refusal([...new Set(clauses)], response, whys.join(' and ')));
  else if (isHarmless(route)) context.judge(success(WITHIN, response, `its timestamp is ${off} s off`));
}

const WITHIN = 'D/timestamp-window.within';

/** At most one defect signs the request again. It comes first, because a new signature would repair the defects before it. */
function inOrder(defects: readonly Defect[]): readonly Defect[] {
  const signing = defects.filter(({ kind }) => kind === 'late' || kind === 'borrowed');
  return [...signing.slice(0, 1), ...defects.filter((defect) => !signing.includes(defect))];
}

/** Routes that refuse a signed request for its headers alone. */
function isHarmless(route: CallerRoute): boolean {
  return route === 'live-orders' || route === 'heartbeat';
}

function clausesOf(route: CallerRoute): readonly ClauseId[] {
  const forms = NAMES.flatMap((name) => [headerClause(route, name)]);
  const windows = ['D/timestamp-window.past', 'D/timestamp-window.future', WITHIN] as const;
  const parts = ['D/signing-string.method', 'D/signing-string.path', 'D/signing-string.query'] as const;
  const ties = Object.values(FOREIGN).map(({ clause }) => clause);
  const signature = ['5/SVC_SIGNATURE.verified', '5/SVC_SIGNATURE.body', '5/SVC_TIMESTAMP.fresh'] as const;
  const common = [...forms, ...windows, ...parts, ...absentClauses(route, NAMES)];
  if (route === 'live-orders') return [...new Set(common)];
  return [...new Set([...common, ...ties, ...signature, ...NAMES.map((name) => `5/${name}.format` as const)])];
}

function callerProperty(route: CallerRoute): Property {
  const isBeat = route === 'heartbeat' || route === 'heartbeat-v1';
  return property<Case>({
    id: `callers.${route}`,
    title: `${routeById(route).path} refuses every request whose headers are not those of a known caller`,
    route,
    clauses: clausesOf(route),
    capability: 'trading',
    safety: 'session',
    needs: route === 'place-order' ? ['write-market'] : [],
    cost: { perCase: { [route]: 1, ...(route === 'place-order' ? { 'cancel-order': 1 } : {}) } },
    async open() {
      return {
        arbitrary: casesOf(route),
        judge: async (trial, drawn) => {
          await judgeCaller(trial, route, drawn);
          if (isBeat) await endSession(trial);
        },
        space: ['absent', 'malformed', 'altered', 'cut', 'foreign', 'late', 'borrowed', 'accepted'],
        features: ({ defects }) => (defects.length === 0 ? ['accepted'] : defects.map(({ kind }) => kind)),
      };
    },
  });
}

const ROUTES: readonly CallerRoute[] = [...signedRoutes.map(({ id }) => id), 'live-orders'];

export const callerProperties: readonly Property[] = ROUTES.map(callerProperty);
