/** conformance/checks/access/header-case tests: names in capitals are compared with the same request in lower case. */
import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../../sim/in-process-target.ts';
import { createSimulator } from '../../../sim/simulator.ts';
import { loadRegister } from '../../../spec/clauses/register.ts';
import type { Request, Response } from '../../../wire/message.ts';
import { runChecks } from '../../run.ts';
import { allChecks } from '../../suite.ts';

const CHECK = 'cancel-order.header-case';
const answered = (status: number): Response => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"no"}',
});
const isInCapitals = ({ headers }: Request): boolean => 'SVC_ADDRESS' in headers;
const isSigned = ({ headers }: Request): boolean => 'svc_address' in headers || 'SVC_ADDRESS' in headers;

async function verdictOn(answer: (request: Request) => Response | undefined): Promise<string | undefined> {
  const simulator = createSimulator();
  const inProcess = inProcessTarget(simulator);
  const { checks } = await runChecks({
    target: {
      ...inProcess,
      async send(request) {
        const response = request.method === 'DELETE' ? answer(request) : undefined;
        return response === undefined ? inProcess.send(request) : { kind: 'response', response };
      },
    },
    checks: allChecks(),
    register: loadRegister(),
    only: [CHECK],
    credentials: simulator.credentials,
    allowWrites: true,
  });
  return checks.find(({ id }) => id === CHECK)?.verdict;
}

describe('header names in capitals', () => {
  it('pass when they are recognised', async () => {
    expect(await verdictOn(() => undefined)).toBe('pass');
  });

  it('fail when they are not', async () => {
    expect(await verdictOn((request) => (isInCapitals(request) ? answered(401) : undefined))).toBe('fail');
  });

  it('pass when the same request in lower case is refused alike', async () => {
    expect(await verdictOn((request) => (isSigned(request) ? answered(404) : answered(401)))).toBe('pass');
  });

  it('show nothing when every request is refused alike', async () => {
    expect(await verdictOn(() => answered(401))).toBe('not-testable');
  });
});
