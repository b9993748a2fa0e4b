/** conformance/shard/split: divides the checks into shards by their ids alone, so that every machine has the same. */
import { createHash } from 'node:crypto';
import type { Check } from '../check.ts';
import { sectionOf } from '../execution/schedule.ts';

/** The shard `index` (from 1) of `count`. */
export type Shard = { readonly index: number; readonly count: number };

export const SHARDS_MAX = 1_000;

export function isShard(value: unknown): boolean {
  const { index, count } = Object(value) as Record<string, unknown>;
  const isCounting = (number: unknown): number is number => Number.isInteger(number) && Number(number) >= 1;
  return isCounting(index) && isCounting(count) && index <= count && count <= SHARDS_MAX;
}

/** The first shard has all checks that run alone, because they share wallets, limits and state with each other. */
export function checksOfShard(checks: readonly Check[], shard: Shard | undefined): readonly Check[] {
  return shard === undefined ? checks : checks.filter((check) => shardOf(check, shard.count) === shard.index);
}

function shardOf(check: Check, count: number): number {
  if (sectionOf(check) !== 'reads') return 1;
  return (createHash('sha256').update(check.id).digest().readUInt32BE(0) % count) + 1;
}
