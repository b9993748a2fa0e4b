/** conformance/traffic/traffic: judges recorded exchanges, each as the first request of a check, and sends nothing. */

import { z } from 'zod';
import { isObject, objectsIn, parseJson, textOrEmpty } from '../../base/json.ts';
import { parameterClause } from '../../spec/clauses/clause-of.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { isSuccess, type Request, type Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import {
  type Bindings,
  type Check,
  type CheckContext,
  type ClauseId,
  type Exchange,
  type Judge,
  NotTestable,
} from '../check.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { type Answered, exchangeOf, isReading, isThrottled } from '../client/exchange.ts';
import { addFact, createEvidence, type Evidence, noteRequest, type Witness } from '../evidence/evidence.ts';
import type { Redactor } from '../evidence/redact.ts';
import { placeOf } from '../execution/context.ts';
import { selectChecks } from '../execution/execute.ts';
import type { Report } from '../report.ts';
import { addTrouble } from '../shape/checks.ts';
import { errorCheckId, ResponseJudge, shapeCheckId } from '../shape/responses.ts';
import { createIdentity } from './identity.ts';
import { isOtherwiseSound, judgeFilters, judgeParameters } from './parameters.ts';
import { createJudgements, type Judgements, reportOfTraffic, type TrafficReportOptions } from './report.ts';
import { createSecrets } from './secrets.ts';
import { type SentParams, sentParams } from './sent-params.ts';

const RULES_OF_MARKETS = ['price-range', 'tokens-unique', 'assets_ids', 'outcomes', 'price-sum'] as const;

type CheckName<Id extends RouteId, Any = CheckId> = Any extends `${Id}.${infer Name}` ? Name : never;

/** Checks about each row, or each response, by itself. */
const ROW_CHECKS: { readonly [Id in RouteId]?: readonly CheckName<Id>[] } = {
  positions: ['rows', 'maths', 'digits', 'checksum'],
  'closed-positions': ['rows', 'maths', 'values', 'checksum'],
  activity: ['rows', 'types', 'digits', 'checksum'],
  holders: ['checksum', 'groups'],
  markets: ['outcomes.json', 'clobTokenIds.json', 'outcomes.aligned', 'outcomes.two', 'names.case'],
  event: ['markets'],
  'event-creators': ['id.unique'],
  'comment-replies': ['nested-whole', 'id.unique', 'counts', 'parent-entity'],
  profile: ['checksum'],
  books: ['levels', 'form'],
  'builder-trades': ['rows', 'row-decisions', 'mean-price'],
  'trading-market': [...RULES_OF_MARKETS, 'tick-size', 'winner-open', 'status-words', 'closed-accepts-none'],
  'sampling-markets': [...RULES_OF_MARKETS, 'tick-size'],
  'sampling-simplified-markets': ['price-range', 'tokens-unique', 'assets_ids', 'outcomes'],
  'simplified-markets': [...RULES_OF_MARKETS, 'winner-open', 'status-words', 'closed-accepts-none'],
};

/** A check to run. With `as`, every judgement counts for that clause instead of its own. */
type TrafficReplay = { readonly id: string; readonly as?: ClauseId };

function trafficReplaysOf(route: Route, sent: SentParams, response: Exchange): readonly TrafficReplay[] {
  if (!isSuccess(response)) return missing(route, sent, response);
  const rows = (ROW_CHECKS[route.id] ?? []).map((name) => ({ id: `${route.id}.${name}` }));
  return [...rows, ...missing(route, sent, response), ...sorting(route, sent)];
}

/** The check of the sort key and direction that the request has, or of their defaults. */
function sorting(route: Route, sent: SentParams): readonly TrafficReplay[] {
  const key = route.query.find(({ name }) => name === 'sortBy');
  if (key?.default === undefined) return [];
  const [by, direction] = [sent.value('sortBy'), sent.value('sortDirection')];
  const isKnown = (by !== undefined || !sent.has('sortBy')) && (direction !== undefined || !sent.has('sortDirection'));
  if (!isKnown) return [];
  if (by === undefined && direction === 'ASC') return [{ id: `${route.id}.sortDirection.alone` }];
  const id = `${route.id}.sortBy.${by ?? key.default}-${direction ?? 'DESC'}`.toLowerCase().replace('sortby', 'sortBy');
  if (by === undefined) return [{ id, as: parameterClause(route.id, 'sortBy', 'default') }];
  return [direction === undefined ? { id, as: parameterClause(route.id, 'sortDirection', 'default') } : { id }];
}

