/**
 * proof/soak/trace: a run written down so that it still means something when steps are left out: whatever a command
 * created has a name (`$o17`), moments are told from the moment of the command (`now+500`), hostile values by their names.
 */
import { z } from 'zod';
import { SELF_TRADE_MODES, WAIT_LIMIT } from '../../sim/core/rules.ts';
import { CANARIES } from './canary.ts';

const Scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const List = z.array(Scalar).max(1_000);
const Flat = z.record(z.string(), z.union([Scalar, List]));
const Nested = z.record(z.string(), z.union([Scalar, List, Flat]));

/** The furthest that the clock of a run comes, milliseconds: thirty thousand years, which leaves numbers whole. */
const SPAN_MAX = 1e15;

/** Not null: what is left open has a value. Texts are queries. */
const Plain = z.union([z.string().max(2_000), z.number()]);
const Choice = z.union([Plain, z.boolean(), z.array(Plain).max(1_000).readonly()]);

const Wait = z.int().nonnegative().max(WAIT_LIMIT);

/** One command of a written run; a hostile one may be no record at all. */
const TraceStep = z.union([
  z.strictObject({
    /** Milliseconds before it; negative where the client's clock is behind. */
    wait: z.int().optional(),
    /** The name of what it created. */
    as: z.string().max(20).optional(),
    give: z.union([Scalar, z.record(z.string(), z.union([Scalar, List, Nested]))]),
  }),
  /** The venue is made anew from its snapshot. */
  z.strictObject({ restore: z.literal(true) }),
]);

export const Trace = z.strictObject({
  touchstone: z.literal('soak'),
  version: z.literal(1),
  seed: z.int().nonnegative(),
  /** The property that found it, whose draws then have the seed. */
  property: z.string().min(1).max(200).optional(),
  audit: z.enum(['light', 'full', 'naive']),
  failure: z.strictObject({ invariant: z.string(), message: z.string() }),
  rules: z.strictObject({
    selfTrade: z.enum(SELF_TRADE_MODES),
    heartbeatMs: Wait,
    minimumLifeMs: Wait,
    minedAfterMs: Wait,
    confirmedAfterMs: Wait,
  }),
  /** Whether everything is brought to an end after the last step. */
  settles: z.boolean(),
  /** What is read of the log is judged too: positions, activity, orders, books. */
  reads: z.literal(true).optional(),
  /** What is claimed of the run, by name, with what was drawn beside its commands; `from`: the moment of the first. */
  claim: z
    .strictObject({
      name: z.string().max(40),
      from: z.int().nonnegative().max(SPAN_MAX),
      choices: z.record(z.string(), Choice),
    })
    .optional(),
  /** The venue is broken on purpose in this way. */
  canary: z.enum(CANARIES).optional(),
  steps: z
    .array(TraceStep)
    .max(1_000_000)
    .refine(
      (steps) => steps.reduce((sum, step) => sum + Math.abs(('wait' in step && step.wait) || 0), 0) <= SPAN_MAX,
      `the waits are longer than ${SPAN_MAX} ms together`,
    ),
});

export type TraceStep = z.infer<typeof TraceStep>;
export type Trace = z.infer<typeof Trace>;

/** The file of a run, which `touchstone soak --replay` plays. */
export function traceText(trace: Trace): string {
  return `${JSON.stringify(trace, null, 1)}\n`;
}
