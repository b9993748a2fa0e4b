import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckResult, Report } from '../../conformance/report.ts';
import { mutantById } from '../../proof/judge/catalog.ts';
import { mutated } from '../../proof/judge/mutated.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('check-scenarios');
const library = join(import.meta.dirname, '../../scenarios/library');
const orders = file('orders');
cpSync(join(library, 'common'), file('common'), { recursive: true });
for (const name of ['fok-killed.yaml', 'gtd-expires.yaml', 'gtc-rests.yaml'])
  cpSync(join(library, 'orders', name), join(orders, name));
const reads = join(import.meta.dirname, '../fixtures/scenarios/passes.yaml');
const wrong = join(import.meta.dirname, '../fixtures/scenarios/fails.yaml');

const printed = capturePrinted();
/** Scenarios alone: other tests have the checks. */
const check = (...args: string[]): Promise<number | string> =>
  run(['check', ...args, '--only', 'scenario/*', '--min-coverage', '0']);
const rowsIn = (path: string): CheckResult[] => Report.parse(JSON.parse(readFileSync(path, 'utf8'))).checks;

const simulator = createSimulator();
const writing = ['--credentials', file('sandbox.json', JSON.stringify(simulator.credentials)), '--allow-writes'];
const broken = mutated(createSimulator(), mutantById('place-order.fok-partly')?.wrap ?? ((handle) => handle));
const servers: RunningServer[] = [];
const urls = { controlled: '', broken: '', bare: '' };
beforeAll(async () => {
  servers.push(
    await startServer(simulator.handle, { control: simulator }),
    await startServer(broken.handle, { control: broken }),
    await startServer(createSimulator().handle),
  );
  [urls.controlled, urls.broken, urls.bare] = servers.map(({ url }) => url) as [string, string, string];
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

describe('touchstone check --scenarios', () => {
  it('plays folders and files after the checks, each a row of every report', async () => {
    const [json, junit, markdown] = [file('all.json'), file('all.xml'), file('all.md')];
    const reports = ['--report', `json=${json}`, '--report', `junit=${junit}`, '--report', `markdown=${markdown}`];
    expect(await check(urls.controlled, ...writing, '--scenarios', orders, '--scenarios', reads, ...reports)).toBe(
      EXIT.ok,
    );
    const rows = rowsIn(json).filter(({ kind }) => kind === 'scenario');
    expect(rows).toHaveLength(4);
    expect(rows.find(({ id }) => id === 'scenario/fok-killed')).toMatchObject({ verdict: 'pass', kind: 'scenario' });
    expect(rows.at(-1)).toMatchObject({ id: 'scenario/passes', clauses: ['4.11/limit.min'], verdict: 'pass' });
    expect(readFileSync(junit, 'utf8')).toContain('<testcase classname="general" name="scenario/fok-killed"/>');
    expect(readFileSync(markdown, 'utf8')).toContain('## Touchstone: partial');
  });

  it('counts their clauses as verified', async () => {
    const json = file('counted.json');
    await check(urls.controlled, '--scenarios', reads, '--report', `json=${json}`);
    const unverified = (): readonly string[] => Report.parse(JSON.parse(readFileSync(json, 'utf8'))).unverified;
    expect(unverified()).not.toContain('4.11/limit.min');
    await run(['check', '--in-process', '--only', 'comment-replies.shape', '--report', `json=${json}`]);
    expect(unverified()).toContain('4.11/limit.min');
  });

  it('ends with 1 if one fails, in every report, and with 0 if that was expected', async () => {
    const [junit, markdown] = [file('broken.xml'), file('broken.md')];
    const args = [urls.broken, ...writing, '--profile', 'document', '--scenarios', join(orders, 'fok-killed.yaml')];
    const reports = ['--report', `junit=${junit}`, '--report', `markdown=${markdown}`];
    expect(await check(...args, ...reports)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/^FAIL scenario\/fok-killed {2}FOK is killed if the book cannot fill it whole$/m);
    expect(printed.out).toMatch(/^ {2}clause {4}scenario\/fok-killed \(UNSPECIFIED\)/m);
    expect(printed.out).toMatch(/^verdict +non-conformant$/m);
    expect(readFileSync(junit, 'utf8')).toMatch(/name="scenario\/fok-killed">\n +<failure message="scenario\/fok/);
    expect(readFileSync(markdown, 'utf8')).toContain('<details><summary>scenario/fok-killed: ');
    const known = file('known.yaml', '- check: scenario/fok-killed\n  reason: under repair\n');
    expect(await check(...args, '--expect', known)).toBe(EXIT.ok);
    expect(await check(urls.controlled, ...args.slice(1), '--expect', known)).toBe(EXIT.staleExpectation);
  });

  it('does not fail a target on which a scenario cannot be played', async () => {
    const json = file('bare.json');
    const waits = join(import.meta.dirname, '../fixtures/scenarios/moves-time.yaml');
    const played = [orders, waits, reads].flatMap((path) => ['--scenarios', path]);
    expect(await check(urls.bare, ...played, '--report', `json=${json}`)).toBe(EXIT.ok);
    const rows = rowsIn(json).filter(({ kind }) => kind === 'scenario');
    expect(rows.find(({ id }) => id === 'scenario/moves-time')).toMatchObject({
      verdict: 'not-testable',
      reason: 'the scenario needs clock',
      remedy: expect.stringContaining('docs/control.md'),
    });
    expect(rows.find(({ id }) => id === 'scenario/fok-killed')?.verdict).toBe('not-applicable');
    expect(printed.out).toMatch(/^verdict +partial$/m);
  });

  it('writes the same bytes over HTTP and in process', async () => {
    const some = ['fok-killed', 'gtd-expires'].map((name) => join(orders, `${name}.yaml`));
    const args = [...[...some, wrong].flatMap((path) => ['--scenarios', path]), '--quiet', '--report'];
    const [over, within] = [file('over.json'), file('within.json')];
    expect(await check(...args, `json=${over}`)).toBe(EXIT.failed);
    await check(...args, `json=${within}`, '--in-process', '--jobs', '1');
    expect(readFileSync(within, 'utf8')).toBe(readFileSync(over, 'utf8'));
  });

  it('lists them and sends nothing', async () => {
    expect(await check('http://127.0.0.1:1', '--scenarios', orders, '--scenarios', reads, '--list')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^scenario\/fok-killed +scenario +write-irreversible +trading +3$/m);
    expect(printed.out).toMatch(/^scenario\/passes +scenario +read +read +1$/m);
    expect(printed.out).toMatch(/ clauses, at most 0 requests besides those of scenarios\n$/);
  });

  it('refuses files that are no scenarios, folders without any, and two of one id', async () => {
    expect(await check('--scenarios', join(import.meta.dirname, '../fixtures/scenarios/broken'))).toBe(EXIT.usage);
    expect(printed.err).toMatch(/unknown-key\.yaml:5:5: unknown key "expects": did you mean "expect"\?/);
    expect(await check('--scenarios', file('none'))).toBe(EXIT.usage);
    mkdirSync(file('empty'));
    expect(await check('--scenarios', file('empty'))).toBe(EXIT.usage);
    expect(printed.err).toMatch(/there is no scenario in .*empty: name files or folders that hold some\n$/);
    mkdirSync(file('other'));
    const twin = file('other/passes.yaml', readFileSync(reads, 'utf8'));
    expect(await check('--scenarios', reads, '--scenarios', twin)).toBe(EXIT.usage);
    expect(printed.err).toMatch(/passes\.yaml are both scenario\/passes: give --scenarios a folder around both\n$/);
    expect(printed.out).toBe('');
  });
});
