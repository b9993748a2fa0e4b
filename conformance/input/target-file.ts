/** conformance/input/target-file: facts that the user states: capabilities, and ids of entities that no list shows. */
import { z } from 'zod';
import { readInput } from './input-file.ts';

const names = z.array(z.string().min(1).max(500)).max(500);

/** Entities to look at first; discovery finds others by itself. */
export const TargetBindings = z.strictObject({
  /** Wallet addresses with positions, closed positions or activity. */
  wallets: names.optional(),
  /** Wallet addresses with a public profile. */
  profiles: names.optional(),
  /** Ids of comments with replies. */
  comments: names.optional(),
  /** Condition ids. */
  markets: names.optional(),
  /** Token ids with an order book. */
  tokens: names.optional(),
  /** Slugs of events. */
  events: names.optional(),
});
export type TargetBindings = z.infer<typeof TargetBindings>;

export const TargetFile = z.strictObject({
  capabilities: z
    .strictObject({
      /** False: wallet data is not part of this deployment. */
      wallet: z.boolean().optional(),
      /** True: throttling may be provoked. False: there are no limits, or they must not be reached. */
      limits: z.boolean().optional(),
      /** True: also with tens of thousands of signed requests. */
      'limits-sustained': z.boolean().optional(),
    })
    .optional(),
  limits: z
    .strictObject({
      /** Part of each request window of section 8 that a run may use. */
      share: z.number().gt(0).max(1).optional(),
      /** Maximum number of requests per second. */
      maxRps: z.number().gt(0).optional(),
    })
    .optional(),
  /** Seconds that a check waits for a view to show a change, such as a fill in the positions; default 30. */
  patience: z.number().min(0).max(600).optional(),
  bindings: TargetBindings.optional(),
  /** Other hosts for some routes: `trading: https://clob.example`, or `POST /order: ...`. */
  routes: z.record(z.string().min(1).max(100), z.string().max(2_000)).optional(),
  /** Sent with every request, for a gateway; `$NAME` or `${NAME}` is an environment variable, `$$` a dollar sign. */
  headers: z.record(z.string().min(1).max(100), z.string().max(8_000)).optional(),
});
export type TargetFile = z.infer<typeof TargetFile>;

/** Reads a target file, which may be empty. Throws `InputError`. */
export function readTargetFile(file: string): TargetFile {
  return readInput(file, 'target file', TargetFile.nullable()) ?? {};
}
