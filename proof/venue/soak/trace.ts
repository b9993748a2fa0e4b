/** proof/venue/soak/trace: a recorded run that keeps its meaning when steps are removed: names, relative moments. */
import { z } from 'zod';
import { SELF_TRADE_MODES, WAIT_LIMIT } from '../../../spec/venue/rules.ts';
import { CANARIES } from './canary.ts';

const Scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const List = z.array(Scalar).max(1_000);
const Flat = z.record(z.string(), z.union([Scalar, List]));
const Nested = z.record(z.string(), z.union([Scalar, List, Flat]));

/** The latest moment of a run, milliseconds: thirty thousand years, so that numbers stay exact. */
const SPAN_MAX = 1e15;

/** Values of choices; texts are queries. */
const Plain = z.union([z.string().max(2_000), z.number()]);
const Choice = z.union([Plain, z.boolean(), z.array(Plain).max(1_000).readonly()]);

const Wait = z.int().nonnegative().max(WAIT_LIMIT);

/** One step; a hostile command need not be a record. */
const TraceStep = z.union([
  z.strictObject({
    /** Milliseconds before it; negative if the client has a slow clock. */
    wait: z.int().optional(),
    /** The name of what it created. */
    as: z.string().max(20).optional(),
    give: z.union([Scalar, z.record(z.string(), z.union([Scalar, List, Nested]))]),
  }),
  /** The venue is restored from its snapshot. */
  z.strictObject({ restore: z.literal(true) }),
]);

export const Trace = z.strictObject({
  touchstone: z.literal('soak'),
  version: z.literal(1),
  seed: z.int().nonnegative(),
  /** The property that found it; the seed is that of its draws. */
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
  /** Whether the liveness phase follows the last step. */
  settles: z.boolean(),
  /** Reads are judged too: positions, activity, orders, books. */
  reads: z.literal(true).optional(),
  /** The claim about the run, with its choices; `from`: the moment of the first command. */
  claim: z
    .strictObject({
      name: z.string().max(40),
      from: z.int().nonnegative().max(SPAN_MAX),
      choices: z.record(z.string(), Choice),
    })
    .optional(),
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

/** The text of the file that `touchstone soak --replay` plays. */
export function traceText(trace: Trace): string {
  return `${JSON.stringify(trace, null, 1)}\n`;
}
