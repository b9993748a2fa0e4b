/** conformance/execution/heavy tests: checks run side by side, until the target has sent many long bodies. */
import { expect, it } from 'vitest';
import { get } from '../../wire/message.ts';
import { check, clause, fakeTarget, json, registerOf } from '../fixtures/fake-target.ts';
import { runChecks } from '../run.ts';

/** The maximum number of concurrent checks, for each third of them. */
async function atOnce(bodyLength: number): Promise<readonly number[]> {
  const long = json(Array.from({ length: 10 }, () => 'x'.repeat(bodyLength / 10)));
  const target = fakeTarget(({ path }) => (path === '/simplified-markets' ? long : undefined));
  let running = 0;
  const seen: number[] = [];
  const checks = Array.from({ length: 36 }, (_, index) =>
    check(`check-${index}`, ['8/edge'], async (context) => {
      running += 1;
      seen.push(running);
      await context.send(get('/simplified-markets'));
      running -= 1;
    }),
  );
  await runChecks({ target, checks, register: registerOf(clause('8/edge')), jobs: 4 });
  return [0, 12, 24].map((first) => Math.max(...seen.slice(first, first + 12)));
}

it('keeps short bodies in parallel and serializes the checks after many long ones', async () => {
  expect(await atOnce(3_000_000)).toEqual([4, expect.any(Number), 1]);
  expect(await atOnce(30_000)).toEqual([4, 4, 4]);
});
