/** sim/journal/record: the lines of a journal (a header, then a record for each action), and their repetition. */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import type { Command } from '../../spec/venue/command.ts';
import { MOMENT_LIMIT, type VenueRules } from '../../spec/venue/rules.ts';
import type { Venue } from '../core/venue.ts';
import type { TapePlayer } from '../tape/tape.ts';

export const FORMAT = 'touchstone-journal';
export const FORMAT_VERSION = 2;
const OTHER_VERSION = `this Touchstone reads version ${FORMAT_VERSION}: name a new directory, or use its writer`;

export const Count = z.int().min(0);
/** The state of a run: its clock (milliseconds), the number of its events, and the rolling hash over them. */
const Standing = z.object({
  at: Count.max(MOMENT_LIMIT),
  events: Count,
  hash: z.string().regex(/^[0-9a-f]{16}$/),
});
type Standing = z.infer<typeof Standing>;

/** Everything else that determines a run. A journal is continued only by a run with the same identity. */
const Identity = z.object({
  /** `empty` for a venue without markets and wallets, else the world's name or the path of its file. */
  world: z.string(),
  /** The digest of a world's file, which identifies the world even if the file moves. */
  content: z.string().exactOptional(),
  seed: z.string(),
  profile: z.string(),
  rules: z.custom<VenueRules>(isObject),
  /** The checksum of the tape that is played beside the commands of the records. */
  tape: z.string().exactOptional(),
});
export type Identity = z.infer<typeof Identity>;

/** A field that differs between two runs, with both values. */
export type FieldDifference = { readonly field: string; readonly a: Scalar; readonly b: Scalar };
type Scalar = string | number | boolean | null;

/** Everything that two runs have in common until their first record. */
export type Beginning = Identity & { readonly start: Standing };

/** The differences between two beginnings. Worlds in files are compared by content, so that a file may move. */
export function beginningDifferences(a: Beginning, b: Beginning): readonly FieldDifference[] {
  const isOneWorld = (a.content ?? a.world) === (b.content ?? b.world);
  const settingsOf = ({ world, content, seed, profile, tape = 'none', rules, start }: Beginning) => ({
    ...(!isOneWorld && { world: content === undefined ? world : `${world} (digest ${content})` }),
    seed,
    profile,
    tape,
    ...rules,
    state: start.hash,
  });
  return differences(settingsOf(a), settingsOf(b));
}

/** The numbers, texts and flags that differ in two values, by the names that lead to them: those of `a` first. */
export function differences(a: unknown, b: unknown, name = ''): readonly FieldDifference[] {
  const [ours, theirs] = [Object(a), Object(b)];
  if (ours !== a && theirs !== b) {
    const [one, other] = [a ?? null, b ?? null] as [Scalar, Scalar];
    return one === other ? [] : [{ field: name, a: one, b: other }];
  }
  return Object.keys({ ...ours, ...theirs }).flatMap((field) =>
    differences(ours[field], theirs[field], name === '' ? field : `${name} ${field}`),
  );
}

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION, OTHER_VERSION),
  /** The version of Touchstone that began the run, for the reader only. */
  touchstone: z.string(),
  ...Identity.shape,
  /** Counts the runs in this directory; a reset begins the next. */
  generation: Count.min(1),
  /** The state before the first record. */
  start: Standing,
});
export type Header = z.infer<typeof Header>;

const Action = z.union([
  /** Time passed and something fell due. */
  z.object({ kind: z.literal('clock') }),
  /** A client moved the clock ahead by `ms` milliseconds. */
  z.object({ kind: z.literal('advance'), ms: Count }),
  /** The venue validates the fields of a command. */
  z.custom<Command>((value) => isObject(value) && !/^(?:clock|advance)$|[^a-z-]/.test(String(value['kind']))),
]);
export type Action = z.infer<typeof Action>;

export const JournalRecord = z.object({
  n: Count.min(1),
  /** The state after the action. */
  ...Standing.shape,
  do: Action,
  /** Of a heartbeat: the number of session ids that the key has received. The venue has no record of it. */
  rotation: Count.exactOptional(),
});
export type JournalRecord = z.infer<typeof JournalRecord>;

/** The place behind record `n`, where the next line begins. */
export type Mark = { readonly n: number; readonly offset: number };

/** A venue, and the state of its run outside of it. */
export type Run = {
  readonly venue: Venue;
  /** The player of its tape. */
  readonly player: TapePlayer | undefined;
  /** The number of session ids that each API key has received. */
  readonly rotations: Map<number, number>;
  /** The sum of the moves of the clock on demand, milliseconds. */
  aheadMs: number;
  /** The end of the records that the run has repeated; its byte is 0 without a header. */
  end: Mark;
};

export function newRun(venue: Venue, player?: TapePlayer): Run {
  return { venue, player, rotations: new Map(), aheadMs: 0, end: { n: 0, offset: 0 } };
}

export function standingOf(venue: Venue): Standing {
  return { at: venue.now, events: venue.eventCount, hash: venue.hash() };
}

/** Repeats a record. Returns the difference from the recorded outcome in words, if any. */
export function repeat(run: Run, record: JournalRecord): string | undefined {
  const { at, do: action, rotation } = record;
  const { venue } = run;
  if (action.kind === 'clock' || action.kind === 'advance') venue.advanceTo(at);
  else {
    const result = venue.step(action, at);
    if (!result.ok) return `was accepted when it was written and is refused now (${result.refusal.kind}): ${CAUSES}`;
  }
  if (action.kind === 'advance') run.aheadMs += action.ms;
  if (action.kind === 'heartbeat' && rotation !== undefined) run.rotations.set(action.key, rotation);
  const { hash, events } = standingOf(venue);
  if (hash === record.hash && events === record.events) return undefined;
  const written = `state ${record.hash} with ${record.events} events when it was written`;
  return `led to ${written}, to ${hash} with ${events} now: ${CAUSES}`;
}

const CAUSES = 'another version of Touchstone wrote it, or the file was changed';
