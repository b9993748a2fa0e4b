/** conformance/vitest tests: scenarios and checks as tests in a separate run of vitest, with reasons for skips. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProcessTarget } from '../sim/in-process-target.ts';
import { createSimulator } from '../sim/simulator.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { conformanceSuite, propertySuite, scenarioSuite } from './vitest.ts';

const root = join(import.meta.dirname, '..');

describe('in this very run', () => {
  const simulator = createSimulator();
  scenarioSuite(join(root, 'cli/fixtures/scenarios/passes.yaml'));
  scenarioSuite([join(root, 'cli/fixtures/scenarios/moves-t*.yaml')], inProcessTarget(simulator), {
    credentials: simulator.credentials,
  });
  conformanceSuite(inProcessTarget(simulator), { only: ['profile.*'], profile: 'document' });
  propertySuite(inProcessTarget(simulator), { runs: 3, only: ['property.requests.profile'] });

  it('refuses a number of runs that is none', () => {
    expect(() => propertySuite(inProcessTarget(simulator), { runs: 0 })).toThrow('runs is a whole number, 1 or more');
  });

  it('refuses paths without a scenario', () => {
    expect(() => scenarioSuite(join(root, 'no-such-*.yaml'))).toThrow(/no scenario is in .*no-such-\*\.yaml/);
  });

  it('refuses a pattern that names no check, and a floor that is no percentage', () => {
    const target = inProcessTarget(simulator);
    expect(() => conformanceSuite(target, { only: ['profile.*', 'posit.*'] })).toThrow(
      'no check is named by "posit.*"; see touchstone check --list',
    );
    expect(() => conformanceSuite(target, { skip: ['posit.*'] })).toThrow('no check is named by "posit.*"');
    expect(() => conformanceSuite(target, { minCoverage: 101 })).toThrow('minCoverage is a number from 0 to 100');
  });
});

type TestRow = { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] };

function writeSuite(folder: string): void {
  const here = (path: string): string => `'${pathToFileURL(join(root, path)).href}'`;
  const fixtures = join(root, 'cli/fixtures/scenarios');
  const cases = 'scenario: a story of two\ncases: [{name: first}, {n: 2}]\nsteps: [{check: now > 0}]\n';
  writeFileSync(join(folder, 'cases.yaml'), cases);
  writeFileSync(join(folder, 'broken.yaml'), 'scenario: broken\nsteps:\n  - gett: /markets\n');
  writeFileSync(
    join(folder, 'suite.test.ts'),
    `import { conformanceSuite, scenarioSuite } from ${here('conformance/vitest.ts')};
     import { mutantById } from ${here('proof/judge/catalog.ts')};
     import { mutated } from ${here('proof/judge/mutated.ts')};
     import { allChecks } from ${here('conformance/suite.ts')};
     import { inProcessTarget } from ${here('sim/in-process-target.ts')};
     import { createSimulator } from ${here('sim/simulator.ts')};
     const { control, ...plain } = inProcessTarget(createSimulator());
     scenarioSuite(['${join(fixtures, 'fails.yaml')}', '${join(folder, 'broken.yaml')}',
       '${join(folder, 'cases.yaml')}']);
     scenarioSuite('${join(fixtures, 'passes.yaml')}', undefined, { tags: ['nope', 'none'] });
     scenarioSuite('${join(fixtures, 'moves-time.yaml')}', plain);
     const wrap = mutantById('profile.users-object').wrap;
     conformanceSuite(inProcessTarget(mutated(createSimulator(), wrap)), { only: ['profile.*', 'heartbeat.*'] });
     conformanceSuite({ label: 'unused',
       send: async () => ({ kind: 'trouble', trouble: 'unreachable', detail: 'gone' }),
       close: async () => undefined }, { only: ['profile.shape'] });
     const named = (label, mutant) =>
       ({ ...inProcessTarget(mutated(createSimulator(), mutantById(mutant).wrap)), label });
     const known = [{ check: 'profile.shape', reason: 'old', expires: '2020-01-01' }];
     const only = ['profile.shape'];
     conformanceSuite(named('today', 'profile.users-object'), { only, expectations: known });
     conformanceSuite(named('that day', 'profile.users-object'), { only, expectations: known, today: '2020-01-01' });
     conformanceSuite(named('choices', 'books.bids-best-first'), { only: ['books.*'] });
     conformanceSuite(named('advice', 'positions.wallet-lower'), { only: ['1/wallet.checksummed'] });
     const checks = allChecks().filter(({ id }) => id.startsWith('profile.'));
     conformanceSuite({ ...plain, label: 'half of it' }, { checks });
     conformanceSuite({ ...plain, label: 'a floor' }, { checks, minCoverage: 0.1 });
     conformanceSuite({ ...plain, label: 'a high floor' }, { checks, only: ['profile.*'], minCoverage: 99.5 });`,
  );
}

/** Runs the test files of the folder. Returns the rows of the JSON report, and the text for the terminal. */
async function runSuite(folder: string): Promise<{ readonly rows: readonly TestRow[]; readonly text: string }> {
  const out = join(folder, 'out.json');
  // Without these settings, vitest would compile the whole project, as its files are not below node_modules here.
  const native = ['--experimental.viteModuleRunner=false', '--experimental.nodeLoader=false', '--maxWorkers=1'];
  const reporters = ['--reporter', 'json', '--outputFile', out, '--reporter', 'verbose'];
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, NO_COLOR: '1', TEST_RESULTS: undefined };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'run', '--root', folder, ...native, ...reporters],
    { cwd: root, env },
  ).catch((error: { stdout: string }) => error);
  const rows = JSON.parse(readFileSync(out, 'utf8')).testResults.flatMap(
    ({ assertionResults }: { assertionResults: readonly TestRow[] }) => assertionResults,
  );
  return { rows, text: stdout };
}

