/**
 * conformance/client/gateway: errors of a gateway in front of a service (502 to 504 without JSON) are no responses of
 * the service. With retries, requests that may be repeated are sent again; an order may not, so its check ends and is
 * run again.
 */
import { parseJson } from '../../base/json.ts';
import type { Request, SendOutcome, Target } from '../../wire/message.ts';
import { matchRoute } from '../../wire/route-match.ts';

const STATUSES: readonly number[] = [502, 503, 504];

export type Gateway = {
  readonly target: Target;
  /** One sentence for each fact about the gateway of the run. */
  remarks(): readonly string[];
};

/** The target without the errors of its gateway, as far as `retries` repetitions of a request avoid them. */
export function throughGateway(target: Target, retries: number): Gateway {
  let errors = 0;
  let repeated = 0;
  let lost = 0;
  const send = async (request: Request): Promise<SendOutcome> => {
    let outcome = await target.send(request);
    for (let turn = 0; isOfGateway(outcome); turn += 1) {
      errors += 1;
      if (retries === 0) return outcome;
      if (!mayRepeat(request) || turn >= retries) {
        lost += 1;
        const status = outcome.kind === 'response' ? outcome.response.status : 0;
        return { kind: 'trouble', trouble: 'gateway', detail: `a gateway answered ${status} in place of the service` };
      }
      repeated += 1;
      outcome = await target.send(request);
    }
    return outcome;
  };
  return {
    target: { ...target, send },
    remarks() {
      if (errors === 0) return [];
      const seen =
        `${errors} ${errors === 1 ? 'response looks' : 'responses look'} like those of a gateway ` +
        '(502 to 504 without JSON)';
      if (retries === 0)
        return [`${seen}: with --retries 2 they are not judged, and what can be repeated is sent again`];
      return [`${seen}: ${repeated} requests were sent again, ${lost} could not be (--retries ${retries})`];
    },
  };
}

function isOfGateway(outcome: SendOutcome) {
  if (outcome.kind !== 'response') return false;
  const { status, body } = outcome.response;
  return STATUSES.includes(status) && parseJson(body) === undefined;
}

/** A second order would be another one. A second cancel or heartbeat has the effect of the first one. */
function mayRepeat(request: Request) {
  return matchRoute(request)?.id !== 'place-order';
}
