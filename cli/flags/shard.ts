/** cli/flags/shard: the value of `--shard`, such as `2/3`. */
import { InvalidArgumentError } from 'commander';

const SHARDS_MAX = 1_000;

/** The shard `index` (from 1) of `count`; anything else is a usage error. */
export function shard(text: string): { readonly index: number; readonly count: number } {
  const [index = 0, count = 0] = /^\d{1,4}\/\d{1,4}$/.test(text) ? text.split('/').map(Number) : [];
  if (index >= 1 && index <= count && count <= SHARDS_MAX) return { index, count };
  throw new InvalidArgumentError(`Give a shard and the number of shards, such as 2/3, up to ${SHARDS_MAX}.`);
}
