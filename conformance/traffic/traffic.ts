/** conformance/traffic/traffic: judges recorded exchanges and sends nothing; other checks count as not run. */

import { z } from 'zod';
import { isObject, objectsIn, parseJson } from '../../base/json.ts';
import { parameterClause } from '../../spec/clauses/clause-of.ts';
import type { Route } from '../../spec/route.ts';
import { isSuccess, type Request, type Response } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';
import type { Exchange, Judge } from '../check.ts';
import { type Answered, exchangeOf, isReading, isThrottled } from '../client/exchange.ts';
import { createEvidence, noteRequest, type Witness } from '../evidence/evidence.ts';
import type { Redactor } from '../evidence/redact.ts';
import { selectChecks } from '../execution/execute.ts';
import type { Report } from '../report.ts';
import { addTrouble } from '../shape/checks.ts';
import { errorCheckId, ResponseJudge, shapeCheckId } from '../shape/responses.ts';
import { createIdentity } from './identity.ts';
import { judgeFilters, judgeParameters } from './parameters.ts';
import { createJudgements, reportOfTraffic, type TrafficReportOptions } from './report.ts';
import { createSecrets } from './secrets.ts';
import { type SentParams, sentParams } from './sent-params.ts';
import { replayTraffic } from './traffic-replay.ts';

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
