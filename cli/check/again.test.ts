import { expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { allChecks } from '../../conformance/suite.ts';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import { againLines } from './outputs.ts';

const flags = { seed: 3 };
const ids = ['positions.limit.over-max', 'place-order.shape', 'books.exists', 'holders.shape'];
const failed: Report = report([
  result('a.scenario', 'fail', { findings: [finding('fail')] }),
  result('markets.shape', 'fail', { expected: true, findings: [finding('fail')] }),
  ...ids.map((id, index) => result(id, 'fail', { findings: [finding('fail', { id: `f${index}` })] })),
]);

it('names the first three failures of the suite', () => {
  expect(againLines(failed, allChecks(), undefined, { ...flags, world: 'my world.yaml' }, undefined)).toEqual([
    "touchstone check --only positions.limit.over-max --seed 3 --world 'my world.yaml'",
    "touchstone check --only 'place-order.*' --seed 3 --world 'my world.yaml'",
    "touchstone check --only books.exists --seed 3 --world 'my world.yaml'",
  ]);
});

it('keeps the flags of a gateway, without values that may be secret', () => {
  const network = {
    ...flags,
    header: ['x-gate=$GATE', 'x-key=open-sesame', 'x-five=5$$HIDDEN'],
    user: 'bob:hidden-word',
    route: ['POST /order=https://b.test'],
    ca: 'ca.pem',
    insecure: true,
  } as const;
  const [line] = againLines(failed, allChecks(), 'https://a.test', network, undefined);
  expect(line).toContain(" --header 'x-gate=$GATE' --header x-key=... --header x-five=... --user bob:... --route ");
  expect(line).toMatch(/ --user bob:\.\.\. --route 'POST \/order=https:\/\/b\.test' --ca ca\.pem --insecure$/);
  expect(againLines(failed, allChecks(), undefined, network, undefined)[0]).not.toContain('--header');
});

it('replays from a JSON report, with the flags for writing', () => {
  const writing = {
    ...flags,
    allowWrites: true,
    credentials: 'keys.json',
    confirmHost: ['a.test'],
    profile: 'document',
  } as const;
  expect(againLines(failed, allChecks(), 'https://a.test', writing, 'r.json')[0]).toBe(
    'touchstone replay f0 --report r.json --credentials keys.json --allow-writes --confirm-host a.test',
  );
  expect(againLines(failed, allChecks(), 'https://a.test', writing, undefined)[0]).toContain(
    'check https://a.test --only positions.limit.over-max --seed 3 --profile document --credentials keys.json',
  );
});
