/** sim/option-check: what `createSimulator` is given, held against what it takes before anything is built. */
import { inspect } from 'node:util';
import { z } from 'zod';
import { closest } from '../spec/closest.ts';
import { Profile } from '../spec/profile.ts';
import type { SimulatorOptions } from './simulator.ts';

type RuleFor<Options> = { readonly [Name in keyof Required<Options>]: z.ZodType };

const Callback = z.custom((value) => typeof value === 'function', 'a function').optional();
const Count = z.int('a whole number, 1 or more').min(1, 'a whole number, 1 or more').optional();
const NONE_TOO = 'a whole number, 0 for no snapshots';
const CountOrNone = z.int(NONE_TOO).min(0, NONE_TOO).optional();
const Addresses = 'an array of addresses, such as ["127.0.0.1"]';
const Thing = z.custom((value) => typeof value === 'object' && value !== null);
const isProfile = (value: unknown): boolean => typeof value === 'string' || Profile.safeParse(value).success;

const Journal = z.strictObject(
  {
    directory: z.string('the path of a directory').min(1, 'the path of a directory'),
    sync: z.enum(['always', 'interval', 'never'], '"always", "interval" or "never"').optional(),
    touchstone: z.string('a text').optional(),
    segmentBytes: Count,
    snapshotEvery: CountOrNone,
    onFailure: Callback,
    onNotice: Callback,
    disk: Thing.optional(),
  } satisfies RuleFor<NonNullable<SimulatorOptions['journal']>>,
  'an object with a `directory`',
);

/** Each message ends the sentence "this option must be". What is in a world is looked at where it is built. */
const Options = z.strictObject(
  {
    seed: z.union([z.number(), z.string()], 'a finite number or a text').optional(),
    world: z.union([z.string(), Thing], 'a name, a path or a description').optional(),
    profile: z.custom(isProfile, 'the name of a profile, or a whole one').optional(),
    clock: z
      .custom(
        (value) => value === 'virtual' || typeof value === 'function',
        '"virtual" or a function that returns milliseconds since the epoch, such as Date.now',
      )
      .optional(),
    limits: z.enum(['enforce', 'off'], '"enforce" or "off"').optional(),
    allowlist: z.array(z.string('an address'), Addresses).optional(),
    onBug: Callback,
    onProgress: Callback,
    journal: Journal.optional(),
  } satisfies RuleFor<SimulatorOptions>,
  'an object',
);

/** What the rest of the repository tells a journal: nothing to offer to somebody who mistypes. */
const UNDOCUMENTED: ReadonlySet<string> = new Set(['touchstone', 'onFailure', 'onNotice', 'disk']);
const JOURNAL_NAMES = Object.keys(Journal.shape).filter((name) => !UNDOCUMENTED.has(name));

/** The names of all options, in order of their documentation. */
export const OPTION_NAMES: readonly string[] = Object.keys(Options.shape);

/** Throws an `Error` of one line that names the first option that cannot be used, and says what it must be. */
export function checkOptions(options: SimulatorOptions): void {
  const parsed = Options.safeParse(options);
  const issue = parsed.error?.issues[0];
  if (issue !== undefined) throw new Error(`createSimulator: ${faultText(issue, options)}`);
}

function faultText(issue: z.core.$ZodIssue, options: unknown): string {
  const above = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const place = above.replace(/^\./, '');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = place === 'journal' ? JOURNAL_NAMES : OPTION_NAMES;
    const prefix = place === '' ? '' : `${place}.`;
    const [near = ''] = closest(key.slice(0, 40), known, 1);
    return `there is no option "${prefix}${key}"; did you mean "${prefix}${near}"? All: ${known.join(', ')}`;
  }
  const given = issue.path.reduce<unknown>((value, key) => Object(value)[key], options);
  return `${place === '' ? 'the options' : place} must be ${issue.message}, not ${shown(given)}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0, breakLength: Infinity });
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
