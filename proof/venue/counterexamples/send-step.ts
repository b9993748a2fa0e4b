/** proof/venue/counterexamples/send-step: a request as a step of a scenario that sends exactly its bytes. */
import type { Step } from '../../../scenarios/language/step.ts';

/** The request of a property. `target`: path and query of the request line. */
export type PlainRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body; bytes need not be UTF-8. */
  readonly body?: string | Uint8Array;
  /** Name of the wallet that signs. */
  readonly as?: string | undefined;
};

type SendStep = Extract<Step, { send: string }>;

/** The step, without expectations. Text that looks like an expression is sent literally. */
export function sendStep({ method, target, headers, body, as }: PlainRequest): SendStep {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [literal(name), literal(value)] as const);
  return {
    send: literal(method),
    path: literal(path),
    ...(mark === -1 ? {} : { query: literal(target.slice(mark + 1)) }),
    ...(entries.length === 0 ? {} : { headers: Object.fromEntries(entries) }),
    ...bodyFields(body),
    ...(as === undefined ? {} : { as }),
  };
}

function bodyFields(body: PlainRequest['body']): Pick<SendStep, 'text' | 'bytes'> {
  if (body === undefined) return {};
  return typeof body === 'string' ? { text: literal(body) } : { bytes: Buffer.from(body).toString('base64') };
}

function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
