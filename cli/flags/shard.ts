/** cli/flags/shard: the value of `--shard`, such as `2/3`. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The shard `index` of `count`; another form is a usage error. `check` validates the numbers, because help loads no part of `conformance`. */
export function shard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (index !== undefined && count !== undefined) return { index: Number(index), count: Number(count) };
  throw new InvalidArgumentError('Give a shard and the number of shards, such as 2/3.');
}
