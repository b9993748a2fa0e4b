/** proof/counterexamples/send-step: a request as a step that sends it byte by byte, whatever it holds. */
import type { Step } from '../../scenarios/language/step.ts';

/** What a property sends. `target`: path and query, as they stand in a request line. */
export type PlainRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes need not be UTF-8. */
  readonly body?: string | Uint8Array;
  /** The wallet that signs, by its name. */
  readonly as?: string | undefined;
};

type SendStep = Extract<Step, { send: string }>;

/** The step. What looks like an expression is sent as it is; who expects something says so beside it. */
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

/** The template of a text that stands for itself. */
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
