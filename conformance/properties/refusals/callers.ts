/**
 * conformance/properties/refusals/callers: a signed route refuses each request whose five headers are not those of a
 * caller it knows, however they differ, and accepts any timestamp close to its clock (interface section 5).
 */
import fc, { type Arbitrary } from 'fast-check';
import { keysOf } from '../../../base/record.ts';
import { AUTH_HEADERS } from '../../../spec/auth.ts';
import { clauseOf } from '../../../spec/clauses/clause-of.ts';
import { routeById } from '../../../spec/routes.ts';
import type { Request } from '../../../wire/message.ts';
import { signed } from '../../../wire/signer.ts';
import type { CheckContext, ClauseId, Wallet } from '../../check.ts';
import {
  sendUndone,
  signedAs,
  signedRoutes,
  soundRequest,
  withAlteredEnd,
  withBeginning,
  withHeader,
  withoutHeader,
} from '../../checks/access/auth-probe.ts';
import { NO_ADDRESS, NO_UUID, refusal, STRANGER, success } from '../../checks/assertions.ts';
import { endSession } from '../../checks/heartbeats/session.ts';
import { firstWallet } from '../../checks/orders/plan.ts';
import { type Property, property } from '../property.ts';

type Name = (typeof AUTH_HEADERS)[number]['name'];
type CallerRoute = (typeof signedRoutes)[number]['id'] | 'live-orders';

const KINDS = ['absent', 'malformed', 'altered', 'cut', 'foreign', 'late', 'borrowed'] as const;

/** A difference from a correctly signed request: the clauses that demand a refusal, and why. */
type Defect = Readonly<{
  kind: (typeof KINDS)[number];
  clauses: readonly ClauseId[];
  why: string;
  apply: (request: Request, wallet: Wallet, seconds: number) => Request;
}>;

/** `off`: seconds between the timestamp and the service clock. */
type Case = { readonly defects: readonly Defect[]; readonly off: number };

const NAMES = AUTH_HEADERS.map(({ name }) => name);

/** Texts that no header of section 5 may be. */
const MALFORMED = ['', '0x12', 'not-a-uuid', 'short', 'noon', 'zz', '-1', '1e9'];
const TIED = ['SVC_PASSPHRASE', 'SVC_SIGNATURE'] as const;
const DAY = 86_400;
/** Timestamps this far from the clock are accepted, and refused, in the document profile. Others are not drawn. */
const NEAR = 50;
const FAR = [-DAY, DAY, -3_600, -121, 121, 900, 10 ** 12];

const FOREIGN = {
  SVC_ADDRESS: ['5/SVC_ADDRESS.caller', NO_ADDRESS],
  SVC_API_KEY: ['5/SVC_API_KEY.known', NO_UUID],
  SVC_PASSPHRASE: ['5/SVC_PASSPHRASE.tied', STRANGER.passphrase],
} as const satisfies Partial<Record<Name, readonly [clause: ClauseId, value: string]>>;

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

function defectsOf(route: CallerRoute): Arbitrary<Defect> {
  const own = (clause: ClauseId, name: Name) => (route === 'live-orders' ? headerClause(route, name) : clause);
  const absent = fc.record({ names: fc.subarray([...NAMES], { minLength: 1 }) }).map(({ names }): Defect => {
    const apply: Defect['apply'] = (request) => names.reduce(withoutHeader, request);
    return { kind: 'absent', clauses: absentClauses(route, names), why: `it lacks ${names.join(', ')}`, apply };
  });
  const malformed = fc
    .record({ name: fc.constantFrom(...NAMES), value: fc.constantFrom(...MALFORMED) })
    .map(({ name, value }): Defect => {
      const apply: Defect['apply'] = (request) => withHeader(request, name, value);
      return { kind: 'malformed', clauses: [own(`5/${name}.format`, name)], why: `its ${name} is "${value}"`, apply };
    });
  const spoilt = fc
    .record({ kind: fc.constantFrom('altered' as const, 'cut' as const), name: fc.constantFrom(...TIED) })
    .map(({ kind, name }): Defect => {
      const clauses = [own(name === 'SVC_SIGNATURE' ? '5/SVC_SIGNATURE.verified' : '5/SVC_PASSPHRASE.tied', name)];
      const why = `its ${name} ${kind === 'cut' ? 'is only a prefix' : 'has another last digit'}`;
      return {
        kind,
        clauses,
        why,
        apply: (request) => (kind === 'cut' ? withBeginning : withAlteredEnd)(request, name),
      };
    });
  const foreign = fc.record({ name: fc.constantFrom(...keysOf(FOREIGN)) }).map(({ name }): Defect => {
    const [clause, value] = FOREIGN[name];
    const apply: Defect['apply'] = (request) => withHeader(request, name, value);
    return { kind: 'foreign', clauses: [own(clause, name)], why: `its ${name} is of no caller`, apply };
  });
  const late = fc.record({ off: fc.constantFrom(...FAR) }).map(({ off }): Defect => {
    const window = `D/timestamp-window.${off < 0 ? 'past' : 'future'}` as const;
    const clauses = [window, ...(Math.abs(off) >= DAY ? [own('5/SVC_TIMESTAMP.fresh', 'SVC_TIMESTAMP')] : [])];
    const apply: Defect['apply'] = (request, wallet, seconds) => signedAs(wallet, request, request, seconds + off);
    return { kind: 'late', clauses, why: `its timestamp is ${off} s off`, apply };
  });
  const borrowed = fc.record({ part: fc.constantFrom(...partsOf(route)) }).map(({ part }): Defect => {
    const clause = part === 'body' ? '5/SVC_SIGNATURE.body' : '5/SVC_SIGNATURE.verified';
    const signing = part === 'body' ? [] : [`D/signing-string.${part}` as const];
    return {
      kind: 'borrowed',
      clauses: [...signing, own(clause, 'SVC_SIGNATURE')],
      why: `it carries the signature of a request with another ${part}`,
      apply: (request, wallet, seconds) => signedAs(wallet, request, otherwise(request, part), seconds),
    };
  });
  return fc.oneof({ withCrossShrink: true }, absent, malformed, spoilt, foreign, late, borrowed);
}