describe('in a separate run', () => {
  const { folder } = testFolder('vitest');
  let rows: readonly TestRow[] = [];
  let text = '';

  beforeAll(async () => {
    writeSuite(folder);
    ({ rows, text } = await runSuite(folder));
  }, 60_000);

  const named = (part: string): readonly TestRow[] => rows.filter(({ fullName }) => fullName.includes(part));

  it('fails with the step, what was expected and what came', () => {
    const [failed] = named('a market list that is longer than requested');
    expect(failed?.status).toBe('failed');
    const message = failed?.failureMessages.join('\n') ?? '';
    expect(message).toMatch(/steps\[1\]\.repeat\.do\[0\]: GET \/markets\?limit=2\n {2}expected length 3/);
    expect(message).toContain('asked GET /markets?limit=2');
    expect(message).not.toContain('node_modules');
  });

  it('fails with the faults of a file that cannot be read, in their places', () => {
    const [broken] = named('broken.yaml');
    expect(broken).toMatchObject({ status: 'failed' });
    expect(broken?.failureMessages.join('\n')).toMatch(/broken\.yaml:3:5: .*did you mean "get"/);
  });

  it('fails where the tags choose nothing, with those that there are', () => {
    const [nothing] = named('scenarios are chosen by the tags nope, none');
    expect(nothing).toMatchObject({ status: 'failed' });
    expect(nothing?.failureMessages.join()).toContain('no scenario has one of these tags; tags there are: reads');
  });

  it('calls a story by its name, and its cases, where it has some, by theirs', () => {
    expect(named('the clock is moved by ten seconds').map(({ fullName }) => fullName)).toEqual([
      `${join(root, 'cli/fixtures/scenarios/moves-time.yaml')}: the clock is moved by ten seconds`,
    ]);
    expect(named('a story of two').map(({ fullName }) => fullName)).toEqual([
      `${join(folder, 'cases.yaml')}: a story of two first`,
      `${join(folder, 'cases.yaml')}: a story of two case 2`,
    ]);
  });

  it('skips what the deployment cannot do, and says what is missing', () => {
    expect(named('the clock is moved by ten seconds')).toMatchObject([{ status: 'skipped' }]);
    expect(text).toMatch(/clock: a service clock that can be moved: offer the control routes/);
  });

  it('fails with clause, place and request of a finding, and skips checks that do not apply', () => {
    const [shape] = named('profile.shape');
    expect(shape?.status).toBe('failed');
    expect(shape?.failureMessages.join('\n')).toMatch(
      /2\.8\/users\.type at \/users\n {2}expected .*\n {7}got .*\n {2}curl /,
    );
    expect(named('heartbeat.').map(({ status }) => status)).toContain('skipped');
    expect(text).toContain('not-applicable: the target does not claim trading');
  });

  it('fails where nothing could be judged at all', () => {
    expect(named('conformance of unused could be judged')).toMatchObject([{ status: 'failed' }]);
    expect(named('conformance of unused profile.shape')).toMatchObject([{ status: 'skipped' }]);
  });

  it('holds expectations to the day of the run, or to the day that is given', () => {
    const [expired] = named('conformance of today profile.shape');
    expect(expired?.status).toBe('failed');
    expect(expired?.failureMessages.join()).toContain('2.8/users.type');
    expect(text).toContain('expectation profile.shape: expired on 2020-01-01, remove or renew the entry');
    expect(named('conformance of that day profile.shape')).toMatchObject([{ status: 'skipped' }]);
  });

  it('fails where something demanded was not seen, with the coverage and what is missing', () => {
    const [partial] = named('conformance of half of it could be judged');
    expect(partial?.status).toBe('failed');
    expect(partial?.failureMessages.join()).toMatch(
      /partial: \d+ of \d+ MUST clauses .*\nnot verified: .* and \d+ more\n/,
    );
    expect(named('conformance of a high floor could be judged')).toMatchObject([{ status: 'failed' }]);
  });

  it('accepts it if a floor is met, or only some checks were selected', () => {
    expect(named('conformance of a floor could be judged')).toMatchObject([{ status: 'passed' }]);
    expect(named('conformance of choices could be judged')).toMatchObject([{ status: 'passed' }]);
  });

  it('annotates the tests that pass with warnings and choices', () => {
    expect(named('conformance of choices books.').map(({ status }) => status)).not.toContain('failed');
    expect(text).toMatch(/❯.* notice\s+↳ D\/.*(?:.|\n)*?↳ D\/book-levels\.bids at \/0\/bids\/\d+\/price\s+expected /);
    expect(text).toMatch(/❯.* warning\s+↳ 1\/wallet\.checksummed at \/0\/proxyWallet\s+expected /);
  });
});
