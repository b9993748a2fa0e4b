/**
 * conformance/check: the contract between a check, which sees only `spec`, `wire` and this file, and its runner. The
 * bindings are the entities that checks need, by role, as discovery or a target file names them.
 */

import { isObject, type JsonObject } from '../base/json.ts';
import { pointed } from '../base/json-pointer.ts';
import type { ClauseId } from '../spec/ids.generated.ts';
import type { RouteId } from '../spec/route.ts';
import type { Wallet } from '../wire/credentials.ts';
import type { Control, Request } from '../wire/message.ts';
import { differencesOf, type Expectation } from '../wire/pattern/expectation.ts';
import type { Difference } from '../wire/pattern/matcher.ts';
import type { Counterexample } from './counterexample.ts';

type CheckKind =
  | 'shape'
  | 'bounds'
  | 'pagination'
  | 'ordering'
  | 'filter'
  | 'error'
  | 'auth'
  | 'stateful'
  | 'consistency'
  | 'differential'
  | 'property'
  | 'scenario';

/** The state that a request of the check can leave behind on the target. */
type Safety = 'read' | 'session' | 'write-reversible' | 'write-irreversible';

/**
 * The claim of a target that the check needs. `read` always; `wallet`: wallet-data routes; `trading`: credentials
 * and permission to write; `heartbeat-expiry`: control of time; `limits`: throttling may be provoked;
 * `limits-sustained`: also with tens of thousands of requests; `allowlist` and `faults`: the control route can switch
 * these on.
 */
export type Capability =
  | 'read'
  | 'wallet'
  | 'trading'
  | 'heartbeat-expiry'
  | 'limits'
  | 'limits-sustained'
  | 'allowlist'
  | 'faults';

/** True for checks that fill request windows: they run last, with empty windows, outside the budget. */
export function provokesThrottling({ capability }: { readonly capability: Capability }): boolean {
  return capability === 'limits' || capability === 'limits-sustained';
}

/**
 * One judgement with a stable id, the same for pass and fail. `clauses` lists every clause it may verify or break; a
 * scenario may also be judged as a whole, under its own id in place of a clause. Ids are `<route or subject>.<what>`,
 * lower case with dots and dashes; ids are the contract, titles are not.
 */
export type Check = {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly ClauseId[];
  readonly kind: CheckKind;
  readonly route?: RouteId;
  readonly capability: Capability;
  /** Further capabilities without which it does not apply. */
  readonly alsoNeeds?: readonly Capability[];
  /** It judges choices of a profile as a whole: a finding under its own id is a note if no profile is claimed. */
  readonly isOfProfile?: true;
  /** It judges the form of responses, as the shape checks do: fields that are missing or of another type count. */
  readonly isOfForm?: true;
  readonly safety: Safety;
  /** Roles that discovery (or a target file) must have bound; the check is not-testable if one is missing. */
  readonly needs: readonly Role[];
  /** Maximum number of requests per route: `--list` shows it and the budget plans with it. */
  readonly cost: Readonly<Partial<Record<RouteId, number>>>;
  run(context: CheckContext): Promise<void>;
};

/** A request with its response. `json` is undefined if the body is not JSON. */
export type Exchange = Readonly<{
  request: Request;
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
  json: unknown;
}>;

/** The difference of a response at a JSON pointer (`''`: all of it), and as data unless no pattern describes it. */
export type Deviation = Readonly<{
  pointer?: string;
  expected: string;
  actual: unknown;
  expectation?: Expectation | undefined;
}>;

/** A value of another response to which one must be equal; with `plus`, a number that must be larger by this much. */
export class SameAs {
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly plus: number | undefined;
  constructor(exchange: Exchange, pointer: string, plus?: number) {
    this.exchange = exchange;
    this.pointer = pointer;
    this.plus = plus;
  }
  get value(): unknown {
    const { value } = pointed(this.exchange.json, this.pointer);
    return this.plus === undefined ? value : Number(value) + this.plus;
  }
  /** The value in words; `name` stands for that of the other response. */
  inTermsOf(name: string): string {
    const { plus = 0 } = this;
    return plus === 0 ? name : `${name} ${plus < 0 ? '-' : '+'} ${Math.abs(plus)}`;
  }
}

export type { ClauseId, Expectation, RouteId, Wallet };

/** A clause, or the id of a scenario or comparison that is judged as a whole. */
export type JudgedId = ClauseId | `scenario/${string}` | `against.${RouteId}`;

/** The clauses that one observation verifies: a single one, or several that state the same thing. */
export type Clauses = JudgedId | readonly JudgedId[];

/** A judgement as data: what a response must be. */
export type Statement = Readonly<{
  clauses: Clauses;
  of: Exchange;
  /** The expected response. It is never computed from the body of `of`. Values of other responses are `SameAs`. */
  must: Expectation;
  /** Ends the sentence "expected ..., because". */
  because?: string | undefined;
}>;

/** Every difference of a response from what it must be. */
export function differencesFrom(of: Exchange, must: Expectation): readonly Difference[] {
  const { request, status, headers, text: body, json } = of;
  const filled = refersToOthers(must) ? (withValues(must) as Expectation) : must;
  return differencesOf(filled, request, { response: { status, headers, body }, json });
}

/** The expectation with the values of other responses in place of references to them. */
function withValues(expectation: unknown): unknown {
  if (expectation instanceof SameAs) return expectation.value;
  if (Array.isArray(expectation)) return expectation.map(withValues);
  if (!isObject(expectation)) return expectation;
  return Object.fromEntries(Object.entries(expectation).map(([key, value]) => [key, withValues(value)]));
}