type Part = 'method' | 'path' | 'query' | 'body';

/** The parts of a request that a signature covers. */
function partsOf(route: CallerRoute): readonly Part[] {
  const { query, body } = routeById(route);
  return [
    'method',
    'path',
    ...(query.length > 0 ? ['query' as const] : []),
    ...(body === 'none' ? [] : ['body' as const]),
  ];
}

function otherwise(request: Request, part: Part): Request {
  const { method, path, query, body } = request;
  if (part === 'method') return { ...request, method: method === 'PUT' ? 'PATCH' : 'PUT' };
  if (part === 'body') return { ...request, body: `${String(body)} ` };
  return { ...request, path: part === 'query' ? `${path}?${query || 'limit=1'}` : `${path}/x` };
}

const WITHIN = 'D/timestamp-window.within';

async function judgeCaller(context: CheckContext, route: CallerRoute, { defects, off }: Case) {
  const wallet = firstWallet(context);
  const now = context.serviceSeconds();
  const plain = signed(wallet, soundRequest(context, routeById(route), wallet), now + off);
  const spoilt = inOrder(defects).reduce((request, { apply }) => apply(request, wallet, now), plain);
  const response = await sendUndone(context, spoilt, wallet);
  const why = inOrder(defects).map((defect) => defect.why);
  const clauses = new Set(inOrder(defects).flatMap((defect) => defect.clauses));
  if (defects.length > 0) context.judge(refusal([...clauses], response, why.join(' and ')));
  // Routes that refuse a signed request for its headers alone.
  else if (route === 'live-orders' || route === 'heartbeat')
    context.judge(success(WITHIN, response, `its timestamp is ${off} s off`));
  if (route === 'heartbeat' || route === 'heartbeat-v1') await endSession(context);
}

/** At most one defect signs the request again. It comes first: a new signature repairs the defects before it. */
function inOrder(defects: readonly Defect[]): readonly Defect[] {
  const signing = defects.filter(({ kind }) => kind === 'late' || kind === 'borrowed');
  return [...signing.slice(0, 1), ...defects.filter((defect) => !signing.includes(defect))];
}

function clausesOf(route: CallerRoute): readonly ClauseId[] {
  const forms = NAMES.flatMap((name) => [headerClause(route, name)]);
  const windows = ['D/timestamp-window.past', 'D/timestamp-window.future', WITHIN] as const;
  const parts = ['D/signing-string.method', 'D/signing-string.path', 'D/signing-string.query'] as const;
  const ties = Object.values(FOREIGN).map(([clause]) => clause);
  const signature = ['5/SVC_SIGNATURE.verified', '5/SVC_SIGNATURE.body', '5/SVC_TIMESTAMP.fresh'] as const;
  const common = [...forms, ...windows, ...parts, ...absentClauses(route, NAMES)];
  if (route === 'live-orders') return [...new Set(common)];
  return [...new Set([...common, ...ties, ...signature, ...NAMES.map((name) => `5/${name}.format` as const)])];
}

function callerProperty(route: CallerRoute) {
  return property<Case>({
    id: `callers.${route}`,
    title: `${routeById(route).path} refuses every request whose headers are not those of a known caller`,
    route,
    clauses: clausesOf(route),
    safety: 'session',
    needs: route === 'place-order' ? ['write-market'] : [],
    cost: { perCase: { [route]: 1, ...(route === 'place-order' ? { 'cancel-order': 1 } : {}) } },
    open: async () => ({
      // A third of all requests differ in two ways.
      arbitrary: fc.record({
        defects: fc.uniqueArray(defectsOf(route), { maxLength: 2, selector: ({ kind }) => kind }),
        off: fc.integer({ min: -NEAR, max: NEAR }),
      }),
      judge: (trial, drawn) => judgeCaller(trial, route, drawn),
      space: [...KINDS, 'accepted'],
      features: ({ defects }) => (defects.length === 0 ? ['accepted'] : defects.map(({ kind }) => kind)),
    }),
  });
}

const ROUTES: readonly CallerRoute[] = [...signedRoutes.map(({ id }) => id), 'live-orders'];

export const callerProperties: readonly Property[] = ROUTES.map(callerProperty);
