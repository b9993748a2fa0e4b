/** sim/simulator-options: the options of `createSimulator`, and their validation before anything is built. */

import { z } from 'zod';
import { messageOf } from '../base/system-code.ts';
import { loadProfile, Profile, profileNames } from '../spec/profile.ts';
import { DOCUMENT_RULES, type VenueRules } from '../spec/venue/rules.ts';
import { parseFaults } from './faults/rule.ts';
import type { JournalOptions } from './journal/run-file.ts';
import type { RunOptions } from './life.ts';
import { limitRows, servedNames } from './limiter.ts';
import { assertOptions, type RuleFor } from './option-fault.ts';
import type { Tape } from './tape/tape.ts';
import type { WorldDescription } from './world/written/description.ts';

/** Options of the simulated service. */
export type SimulatorOptions = RunOptions &
  Readonly<{
    /** Everything generated follows from it; default `1`. */
    seed?: number | string;
    /**
     * `small` (the default), `medium`, `large`, the path of recorded catalog pages (`.json`, `.jsonl`, `.gz`, `.zst`),
     * or your own world: its description, or the path of a file with it (`.yaml`, `.yml`).
     */
    world?: string | WorldDescription;
    /** Leaves invalid recorded markets out, instead of throwing; the first warning counts them. Not with a journal. */
    skipInvalidMarkets?: boolean;
    /** Called with the progress of a generated world, from 0 to 1: the large one takes seconds. */
    onProgress?: (share: number) => void;
    /** A profile or its name; default `document`. */
    profile?: Profile | string;
    /**
     * Writes everything to a journal in this directory before a response is sent, and resumes from it
     * (docs/journal.md). Seed, world and profile must be those of the journal.
     */
    journal?: JournalOptions & { readonly directory: string };
    /** Commands that enter the service at their moments, beside those of its clients (docs/simulator.md). */
    tape?: Tape;
  }>;

const Callback = z.custom((value) => typeof value === 'function', 'a function').optional();
const NONE_TOO = 'a whole number, 0 for no snapshots';
const CountOrNone = z.int(NONE_TOO).min(0, NONE_TOO).optional();
const Addresses = 'an array of addresses, such as ["127.0.0.1"]';
const FUND_TAKES = 'an object such as {dollars: 10000, shares: 100}';
const FUNDS_TAKE = 'a number from 0 to 1000000';
const Funds = z.number(FUNDS_TAKE).min(0, FUNDS_TAKE).max(1_000_000, FUNDS_TAKE).optional();
const EXCHANGES_TAKES = 'a whole number up to 1000000, 0 for none';
const Thing = z.custom((value) => typeof value === 'object' && value !== null);

/** A name, or a profile; the error names its first invalid field. */
const NameOrProfile = z.unknown().superRefine((value, context) => {
  if (typeof value === 'string') return;
  const issue = Profile.safeParse(value).error?.issues[0];
  if (issue === undefined) return;
  const { path, message } = issue;
  const wanted = path.length === 0 ? 'the name of a profile, or a whole one' : 'a valid value of that field';
  context.addIssue({ code: 'custom', path: [...path], message: `${wanted} (${message})` });
});

const Journal = z.strictObject(
  {
    directory: z.string('the path of a directory').min(1, 'the path of a directory'),
    sync: z.enum(['always', 'interval', 'never'], '"always", "interval" or "never"').optional(),
    touchstone: z.string('a text').optional(),
    snapshotEvery: CountOrNone,
    onFailure: Callback,
    onNotice: Callback,
  } satisfies RuleFor<NonNullable<SimulatorOptions['journal']>>,
  'an object with a `directory`',
);

/** Untyped callers can pass any value. */
function isTape(value: unknown) {
  const { checksum, play } = Object(value) as Record<string, unknown>;
  return typeof checksum === 'string' && typeof play === 'function';
}

/** The content of a world is validated when it is built. */
const Options = z.strictObject(
  {
    seed: z.union([z.number(), z.string()], 'a finite number or a text').optional(),
    world: z.union([z.string(), Thing], 'a name, a path or a description').optional(),
    skipInvalidMarkets: z.boolean('true or false').optional(),
    profile: NameOrProfile.optional(),
    clock: z
      .custom(
        (value) => value === 'virtual' || typeof value === 'function',
        '"virtual" or a function that returns milliseconds since the epoch, such as Date.now',
      )
      .optional(),
    limits: z.union([z.enum(['enforce', 'off']), Thing], '"enforce" or "off"').optional(),
    faults: z.unknown().optional(),
    exchangesMax: z.int(EXCHANGES_TAKES).min(0, EXCHANGES_TAKES).max(1_000_000, EXCHANGES_TAKES).optional(),
    allowlist: z.array(z.string('an address'), Addresses).optional(),
    settlement: z.enum(['immediate', 'timed'], '"immediate" or "timed"').optional(),
    timestamps: z.enum(['judged', 'ignored'], '"judged" or "ignored"').optional(),
    fund: z.strictObject({ dollars: Funds, shares: Funds }, FUND_TAKES).optional(),
    onBug: Callback,
    onProgress: Callback,
    journal: Journal.optional(),
    tape: z.custom(isTape, 'a tape, such as commandTape makes of commands').optional(),
  } satisfies RuleFor<SimulatorOptions>,
  'an object',
);

/** Options of the journal for the rest of this repository; never suggested for a mistyped name. */
const UNDOCUMENTED: ReadonlySet<string> = new Set(['touchstone', 'onFailure', 'onNotice', 'disk']);
const JOURNAL_NAMES = Object.keys(Journal.shape).filter((name) => !UNDOCUMENTED.has(name));

/** The names of all options, in the order of their documentation. */
export const OPTION_NAMES: readonly string[] = Object.keys(Options.shape);

/** Throws an `Error` of one line that names the first invalid option and states what it must be. */
export function checkOptions(options: SimulatorOptions): void {
  assertOptions('createSimulator', Options, options, (place) => (place === 'journal' ? JOURNAL_NAMES : OPTION_NAMES));
  if (options.skipInvalidMarkets === true && options.journal !== undefined) {
    throw new Error(
      'createSimulator: skipInvalidMarkets is not for a journal, which names its world by its file: ' +
        'leave them out of the file',
    );
  }
  if (options.faults !== undefined) named(() => parseFaults(options.faults));
  const { profile = 'document', limits } = options;
  if (typeof limits !== 'object') return;
  const isUnknown = typeof profile === 'string' && !profileNames.includes(profile);
  const whole = typeof profile === 'string' ? loadProfile(isUnknown ? 'document' : profile) : profile;
  named(() => limitRows(limits, servedNames(whole)));
}

function named(check: () => unknown) {
  try {
    check();
  } catch (error) {
    throw new Error(`createSimulator: ${messageOf(error)}`);
  }
}

/** Settlement times are the same in every profile, but on a stopped clock real clients' trades settle at once. */
export function venueRules(
  { order, heartbeat, clob }: Profile,
  { clock = 'virtual', settlement }: Pick<RunOptions, 'clock' | 'settlement'> = {},
): VenueRules {
  const isWaitedFor = clob !== undefined && clock === 'virtual';
  return {
    ...DOCUMENT_RULES,
    ...((settlement ?? (isWaitedFor ? 'immediate' : 'timed')) === 'immediate' && {
      minedAfterMs: 0,
      confirmedAfterMs: 0,
    }),
    selfTrade: order.selfTrade,
    heartbeatMs: heartbeat.timeoutMs,
    minimumLifeMs: order.gtdMinAheadSeconds * 1000,
  };
}
