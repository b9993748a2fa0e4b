/** conformance/shape/responses: validates every response: a 2xx one by its schema, all others by the error family. */
import { isObject, jsonTrouble } from '../../base/json.ts';
import { pointerOf, pointerTo } from '../../base/json-pointer.ts';
import { clauseOf } from '../../spec/clauses/clause-of.ts';
import { isReplacedRoute, type Register } from '../../spec/clauses/register.ts';
import { WALLET_ERROR } from '../../spec/errors.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { ROUTES } from '../../spec/routes.ts';
import { isSuccess } from '../../wire/message.ts';
import type { ClauseId, Exchange, Expectation } from '../check.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { isThrottled } from '../client/exchange.ts';
import { addFact, addFinding, countFinding, type Evidence } from '../evidence/evidence.ts';
import type { BrokenPath } from './broken-fields.ts';
import { decimalStatements } from './decimals.ts';
import { type ClauseNumbers, numberClauses } from './numbers.ts';
import { type KnownOrders, statementsOf } from './replies.ts';
import { type ShapeSink, type Walk, WalkCompiler } from './walker.ts';

/** Checks that passive judgements are reported under. */
export const shapeCheckId = (route: RouteId): CheckId => `${route}.shape`;
export const errorCheckId = (route: RouteId): CheckId => `${route}.error-shape`;

type Judged = {
  readonly route: Route;
  readonly clauses: Readonly<Record<'status' | 'json' | 'notSuccess' | 'extraFields', number>>;
  readonly walk: Walk;
};

const NOT_SUCCESS = '7/statuses.not-success';
/** The decision that responses have no field beside the listed ones. Without its profile an extra field is a note. */
export const EXTRA_FIELDS = 'D/extra-fields';
/** Characters of a body that is not JSON in a finding. */
const TEXT_LENGTH = 500;
/** Broken fields of one response that are remembered. */
const BROKEN_KEPT = 10_000;
/** Places in one response at which a broken clause is examined. */
const LOOKED_AT = 200;
const APPLICATION_JSON = /^application\/json\s*(?:;|$)/i;

type Compiled = {
  readonly numbers: ClauseNumbers;
  readonly musts: ReadonlySet<number>;
  readonly rows: ReadonlyMap<RouteId, Judged>;
};

/** Compiled once for each register, because a process may judge hundreds of runs. */
const compiled = new WeakMap<Register, Compiled>();

function compile(register: Register): Compiled {
  const numbers = numberClauses(register);
  const compiler = new WalkCompiler(numbers);
  const judgedOf = (route: Route): Judged => {
    const clauses = {
      status: numbers.of(clauseOf(route.id, 'response.status'), 0),
      json: numbers.of(clauseOf(route.id, 'response.json'), 0),
      notSuccess: numbers.of(NOT_SUCCESS, 0),
      extraFields: numbers.of(EXTRA_FIELDS, 0),
    };
    return { route, clauses, walk: compiler.compile(route.ok, clauseOf(route.id, 'response.shape')) };
  };
  const musts = register.clauses.filter(({ level }) => level === 'MUST').map(({ id }) => numbers.of(id, 0));
  // The checks of the profile judge the responses of its own routes.
  const judged = ROUTES.filter(({ id }) => !isReplacedRoute(register, id));
  return { numbers, musts: new Set(musts), rows: new Map(judged.map((route) => [route.id, judgedOf(route)])) };
}

/** `breaks`: the source makes the service fail. `resets`: the service may forget earlier requests. */
export type Intent = { readonly breaks?: boolean | undefined; readonly resets?: boolean | undefined };

export class ResponseJudge {
  readonly #numbers: ClauseNumbers;
  readonly #seen: Uint8Array;
  readonly #musts: ReadonlySet<number>;
  readonly #rows: ReadonlyMap<RouteId, Judged>;
  readonly #orders: KnownOrders = new Map();
  /** Faultless values, with their route: a second walk of the same value shows nothing new. */
  readonly #sound: SoundValues = new WeakMap();

  constructor(register: Register) {
    const { numbers, musts, rows } = compiled.get(register) ?? compile(register);
    compiled.set(register, { numbers, musts, rows });
    this.#numbers = numbers;
    this.#musts = musts;
    this.#seen = new Uint8Array(numbers.count);
    this.#rows = rows;
  }

