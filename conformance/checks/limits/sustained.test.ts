/** conformance/checks/limits/sustained tests: the windows of ten minutes are judged on request only. */
import { describe, expect, it } from 'vitest';
import { at, type Plant, sound } from '../../../proof/judge/fixtures/planting.ts';
import { throttling } from '../../../proof/judge/mutants/seen-limits.ts';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import { runChecks } from '../../run.ts';
import { allChecks } from '../../suite.ts';

describe('the windows of ten minutes', () => {
  const simulator = createSimulator();
  const judge = (plant: Plant, thorough: boolean) =>
    runChecks({
      target: inProcessTarget({ ...simulator, handle: plant(simulator.handle) }),
      checks: allChecks(),
      register: loadRegister(),
      only: ['limits.write-cancel-sustained'],
      credentials: simulator.credentials,
      allowWrites: true,
      thorough,
    }).then(({ checks }) => checks.find(({ id }) => id === 'limits.write-cancel-sustained'));

  it('are left alone by default', async () => {
    expect((await judge(sound, false))?.verdict).toBe('not-applicable');
  });

  it('are filled in a thorough run', async () => {
    expect((await judge(sound, true))?.verdict).toBe('pass');
  });

  it('are missing if bursts alone are limited', async () => {
    const nothing = { status: 200, body: '{"canceled":[],"not_canceled":{}}' };
    const report = await judge(
      at(
        /^/,
        throttling((response) => ({ ...response, ...nothing })),
      ),
      true,
    );
    expect(report?.findings.map(({ clause }) => clause)).toContain('8.3/both');
  });
});