function refersToOthers(expectation: unknown): boolean {
  if (typeof expectation !== 'object' || expectation === null) return false;
  if (Array.isArray(expectation)) return expectation.some(refersToOthers);
  return expectation instanceof SameAs || Object.values(expectation).some(refersToOthers);
}

/** The fault of a response, in words. */
export type Fault = Pick<Deviation, 'pointer' | 'expected' | 'actual'>;

/** Judges responses. Each judgement marks its clauses as verified, and records a finding for each if it fails. */
export type Judge = {
  judge(statement: Statement): boolean;
  /** The exception for what no pattern can state: the reason stands in `whyNoPattern`. True without a fault. */
  judgeBy(clauses: Clauses, of: Exchange, fault: Fault | undefined, whyNoPattern: string): boolean;
};

export type Trial = {
  /** Its findings but notes, one text for each: the same for the same check, clause, route and shape of pointer. */
  readonly faults: readonly string[];
  /** Adds its evidence to that of the check, with the counterexample of its findings; else it is dropped. */
  keep(counterexample?: Counterexample): void;
};

export type CheckContext = Judge & {
  readonly bindings: Bindings;
  /** Wallets of the credentials file; empty without a file. */
  readonly wallets: readonly Wallet[];
  /** Control of time and faults; undefined if the target has none. */
  readonly control: Control | undefined;
  /** Seeded per check, so that its draws do not depend on other checks. A number in [0, 1). */
  random(): number;
  /**
   * Sends one request. With `as`, it is signed at the service clock. Every 2xx response is also validated against the
   * schema of the route and every other response against its error family, whichever check sent the request. A lost
   * connection ends the check; the check need not handle it.
   */
  send(request: Request, as?: Wallet): Promise<Exchange>;
  /**
   * Sends a body that may be larger than the target reads. HTTP lets a server close the connection instead of reading
   * on: then the response has status 0 and no body, and the target has been verified to be available still.
   */
  sendOversized(request: Request, as?: Wallet): Promise<Exchange>;
  /** Runs `work` with evidence apart from that of the check. */
  attempt(work: (context: CheckContext) => Promise<void>): Promise<Trial>;
  verified(clause: JudgedId): void;
  /** Records a choice in a gap of the interface for the fingerprint: `fact('status.not-found', '404')`. */
  fact(subject: string, value: string): void;
  /** Ends the check as not-testable, with the reason and the way to make it testable. */
  notTestable(reason: string, remedy: string): never;
  /** Lets time pass; moves the service clock if it can be moved. */
  pause(milliseconds: number): Promise<void>;
  /** Repeats `read` until `holds`, within the patience of the run, since views may lag; returns the last result. */
  eventually<Seen>(read: () => Promise<Seen>, holds: (seen: Seen) => boolean): Promise<Seen>;
  /**
   * Waits until these views show the orders sent so far, if they are known to lag; with `isFull`, for as long as the
   * patience of the run lasts. Later readings can then be compared with the effect of a further order.
   */
  settled(views: readonly RouteId[], isFull?: boolean): Promise<void>;
  /** An experiment failed again after the full time for these views: later checks wait for them only briefly. */
  settledInVain(views: readonly RouteId[]): void;
  /** The service clock in Unix seconds, from the `Date` header of the latest response. */
  serviceSeconds(): number;
};

/** Thrown by `notTestable`; the runner turns it into a verdict. */
export class NotTestable extends Error {
  readonly remedy: string;
  constructor(reason: string, remedy: string) {
    super(reason);
    this.name = 'NotTestable';
    this.remedy = remedy;
  }
}

export type Role =
  | 'market'
  | 'event'
  | 'condition'
  | 'book'
  | 'closed-market'
  | 'wallet'
  | 'closed-wallet'
  | 'active-wallet'
  | 'held-market'
  | 'comment'
  | 'profile'
  | 'creator'
  | 'trade'
  | 'two-wallets'
  | 'write-market';

export type Bindings = Readonly<{
  /** Catalog markets of several pages of the list. Roles `market` (any) and `closed-market` (one closed). */
  markets: readonly JsonObject[];
  /** True if `markets` is the whole list. */
  marketsComplete: boolean;
  /** Full events, by slug. Role `event`. */
  events: readonly JsonObject[];
  /** Trading markets by condition id, of some of `markets`. Role `condition`. */
  conditions: readonly JsonObject[];
  /** Order books of `POST /books` with at least one level. Role `book`: one with bids and asks. */
  books: readonly JsonObject[];
  /** All addresses of target file, credentials, holders and trades, even if the service knows nothing of them. */
  addresses: readonly string[];
  /** Addresses with current positions, the one with most first. Role `wallet`. */
  wallets: readonly string[];
  /** Addresses with closed positions. Role `closed-wallet`. */
  closedWallets: readonly string[];
  /** Addresses with activity. Role `active-wallet`. */
  activeWallets: readonly string[];
  /** Condition ids with holders, the one with most first. Role `held-market`. */
  heldMarkets: readonly string[];
  /** Ids of comments that have replies, the one with most first. Role `comment`. */
  comments: readonly string[];
  /** Addresses with a public profile. Role `profile`. */
  profiles: readonly string[];
  /** Event creators. Role `creator`. */
  creators: readonly JsonObject[];
  /** Builder trades of the first pages. Role `trade`. */
  trades: readonly JsonObject[];
  /** Condition ids set aside for writes, with their two token ids, tick and minimum size. Role `write-market`. */
  writeMarkets: readonly WriteMarket[];
}>;

export type WriteMarket = Readonly<{
  conditionId: string;
  tokenIds: readonly [string, string];
  /** Price step in price units (1e-4 dollars) and smallest size in micro shares (`base/units`). */
  tick: number;
  minSize: number;
  /** Orders of profiles that verify them are signed for another contract. */
  isNegRisk?: boolean;
}>;
