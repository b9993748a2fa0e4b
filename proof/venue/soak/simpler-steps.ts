/** proof/venue/soak/simpler-steps: simpler forms of a recorded step: no wait, round numbers, plain orders. */
import { MICRO } from '../../../base/units.ts';
import type { TraceStep } from './trace.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Forms to try, the simplest first; each changes one thing. */
export function* simplerSteps(step: TraceStep): Generator<TraceStep> {
  if ('restore' in step) return;
  const { wait, give, ...rest } = step;
  if (wait !== undefined) {
    yield { ...rest, give };
    for (const rounded of rounder(wait)) yield { ...rest, wait: rounded, give };
  }
  if (typeof give !== 'object' || give === null) return;
  for (const simpler of simplerFields(give)) yield { ...step, give: simpler as typeof give };
}

const PLAIN: Readonly<Record<string, readonly unknown[]>> = {
  postOnly: [false],
  key: [0],
  price: [5_000],
  size: [MICRO, 1],
  amount: [1_000 * MICRO],
  tick: [100],
  minSize: [1],
  delayMs: [0, 1_000],
  rate: [0],
  takerOnly: [true],
  payout: [[MICRO, 0]],
  outcome: [0],
};

function* simplerFields(fields: Fields): Generator<Fields> {
  if (fields['type'] !== undefined && fields['type'] !== 'GTC') {
    const { expiresAt: _, ...others } = fields;
    yield { ...others, type: 'GTC' };
  }
  for (const [name, value] of Object.entries(fields)) {
    // Texts stay: the outcome of a disturbance is a word, and a hostile value is the point of its command.
    if (typeof value === 'string') continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const simpler of simplerFields(value as Fields)) yield { ...fields, [name]: simpler };
      continue;
    }
    const plain = PLAIN[name] ?? [];
    const known = plain.findIndex((each) => JSON.stringify(each) === JSON.stringify(value));
    for (const each of known < 0 ? plain : plain.slice(0, known)) yield { ...fields, [name]: each };
    if (known < 0 && typeof value === 'number') {
      for (const rounded of rounder(value)) yield { ...fields, [name]: rounded };
    }
  }
}

function* rounder(value: number): Generator<number> {
  for (let unit = 10 ** (String(Math.abs(value)).length - 1); unit >= 10; unit /= 10) {
    const rounded = value - (value % unit);
    if (rounded === value) return;
    yield rounded;
  }
}
