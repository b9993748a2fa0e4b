/** conformance/traffic/traffic-replay: checks with one recorded exchange as their first request. */
import { isObject, objectsIn, textAt } from '../../base/json.ts';
import { parameterClause } from '../../spec/clauses/clause-of.ts';
import type { Route, RouteId } from '../../spec/route.ts';
import { isSuccess } from '../../wire/message.ts';
import type { Bindings } from '../bindings.ts';
import { type Check, type CheckContext, type ClauseId, type Exchange, type Judge, NotTestable } from '../check.ts';
import type { CheckId } from '../check-ids.generated.ts';
import { addFact, type Evidence } from '../evidence/evidence.ts';
import { placeOf } from '../execution/context.ts';
import { isOtherwiseSound } from './parameters.ts';
import type { Judgements } from './report.ts';
import type { SentParams } from './sent-params.ts';

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
  const isOther = response.status >= 500 || (textAt(response.json, 'error') ?? '').startsWith('unauthorized');
  return isOther || !isOtherwiseSound(route, sent, param.name) ? [] : [{ id: `${route.id}.${param.name}.missing` }];
}

/** Thrown if a check needs a response that the traffic does not have. */
class NotRecorded extends Error {}

export async function replayTraffic(
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
