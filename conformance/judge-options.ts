/** conformance/judge-options: the options of `judge`, and their validation before any request is sent. */
import { z } from 'zod';
import { isObject } from '../base/json.ts';
import { assertOptions, type RuleFor } from '../sim/option-fault.ts';
import { profileNames } from '../spec/profile.ts';
import { type Credentials, CredentialsFile, FileWallet } from '../wire/credentials.ts';
import { TargetFile } from './input/target-file.ts';
import type { RunOptions } from './run-options.ts';
import { isShard } from './shard/split.ts';

/** Options of `judge`; suite and register default to those of Touchstone. */
export type JudgeOptions = Omit<RunOptions, 'checks' | 'register' | 'credentials'> &
  Partial<Pick<RunOptions, 'checks' | 'register'>> & {
    /** A wallet may be a private key alone, in a profile in which private keys sign. */
    readonly credentials?: Credentials | CredentialsFile | undefined;
  };

const Callback = z.custom((value) => typeof value === 'function', 'a function').optional();
const Flag = z.boolean('true or false').optional();
const Text = z.string('a text').optional();
const Patterns = z.array(z.string('a pattern'), 'an array of patterns').optional();
const Thing = z.custom((value) => typeof value === 'object' && value !== null, 'an object').optional();
const JOBS = 'a whole number from 1 to 64';
const SHARE = 'a number above 0, at most 1';
const RATE = 'a number from 0.01 to 1000000';
const PATIENCE = 'a number of seconds from 0 to 600';
const COUNT = 'a whole number, 1 or more';
const BYTES = 'a number of bytes';
/** A day: timers cannot run much longer. */
const LONGEST_RUN_MS = 86_400_000;
const RETRIES = 'a whole number from 0 to 10';
const TIME = `a whole number of milliseconds from 1 to ${LONGEST_RUN_MS}`;

/** A custom world may have no wallets. Its credentials then allow no writes. */
const OwnCredentials = CredentialsFile.extend({
  wallets: z.array(z.unknown().transform(withoutDialect).pipe(FileWallet)),
});

/** Wallets of a simulator know how their profile signs; a run attaches that itself. */
function withoutDialect(wallet: unknown): unknown {
  if (!isObject(wallet)) return wallet;
  const { dialect: _, ...rest } = wallet;
  return rest;
}

const Options = z.strictObject(
  {
    target: z.custom(isTarget, 'a target, such as httpTarget(new URL("http://127.0.0.1:4010"))'),
    // Validated separately, because the message must not quote it.
    credentials: z.any().optional(),
    allowWrites: Flag,
    profile: z.enum(profileNames, `the name of a profile (${profileNames.join(', ')})`).optional(),
    only: Patterns,
    skip: Patterns,
    shard: z.custom(isShard, 'such as {index: 1, count: 3}').optional(),
    seed: Text,
    runId: Text,
    expectations: z.array(z.any(), 'an array of expectations').optional(),
    today: Text,
    strict: Flag,
    thorough: Flag,
    targetFile: z.custom((value) => TargetFile.safeParse(value).success, 'what a target file holds').optional(),
    jobs: z.int(JOBS).min(1, JOBS).max(64, JOBS).optional(),
    share: z.number(SHARE).gt(0, SHARE).max(1, SHARE).optional(),
    maxRps: z.number(RATE).min(0.01, RATE).max(1_000_000, RATE).optional(),
    maxRequests: z.int(COUNT).min(1, COUNT).optional(),
    bytesMax: z.number(BYTES).min(1, BYTES).optional(),
    retries: z.int(RETRIES).min(0, RETRIES).max(10, RETRIES).optional(),
    patience: z.number(PATIENCE).min(0, PATIENCE).max(600, PATIENCE).optional(),
    version: Text,
    checks: z.array(z.any(), 'an array of checks').optional(),
    register: Thing,
    onExchange: Callback,
    onProgress: Callback,
    onSighting: Callback,
    signal: Thing,
    cleanUpSignal: Thing,
    maxTimeMs: z.int(TIME).min(1, TIME).max(LONGEST_RUN_MS, TIME).optional(),
  } satisfies RuleFor<JudgeOptions>,
  'an object with a `target`',
);

const NAMES = Object.keys(Options.shape);

function isTarget(value: unknown) {
  const { label, send, close } = Object(value) as Record<string, unknown>;
  return typeof label === 'string' && typeof send === 'function' && typeof close === 'function';
}

/** Throws an `Error` of one line that names the first option that cannot be used, and says what it must be. */
export function checkJudgeOptions(options: JudgeOptions): void {
  assertOptions('judge', Options, options, () => NAMES);
  const { credentials, allowWrites } = options;
  if (credentials === undefined) {
    if (allowWrites === true) throw new Error('judge: allowWrites needs credentials with the wallets to write with');
  } else if (!OwnCredentials.safeParse(credentials).success) {
    throw new Error('judge: credentials must be the object in a credentials file, as JSON.parse gives it');
  }
}