  /** Judges a response. Returns where fields are missing, or have the wrong type or format. */
  judge(
    route: Route,
    exchange: Exchange,
    evidence: Evidence,
    { breaks = false, resets = false }: Intent = {},
  ): readonly BrokenPath[] {
    const row = this.#rows.get(route.id);
    const broken: BrokenPath[] = [];
    if (row === undefined) return broken;
    if (isSuccess(exchange)) {
      judgeSuccess(row, exchange, this.#sinkFor(row, exchange, evidence, broken), this.#sound);
      this.#judgeContents(route.id, exchange, evidence, resets);
    } else if (!isThrottled(exchange)) {
      const sink = this.#errorSinkFor(row, exchange, evidence, broken);
      if (!breaks) judgeRefusal(exchange, sink);
      judgeError(row, exchange, sink);
    }
    return broken;
  }

  #judgeContents(route: RouteId, exchange: Exchange, evidence: Evidence, resets: boolean) {
    const statements = [
      ...statementsOf(route, exchange, resets ? undefined : this.#orders),
      ...decimalStatements(route, exchange),
    ];
    for (const { clause, holds, ...deviation } of statements) {
      this.#seen[this.#numbers.of(clause, 0)] = 1;
      if (!holds) addFinding(evidence, shapeCheckId(route), clause, exchange, deviation);
    }
  }

  /** Clauses that responses to all sources have shown so far. */
  seen(): readonly string[] {
    return [...this.#seen].flatMap((value, number) => (value === 1 ? (this.#numbers.idOf(number) ?? []) : []));
  }

  #sinkFor({ route }: Judged, exchange: Exchange, evidence: Evidence, broken: BrokenPath[]): ShapeSink {
    const [seen, numbers, musts, sound] = [this.#seen, this.#numbers, this.#musts, this.#sound];
    const { json } = exchange;
    const path: (string | number)[] = [];
    const check = shapeCheckId(route.id);
    const times = new Map<ClauseId, number>();
    /** True for a clause that this response broke so often that a further place is only counted. */
    const isCounted = (id: ClauseId) => {
      const count = (times.get(id) ?? 0) + 1;
      times.set(id, count);
      return count > LOOKED_AT && countFinding(evidence, check, id);
    };
    return {
      seen,
      path,
      violation(clause, expected, actual, expectation = { shape: true }) {
        if (isContainer(json)) sound.delete(json);
        seen[clause] = 1;
        if (expectation.shape === true && musts.has(clause) && broken.length < BROKEN_KEPT) broken.push([...path]);
        const id = numbers.idOf(clause);
        if (id === undefined || isCounted(id)) return;
        const stated = withForm(expected, actual);
        addFinding(evidence, check, id, exchange, { pointer: pointerOf(path), expected: stated, actual, expectation });
      },
      extra(field) {
        if (isContainer(json)) sound.delete(json);
        if (isCounted(EXTRA_FIELDS)) return;
        addFact(evidence, `extra-fields.${route.id}`, field);
        const pointer = pointerOf(path);
        const expectation = { at: { [pointerTo(pointer, field)]: { $absent: true } } };
        const deviation = { pointer, expected: 'the listed fields alone', actual: field, expectation };
        addFinding(evidence, check, EXTRA_FIELDS, exchange, deviation);
      },
    };
  }

  #errorSinkFor({ route }: Judged, exchange: Exchange, evidence: Evidence, broken: BrokenPath[]): ErrorSink {
    const [seen, numbers] = [this.#seen, this.#numbers];
    return {
      judge(id, holds, pointer, expected, actual, expectation = { error: true }) {
        const clause = numbers.of(id, 0);
        seen[clause] = 1;
        if (holds || clause === 0) return;
        if (pointer !== '' && typeof actual !== 'string') broken.push([pointer.slice(1)]);
        addFinding(evidence, errorCheckId(route.id), id, exchange, { pointer, expected, actual, expectation });
      },
      extra: (field) => addFact(evidence, `extra-error-fields.${route.id}`, field),
    };
  }
}

type SoundValues = WeakMap<object, RouteId>;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Types as the walk names them. */
const TYPES = new Set(['a string', 'a number', 'an integer', 'true or false', 'an object', 'an array']);

/** `a number, not a string` */
function withForm(expected: string, actual: unknown): string {
  const form = Array.isArray(actual) ? 'array' : typeof actual;
  if (!TYPES.has(expected) || actual === null || actual === undefined) return expected;
  if (form === 'number' && expected === 'an integer') return expected;
  return `${expected}, not ${form === 'array' || form === 'object' ? 'an' : 'a'} ${form}`;
}

type ErrorSink = {
  judge(
    clause: ClauseId,
    holds: boolean,
    pointer: string,
    expected: string,
    actual: unknown,
    expectation?: Expectation,
  ): void;
  extra(field: string): void;
};

function judgeSuccess({ route, clauses, walk }: Judged, exchange: Exchange, sink: ShapeSink, sound: SoundValues) {
  const { seen } = sink;
  seen[clauses.status] = 1;
  if (exchange.status !== 200) sink.violation(clauses.status, 'status 200', exchange.status, { status: 200 });
  seen[clauses.json] = 1;
  const type = exchange.headers['content-type'];
  if (type === undefined || !APPLICATION_JSON.test(type)) {
    sink.violation(clauses.json, 'content type application/json', type, {
      headers: { 'content-type': { $match: '^application/json' } },
    });
  }
  if (exchange.json === undefined) {
    sink.violation(
      clauses.json,
      'a JSON body',
      `${jsonTrouble(exchange.text)}: ${exchange.text.slice(0, TEXT_LENGTH)}`,
    );
    return;
  }
  if (isErrorBody(exchange.json)) {
    sink.violation(clauses.notSuccess, 'a status outside 200 to 299 for an error', exchange.status, { error: true });
  }
  if (isBareRefusal(exchange)) return;
  seen[clauses.extraFields] = 1;
  if (isContainer(exchange.json)) {
    if (sound.get(exchange.json) === route.id) return;
    sound.set(exchange.json, route.id);
  }
  walk(exchange.json, sink);
}

/** True for a refusal only by `success` and `errorMsg`: no amounts, id or status to report. */
function isBareRefusal({ request, json }: Exchange) {
  if (request.method !== 'POST' || request.path !== '/order' || !isObject(json)) return false;
  return json['success'] === false && typeof json['errorMsg'] === 'string' && !Object.hasOwn(json, 'orderID');
}

/** True for a body that is an error of some family and nothing else. */
function isErrorBody(json: unknown) {
  return (
    isObject(json) &&
    typeof json['error'] === 'string' &&
    Object.keys(json).every((key) => key === 'error' || key === 'type')
  );
}

const FAMILIES = {
  plain: 'an object whose error is a string',
  typed: 'an object whose type and error are strings',
  wallet: 'an object whose error is a string of the form "<code>: <detail>"',
} as const;

/** A crash is not a refusal. Status 503 is one: the service accepts no such request at the moment. */
function judgeRefusal({ status }: Exchange, sink: ErrorSink) {
  const isRefusal = status < 500 || status === 503;
  const words = 'a status of the 400s, or 503, for a refusal';
  sink.judge('7/statuses.refusal', isRefusal, '', words, `status ${status}`, { status: ['4xx', 503] });
}

function judgeError({ route }: Judged, exchange: Exchange, sink: ErrorSink) {
  const { json } = exchange;
  const family = clauseOf(route.id, 'error.family');
  const type = exchange.headers['content-type'];
  sink.judge(NOT_SUCCESS, true, '', '', '');
  sink.judge(family, type !== undefined && APPLICATION_JSON.test(type), '', 'content type application/json', type);
  if (!isObject(json)) {
    sink.judge(family, false, '', FAMILIES[route.family], json === undefined ? exchange.text : json);
    return;
  }
  const { error } = json;
  const isSentence = typeof error === 'string';
  sink.judge(family, isSentence, '/error', FAMILIES[route.family], error);
  sink.judge('7/error.sentence', isSentence && error.trim() !== '', '/error', 'a text that is not empty', error);
  if (route.family === 'typed')
    sink.judge(family, typeof json['type'] === 'string', '/type', FAMILIES.typed, json['type']);
  if (route.family === 'wallet') {
    const hasForm = isSentence && WALLET_ERROR.test(error);
    sink.judge(family, hasForm, '/error', FAMILIES.wallet, error);
    sink.judge('7/wallet.code', hasForm, '/error', '"<code>: <detail>"', error);
  }
  if (route.family === 'plain')
    sink.judge('7/plain.no-type', !Object.hasOwn(json, 'type'), '/type', 'no field type', json['type']);
  const others = Object.keys(json).filter((key) => key !== 'error' && key !== 'type');
  for (const key of others.slice(0, LOOKED_AT)) sink.extra(key);
}
