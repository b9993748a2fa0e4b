/** conformance/quirks tests: no service that is merely odd fails a check or gets a warning, with writes. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import type { Request, Response } from '../../wire/message.ts';
import type { Wrap } from '../mutants/mutant.ts';
import { mutated } from '../mutants/mutated.ts';
import { runChecks } from '../run.ts';
import { allChecks } from '../suite.ts';
import { allQuirks } from './catalog.ts';
import { together } from './oddities.ts';

const TIMEOUT = { timeout: 60_000 };
const checks = allChecks();
const register = loadRegister();

/** The wrapper, and whether it really changed a question or an answer. */
function watched(wrap: Wrap): { readonly wrap: Wrap; hasChanged(): boolean } {
  let hasChanged = false;
  return {
    hasChanged: () => hasChanged,
    wrap: (handle, venue) => {
      let inner: readonly (Request | Response)[] = [];
      const wrapped = wrap((request) => {
        const response = handle(request);
        inner = [request, response];
        return response;
      }, venue);
      return (request) => {
        const response = wrapped(request);
        hasChanged ||= JSON.stringify([request, response]) !== JSON.stringify(inner);
        return response;
      };
    },
  };
}

/** Findings that are more than notes, on a service that claims no profile. */
async function complaints(wrap: Wrap): Promise<readonly string[]> {
  const simulator = mutated(createSimulator(), wrap);
  const report = await runChecks({
    target: inProcessTarget(simulator),
    checks,
    register,
    credentials: simulator.credentials,
    allowWrites: true,
    skip: ['limits.*'],
  });
  expect(report.counts.error).toBe(0);
  return report.checks.flatMap(({ id, findings }) =>
    findings.flatMap((found) =>
      found.severity === 'note' ? [] : [`${id} ${found.clause}: ${found.expected}, not ${found.actual}`],
    ),
  );
}

describe('quirks', () => {
  it('are at least twelve, each with a name of its own', () => {
    expect(new Set(allQuirks.map(({ id }) => id)).size).toBe(allQuirks.length);
    expect(allQuirks.length).toBeGreaterThanOrEqual(12);
  });

  it.each(allQuirks)('$id is not complained about: $title', TIMEOUT, async ({ wrap }) => {
    const odd = watched(wrap);
    expect(await complaints(odd.wrap)).toEqual([]);
    expect(odd.hasChanged()).toBe(true);
  });

  it('are not complained about all together', TIMEOUT, async () => {
    const paged = ['pages-of-one', 'pages-of-seven'];
    expect(
      await complaints(together(allQuirks.filter(({ id }) => !paged.includes(id)).map(({ wrap }) => wrap))),
    ).toEqual([]);
  });
});
