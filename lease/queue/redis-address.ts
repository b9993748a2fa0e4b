/** lease/queue/redis-address: `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS. */
import { QueueError } from './queue-error.ts';

export type RedisAddress = {
  readonly host: string;
  readonly port: number;
  readonly database: number;
  readonly username?: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
  /** The address for messages: without credentials. */
  readonly name: string;
};

const EXPECTED = 'expected redis://HOST, redis://HOST:PORT/DATABASE or redis://:PASSWORD@HOST (rediss:// for TLS)';

/** Throws `QueueError` without repeating the text, which may have a password in it. */
export function parseRedisAddress(text: string): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const database = /^\/?(\d{0,5})$/.exec(url?.pathname ?? 'none')?.[1];
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  if (url === undefined || !isRedis || url.hostname === '' || database === undefined)
    throw new QueueError('usage', `the address of the queue is not valid: ${EXPECTED}`);
  const username = decoded(url.username);
  const password = decoded(url.password);
  const port = url.port === '' ? 6_379 : Number(url.port);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    database: Number(database),
    isEncrypted: url.protocol === 'rediss:',
    name: `${url.protocol}//${url.hostname}:${port}${Number(database) === 0 ? '' : `/${Number(database)}`}`,
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new QueueError('usage', 'the user or password of the queue is not valid: write % as %25');
  }
}