/** The check of a missing required parameter, if the request has no other defect. */
function missing(route: Route, sent: SentParams, response: Exchange): readonly TrafficReplay[] {
  const param = route.query.find(({ name, required }) => required === true && !sent.has(name));
  if (param === undefined || route.family !== 'wallet' || sent.unknown.length > 0) return [];
  const isOther = response.status >= 500 || textOrEmpty(response.json, 'error').startsWith('unauthorized');
  return isOther || !isOtherwiseSound(route, sent, param.name) ? [] : [{ id: `${route.id}.${param.name}.missing` }];
}

/** Thrown if a check needs a response that the traffic does not have. */
class NotRecorded extends Error {}

async function replayTraffic(
  judgements: Judgements,
  evidence: Evidence,
  route: Route,
  sent: SentParams,
  response: Exchange,
): Promise<void> {
  for (const { id, as } of trafficReplaysOf(route, sent, response)) {
    const check = judgements.check(id);
    if (check === undefined) continue;
    const context = contextOf(judgements, evidence, check, bindingsOf(route, sent, response), response);
    const about = judgements.about(route.id);
    const judging: CheckContext =
      as === undefined ? context : { ...context, verified: () => undefined, ...judgedAs(as, about) };
    try {
      await check.run(judging);
    } catch (error) {
      if (!(error instanceof NotRecorded) && !(error instanceof NotTestable)) judgements.failed(check, placeOf(error));
    }
  }
}

/** Files every judgement of a check under one clause. */
function judgedAs(clause: ClauseId, about: Judge): Judge {
  return {
    judge: (statement) => about.judge({ ...statement, clauses: clause }),
    judgeBy: (_, ...rest) => about.judgeBy(clause, ...rest),
  };
}

function contextOf(
  judgements: Judgements,
  evidence: Evidence,
  check: Check,
  bindings: Bindings,
  response: Exchange,
): CheckContext {
  const notRecorded = (): never => {
    throw new NotRecorded();
  };
  let isGiven = false;
  const send = async (): Promise<Exchange> => {
    if (isGiven) return notRecorded();
    isGiven = true;
    return response;
  };
  return {
    ...judgements.under(check),
    bindings,
    wallets: [],
    control: undefined,
    random: () => 0,
    send,
    sendOversized: send,
    fact: (subject, value) => addFact(evidence, subject, value),
    notTestable(reason, remedy) {
      throw new NotTestable(reason, remedy);
    },
    attempt: async () => notRecorded(),
    pause: async () => notRecorded(),
    eventually: async () => notRecorded(),
    settled: async () => notRecorded(),
    settledInVain: () => notRecorded(),
    serviceSeconds: () => 0,
  };
}

/** The things that the request is about, and those in the response, in the roles of the checks. */
function bindingsOf(route: Route, sent: SentParams, { json }: Exchange): Bindings {
  const user = sent.value('user') ?? '';
  const named = sent.inPath ?? '';
  const row = { conditionId: named, slug: named, id: named };
  return {
    markets: route.item === undefined ? [row] : objectsIn(json),
    marketsComplete: false,
    events: route.id === 'event' && isObject(json) ? [json] : [],
    conditions: [],
    books: objectsIn(json),
    addresses: [],
    wallets: [user],
    closedWallets: [user],
    activeWallets: [user],
    heldMarkets: (sent.value('market') ?? '').split(','),
    comments: [named],
    profiles: [named],
    creators: objectsIn(json),
    trades: objectsIn(json),
    writeMarkets: [],
  };
}

function judgeRequested(judge: Judge, route: Route, sent: SentParams, response: Exchange) {
  if (!isSuccess(response)) return;
  judgeName(judge, route, sent, response);
  if (route.body === 'tokens') judgeTokens(judge, route, response);
}

