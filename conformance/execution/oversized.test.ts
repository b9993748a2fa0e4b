/** conformance/execution/oversized tests: a live target that hangs up during too large a body refused it. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Request, Target } from '../../wire/message.ts';
import { trouble } from '../fixtures/fake-target.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';

const PROBES = [
  'books.body.too-large',
  'prices.body.too-large',
  'place-order.body.too-large',
  'cancel-order.too-large',
];

const isLarge = ({ body }: Request): boolean => typeof body === 'string' && body.length > 1_000_000;

/** Verdicts of the probes on the small world behind a target that closes the connection if `closes` returns true. */
async function verdicts(closes: (request: Request, hasClosed: boolean) => boolean): Promise<readonly string[]> {
  const simulator = createSimulator({ limits: 'off' });
  const whole = inProcessTarget(simulator);
  let hasClosed = false;
  const target: Target = {
    ...whole,
    async send(request) {
      hasClosed ||= isLarge(request);
      return closes(request, hasClosed) ? trouble('unreachable') : whole.send(request);
    },
  };
  const { credentials } = simulator;
  const run = { target, checks: allChecks(), register: loadRegister(), credentials, allowWrites: true, only: PROBES };
  const { checks } = await runChecks({ ...run, jobs: 1 });
  return checks.filter(({ id }) => PROBES.includes(id)).map(({ verdict }) => verdict);
}

describe('a body that is too large', () => {
  it('may be refused with an answer', async () => {
    expect(await verdicts(() => false)).toEqual(PROBES.map(() => 'pass'));
  });

  it('may be refused by closing the connection', async () => {
    expect(await verdicts(isLarge)).toEqual(PROBES.map(() => 'pass'));
  });

  it('is not refused by a target that is gone', async () => {
    expect(await verdicts((_, hasClosed) => hasClosed)).not.toContain('pass');
  });
});
