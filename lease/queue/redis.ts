/** lease/queue/redis: the address of Redis, the connection to it, and its packages, loaded when a queue is used. */

import type { Redis } from 'ioredis';
import { omitUndefined } from '../../base/record.ts';
import { QueueError } from './queue-error.ts';

export type RedisAddress = Readonly<{
  host: string;
  port: number;
  database: number;
  username?: string;
  password?: string;
  isEncrypted: boolean;
  /** The address for messages: without credentials. */
  name: string;
}>;

const EXPECTED = 'expected redis://HOST, redis://HOST:PORT/DATABASE or redis://:PASSWORD@HOST (rediss:// for TLS)';

/** Throws `QueueError` without repeating the text, which may have a password in it. */
export function parseRedisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = /^\/?(\d{0,5})$/.exec(url?.pathname ?? 'none')?.[1];
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  if (url === undefined || !isRedis || url.hostname === '' || database === undefined)
    throw new QueueError('usage', `the address of the queue is not valid: ${EXPECTED}`);
  const port = url.port === '' ? 6_379 : Number(url.port);
  return omitUndefined({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    database: Number(database),
    isEncrypted: url.protocol === 'rediss:',
    name: `${url.protocol}//${url.hostname}:${port}${Number(database) === 0 ? '' : `/${Number(database)}`}`,
    username: decoded(url.username),
    password: decoded(url.password),
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw new QueueError('usage', 'the user or password of the queue is not valid: write % as %25');
  }
}

type ConnectionOptions = {
  /** Milliseconds after which a command has failed; without it a command waits for Redis to come back. */
  readonly patienceMs?: number;
  /** Called when an established connection is lost, and when it is there again. */
  readonly onNotice: (text: string) => void;
};

/** For the first connection, the greeting of Redis included. */
const CONNECTING_MS = 5_000;
const RETRY_MS_MAX = 2_000;

export async function loadPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new QueueError('usage', `--queue needs the package ${name}: npm install bullmq ioredis`);
  }
}

/** Rejects with `QueueError` if the first connection fails; a later loss is repaired. */
export async function connectRedis(
  { host, port, database, username, password, isEncrypted, name }: RedisAddress,
  { patienceMs, onNotice }: ConnectionOptions,
): Promise<Redis> {
  const { Redis } = await loadPackage('ioredis', () => import('ioredis'));
  let hasConnected = false;
  let firstError: Error | undefined;
  const given = { username, password, tls: isEncrypted ? {} : undefined, commandTimeout: patienceMs };
  const redis = new Redis({
    host,
    port,
    db: database,
    ...omitUndefined(given),
    lazyConnect: true,
    connectTimeout: CONNECTING_MS,
    // The workers of BullMQ wait for their next job in one long request.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (hasConnected ? Math.min(times * 200, RETRY_MS_MAX) : null),
  });
  redis.on('error', (error) => {
    firstError ??= error;
  });
  const deadline = setTimeout(() => redis.disconnect(), CONNECTING_MS);
  await redis.connect().catch((error: Error) => {
    firstError ??= error;
  });
  clearTimeout(deadline);
  if (firstError !== undefined) {
    redis.disconnect();
    throw connectionError(name, firstError);
  }
  hasConnected = true;
  let isAway = false;
  redis.on('close', () => {
    if (!isAway) onNotice(`the connection to ${name} is lost; trying again`);
    isAway = true;
  });
  redis.on('ready', () => {
    isAway = false;
    onNotice(`connected to ${name} again`);
  });
  return redis;
}

function connectionError(name: string, error: Error): QueueError {
  if (/^(?:NOAUTH|WRONGPASS|NOPERM|ERR AUTH|ERR invalid password)/.test(error.message)) {
    const advice = 'give its user and password: redis://USER:PASSWORD@HOST, or TOUCHSTONE_REDIS_PASSWORD';
    return new QueueError('usage', `${name} refuses these credentials (${codeOf(error)}): ${advice}`);
  }
  if (/^ERR DB index/.test(error.message)) return new QueueError('usage', `${name}: Redis has no such database`);
  return new QueueError('unreachable', `Redis cannot be reached at ${name} (${codeOf(error)}): is it running there?`);
}

/** A short name of an error of Redis: messages of a server are not repeated. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer of Redis';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? 'no answer of Redis';
}