/** A single resource that has the parameter of the path as a field repeats its value. */
function judgeName(judge: Judge, route: Route, { inPath }: SentParams, response: Exchange) {
  const { ok, pathParam: { name } = { name: '' } } = route;
  const isRepeated = ok instanceof z.ZodObject && name in ok.shape;
  if (!isRepeated || inPath === undefined || !isObject(response.json)) return;
  const number = Number(inPath);
  const value = { $any: [{ $caseless: inPath }, ...(Number.isNaN(number) ? [] : [number, { $number: number }])] };
  const clauses = parameterClause(route.id, name, 'match');
  judge.judge({ clauses, of: response, must: { at: { [`/${name}`]: value } }, because: 'the path names it' });
}

/** Books and prices are of requested tokens alone. */
function judgeTokens(judge: Judge, { id }: Route, response: Exchange) {
  const { body } = response.request;
  const items = objectsIn(typeof body === 'string' ? parseJson(body) : undefined);
  // A service may accept a number.
  const requested = items.map((item) => String(item['token_id']));
  if (requested.length === 0) return;
  const clauses = id === 'books' ? '2.14/asset_id.asked' : '4.17/keys';
  const own = id === 'books' ? { $every: { asset_id: { $in: requested } } } : { $keys: { $every: { $in: requested } } };
  judge.judge({ clauses, of: response, must: { body: own }, because: 'only these tokens are requested' });
}

export type TrafficOptions = TrafficReportOptions & {
  /** Called with each finding. Its texts have to pass `redactor`. */
  readonly onFinding?: Witness;
};

export type Traffic = {
  /** Judges an exchange if a route of the interface matches its request. */
  judge(request: Request, response: Response): Promise<void>;
  /** Records a request without a whole response, if a route of the interface matches it. */
  trouble(request: Request, trouble: Omit<Extract<Answered, { kind: 'trouble' }>, 'kind' | 'request'>): void;
  redactor(): Redactor;
  /** The report of the traffic so far. `gone`: why the target counts as gone. */
  report(remarks: readonly string[], gone?: string): Report;
};

export function createTraffic(options: TrafficOptions): Traffic {
  const { checks, register, only = [], skip = [] } = options;
  const selected = selectChecks(checks, only, skip);
  const evidence = createEvidence(options.onFinding);
  const answers = new ResponseJudge(register);
  const judgements = createJudgements(
    checks.filter(({ id }) => selected.has(id)),
    evidence,
  );
  const identity = createIdentity();
  const secrets = createSecrets();
  const shown = new Set<string>();
  const lost = new Map<string, number>();
  let exchanges = 0;

  const judgeOn = async (route: Route, answer: Exchange) => {
    evidence.requested.add(route.id);
    noteRequest(evidence, answer.request, !isReading(answer.request, route))(answer.request);
    // A recording may go on after a restart, which gives ids again.
    answers.judge(route, answer, evidence, { resets: true });
    if (isThrottled(answer)) return;
    shown.add(isSuccess(answer) ? shapeCheckId(route.id) : errorCheckId(route.id));
    const sent = sentParams(route, answer.request);
    const judge = judgements.about(route.id);
    judgeParameters(judge, route, sent, answer);
    judgeFilters(judge, route, sent, answer);
    judgeRequested(judge, route, sent, answer);
    identity.judge(judge, route, answer);
    await replayTraffic(judgements, evidence, route, sent, answer);
  };

  return {
    async judge(request, response) {
      const route = matchRoute(request);
      if (route === undefined) return;
      exchanges += 1;
      await judgeOn(route, exchangeOf(secrets.take(request), response, parseJson));
    },
    trouble(request, trouble) {
      const route = matchRoute(request);
      if (route === undefined) return;
      const why = `${trouble.trouble}: ${trouble.detail}`;
      lost.set(why, (lost.get(why) ?? 0) + 1);
      if (addTrouble(evidence, route, { ...trouble, kind: 'trouble', request: secrets.take(request) })) {
        shown.add(shapeCheckId(route.id));
      }
    },
    redactor: secrets.redactor,
    report(remarks, gone) {
      const [runs, seenInResponses] = [judgements.runs(), new Set(answers.seen())];
      const traffic = { evidence, shown, lost, exchanges, runs, seenInResponses };
      return secrets.redactor().deep(reportOfTraffic(options, traffic, remarks, gone));
    },
  };
}
