/** conformance/evidence/traced: an exchange as a line of an HTTP trace: no secrets, bodies of bounded length. */
import { type Request, requestTarget, type SendOutcome } from '../../wire/message.ts';
import type { HttpTraceExchange } from '../http-trace.ts';
import type { Redactor } from './redact.ts';

/** Characters of a body that an HTTP trace has. */
const BODY_LENGTH = 8 * 1_024;
/** A secret at the place of the cut is replaced whole if it is no longer than this. */
const MARGIN = 1_024;

/** Facts of an exchange that neither request nor outcome have. */
export type Moment = Pick<HttpTraceExchange, 'number' | 'check' | 'route' | 'at' | 'milliseconds'>;

/** Milliseconds with three decimals. */
export function roundedTo3(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

export function traced(request: Request, outcome: SendOutcome, moment: Moment, redactor: Redactor): HttpTraceExchange {
  const { method, headers, body } = request;
  return {
    kind: 'exchange',
    ...moment,
    request: {
      method,
      target: redactor.text(requestTarget(request)),
      headers: redactor.deep({ ...headers }),
      ...(typeof body === 'string' ? bounded(body, redactor) : {}),
    },
    ...responseOf(outcome, redactor),
  };
}

function responseOf(outcome: SendOutcome, redactor: Redactor): Pick<HttpTraceExchange, 'response' | 'trouble'> {
  if (outcome.kind === 'trouble') return { trouble: redactor.text(`${outcome.trouble}: ${outcome.detail}`) };
  const { status, headers, body } = outcome.response;
  return { response: { status, headers: redactor.deep({ ...headers }), ...bounded(body, redactor) } };
}

function bounded(body: string, redactor: Redactor): { readonly body: string; readonly bodyBytes: number } {
  return {
    body: redactor.text(body.slice(0, BODY_LENGTH + MARGIN)).slice(0, BODY_LENGTH),
    bodyBytes: Buffer.byteLength(body),
  };
}
