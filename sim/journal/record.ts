/**
 * sim/journal/record: the two kinds of lines of a journal: the header, which says what the run starts from, and records,
 * each of which says what was done, when, and what the venue looked like afterwards.
 */
import { z } from 'zod';
import { MOMENT_LIMIT, SELF_TRADE_MODES, type VenueRules, WAIT_LIMIT } from '../core/rules.ts';
import { COMMANDS } from './command-schema.ts';

export const FORMAT = 'touchstone-journal';
export const FORMAT_VERSION = 1;

const Count = z.int().min(0);
const Moment = Count.max(MOMENT_LIMIT);
const Wait = Count.max(WAIT_LIMIT);
const Hash = z.string().regex(/^[0-9a-f]{16}$/);

const Rules = z.strictObject({
  selfTrade: z.enum(SELF_TRADE_MODES),
  heartbeatMs: Wait,
  minimumLifeMs: Wait,
  minedAfterMs: Wait,
  confirmedAfterMs: Wait,
}) satisfies z.ZodType<VenueRules>;

/** Where a run stands: the clock (milliseconds), events so far, and the rolling hash over them. */
export const Standing = z.strictObject({ at: Moment, events: Count, hash: Hash });
export type Standing = z.infer<typeof Standing>;

/** What a run is made of before its first record. A journal is continued by a run with the same identity only. */
export const Identity = z.strictObject({
  /** `empty` for a venue without markets and wallets, else the world's name or the path of its file. */
  world: z.string(),
  /** Of a world in a file: the digest of its bytes, by which it is the same one wherever it lies. */
  content: Hash.exactOptional(),
  seed: z.string(),
  profile: z.string(),
  rules: Rules,
  /** The checksum of the tape that is played beside the commands of the records. */
  tape: z.string().exactOptional(),
});
export type Identity = z.infer<typeof Identity>;

/** Whether two runs have the same world: of files what is in them counts, not where they lie. */
export function isSameWorld(one: Identity, other: Identity): boolean {
  if (one.content === undefined || other.content === undefined) return one.world === other.world;
  return one.content === other.content;
}

/** The first line of each segment. */
export const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** The version of Touchstone that began the segment: told, not judged. */
  touchstone: z.string(),
  ...Identity.shape,
  /** Counts the runs in this directory; a reset begins the next. */
  generation: Count.min(1),
  /** Number of the first record of the segment. */
  first: Count.min(1),
  /** Where the run stands before that record. */
  start: Standing,
});
export type Header = z.infer<typeof Header>;

const Deed = z.discriminatedUnion('kind', [
  ...COMMANDS,
  /** Time passed and something fell due. */
  z.strictObject({ kind: z.literal('clock') }),
  /** The clock was moved ahead on demand, by so many milliseconds. */
  z.strictObject({ kind: z.literal('advance'), ms: Count }),
]);
/** What a record says was done. */
export type Deed = z.infer<typeof Deed>;

export const JournalRecord = z.strictObject({
  n: Count.min(1),
  /** The clock of the venue when it was done, milliseconds. */
  at: Moment,
  do: Deed,
  /** With a heartbeat: how many session ids the key has been given by then; the log of the venue does not tell. */
  rotation: Count.exactOptional(),
  /** Events in the log and the rolling hash over them, afterwards. */
  events: Count,
  hash: Hash,
});
export type JournalRecord = z.infer<typeof JournalRecord>;

/** What a schema names of a value, in its order, and nothing else that the value carries, at any depth. */
type Pick = (value: unknown) => unknown;

function pickOf(schema: unknown): Pick {
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodReadonly) return pickOf(schema.unwrap());
  if (schema instanceof z.ZodArray || schema instanceof z.ZodTuple) return (list) => Array.from(list as unknown[]);
  if (!(schema instanceof z.ZodObject)) return (value) => value;
  const fields = Object.entries(schema.shape).map(([key, inner]) => [key, pickOf(inner)] as const);
  return (value) => {
    const picked: Record<string, unknown> = {};
    for (const [key, pick] of fields) {
      const field = (value as Readonly<Record<string, unknown>>)[key];
      if (field !== undefined) picked[key] = pick(field);
    }
    return picked;
  };
}

const PICKS: ReadonlyMap<string, Pick> = new Map(
  Deed.options.map((option) => [option.shape.kind.value, pickOf(option)]),
);

/** The record as compact JSON, its keys in a fixed order; whatever else the caller's objects carry is left out. */
export function recordText({ n, at, do: deed, rotation, events, hash }: JournalRecord): string {
  return JSON.stringify({ n, at, do: PICKS.get(deed.kind)?.(deed), rotation, events, hash });
}
