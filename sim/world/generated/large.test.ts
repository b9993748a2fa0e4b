/** sim/world/generated/large.test: the large world in a process of its own: its size, and what it takes to make it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorldFacts } from '../../../bench/world-facts.ts';

const SCRIPT = join(import.meta.dirname, '../../../bench/world-facts.ts');
const GIBIBYTE = 1024 ** 3;

describe('the large world', () => {
  it('has the promised amounts of everything, in less than a minute and 2 GiB', { timeout: 90_000 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, 'large', '1'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const facts = JSON.parse(stdout) as WorldFacts;
    expect(facts.events).toBeGreaterThanOrEqual(2_000);
    expect(facts.markets).toBeGreaterThanOrEqual(10_000);
    expect(facts.wallets).toBeGreaterThanOrEqual(5_000);
    expect(facts.fills).toBeGreaterThanOrEqual(200_000);
    expect(facts.milliseconds).toBeLessThan(60_000);
    expect(facts.peakBytes).toBeLessThan(2 * GIBIBYTE);
  });
});
