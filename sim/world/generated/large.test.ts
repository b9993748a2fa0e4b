/** sim/world/generated/large.test: the large world in a separate process: its size, time and memory. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorldFacts } from '../../../bench/world-facts.ts';

const SCRIPT = join(import.meta.dirname, '../../../bench/world-facts.ts');
const GIBIBYTE = 1024 ** 3;

describe('the large world', () => {
  it('has the promised amounts of everything, in less than a minute and 2 GiB', { timeout: 240_000 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, 'large', '1'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const facts = JSON.parse(stdout) as WorldFacts;
    expect(facts.events).toBeGreaterThanOrEqual(2_000);
    expect(facts.markets).toBeGreaterThanOrEqual(10_000);
    expect(facts.wallets).toBeGreaterThanOrEqual(5_000);
    expect(facts.fills).toBeGreaterThanOrEqual(200_000);
    expect(facts.happened).toEqual(
      expect.arrayContaining(['expired', 'cancelled', 'matched', 'killed', 'redeemed', 'merged']),
    );
    expect(facts.happened).toEqual(
      expect.arrayContaining(['markets-grouped', 'converted', 'tick-changed', 'trade-reversed']),
    );
    // Other tests run beside this one, so the processor time counts.
    expect(facts.cpuMilliseconds).toBeLessThan(60_000);
    expect(facts.peakBytes).toBeLessThan(2 * GIBIBYTE);
  });
});
