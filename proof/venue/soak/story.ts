/** proof/venue/soak/story: a recorded run as text, one line for each step. */
import { formatMicro, formatPrice } from '../../../base/units.ts';
import type { Trace, TraceStep } from './trace.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rules, steps and failure of a trace; texts from the trace are not escaped. */
export function storyLines({ rules, steps, settles, failure, claim }: Trace): readonly string[] {
  const { selfTrade, heartbeatMs, minimumLifeMs, minedAfterMs, confirmedAfterMs } = rules;
  const waits =
    `heartbeat ${heartbeatMs} ms, life ${minimumLifeMs} ms, mined ${minedAfterMs} ms, ` +
    `confirmed ${confirmedAfterMs} ms`;
  const lines = [`rules: ${selfTrade}, ${waits}`, ...steps.map(stepText)];
  if (settles) lines.push('then time passes, owners cancel, markets resolve, holders redeem');
  if (claim !== undefined)
    lines.push(`claimed of all this: ${[claim.name, ...Object.entries(claim.choices).map(parameter)].join(' ')}`);
  return [...lines, `=> ${failure.invariant}: ${failure.message}`];
}

function stepText(step: TraceStep) {
  if ('restore' in step) return 'the venue is restored from its snapshot';
  const { wait = 0, as, give } = step;
  const moment = wait === 0 ? '' : `${wait > 0 ? 'after' : 'from a clock behind by'} ${Math.abs(wait)} ms: `;
  return `${moment}${as === undefined ? '' : `${as} = `}${commandText(give)}`;
}

function commandText(give: unknown) {
  if (typeof give !== 'object' || give === null) return `a command that is ${word(give)}`;
  const { kind, ...fields } = give as Fields;
  return kind === 'place' ? orderText(fields) : [word(kind), ...Object.entries(fields).map(parameter)].join(' ');
}

function orderText(fields: Fields) {
  const { wallet, market, outcome, side, type, price, size, key, postOnly, expiresAt, salt } = fields;
  const words = [
    word(wallet),
    word(side),
    `${word(market)}/${word(outcome)}`,
    typeof size === 'number' ? formatMicro(size) : word(size),
    'at',
    typeof price === 'number' ? formatPrice(price) : word(price),
    word(type),
  ];
  if (expiresAt !== undefined) words.push(`until ${word(expiresAt)}`);
  if (postOnly !== false) words.push(postOnly === true ? 'post-only' : `post-only=${word(postOnly)}`);
  return `place ${words.join(' ')} (key ${word(key)}, salt ${word(salt)})`;
}

const MICRO_FIELDS = ['size', 'amount', 'minSize'];

function parameter([name, value]: readonly [string, unknown]): string {
  if (typeof value === 'number') {
    if (MICRO_FIELDS.includes(name)) return `${name}=${formatMicro(value)}`;
    if (name === 'tick') return `tick=${formatPrice(value)}`;
  }
  if (name === 'terms' && typeof value === 'object' && value !== null)
    return Object.entries(value).map(parameter).join(' ');
  return `${name}=${word(value)}`;
}

function word(value: unknown) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
