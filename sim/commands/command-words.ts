/** sim/commands/command-words: the words of commands to a running world: those of histories, and some of its own. */
import { z } from 'zod';
import { deedSchemas, type Wording, WrittenMarket } from '../world/written/description.ts';
import { readAs } from '../world/written/description-file.ts';
import type { Deed } from '../world/written/world-steps.ts';

const { group: _, ...TERMS } = WrittenMarket.shape;

export function commandSchemas(wording: Wording) {
  const { ref, or } = wording;
  return [
    ...deedSchemas(wording),
    /** A market without a group, in an event of its own. `ends`: seconds until its end date, thirty days if absent. */
    z.strictObject({
      open: z.strictObject({ market: MarketName, ...TERMS, ends: or(z.number().min(0).max(1e9)).default(2_592_000) }),
    }),
    /** Under the event of the market, or as a reply to a comment of it. */
    z.strictObject({
      comment: z.strictObject({
        wallet: ref,
        market: ref,
        text: z.string().min(1).max(2_000),
        reply: ref.optional(),
      }),
    }),
    /** A counterparty takes the order, or this many shares of it. */
    z.strictObject({ fill: z.strictObject({ order: ref, size: or(z.number().min(0).max(1e9)).optional() }) }),
  ] as const;
}

const MarketName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'a name: a lower-case letter, then letters, digits, _');

const SCHEMAS = commandSchemas({ ref: z.string().min(1).max(200), or: (schema) => schema });
const VERBS = SCHEMAS.flatMap(({ shape }) => Object.keys(shape));
const Words = z.union(SCHEMAS as unknown as [z.ZodType<AnyCommand>, z.ZodType<AnyCommand>]);

/** A command with all defaults. */
export type AnyCommand =
  | Deed
  | { readonly open: { readonly market: string; readonly ends: number } & Omit<WrittenMarket, 'group'> }
  | { readonly comment: Readonly<{ wallet: string; market: string; text: string; reply?: string }> }
  | { readonly fill: { readonly order: string; readonly size?: number } };

/** A command to a running world: an object with one verb. */
export type WorldCommand = z.input<ReturnType<typeof commandSchemas>[number]>;

/** Throws `WorldError`, one line that begins with the place of the first fault. */
export function readCommand(value: unknown): AnyCommand {
  return readAs(Words, value, VERBS, 'command');
}
