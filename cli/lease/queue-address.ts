/** cli/lease/queue-address: the address of a queue, its password, and its errors as errors of the command. */
import { QueueError } from '../../lease/queue/queue-error.ts';
import { parseRedisAddress, type RedisAddress } from '../../lease/queue/redis.ts';
import { CliError, EXIT } from '../exit.ts';

/** `TOUCHSTONE_REDIS_PASSWORD` keeps the password out of the list of processes. */
export function queueAddress(text: string): RedisAddress {
  const address = parseRedisAddress(text);
  const password = process.env['TOUCHSTONE_REDIS_PASSWORD'];
  return address.password !== undefined || password === undefined ? address : { ...address, password };
}

/** Runs `use`, whose `QueueError` becomes a `CliError`: 2 for usage and credentials, 3 for a silent Redis. */
export async function usingQueue<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    throw new CliError(error.message, error.kind === 'usage' ? EXIT.usage : EXIT.unreachable);
  }
}
