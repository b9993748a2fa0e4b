import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { canaryWallet } from '../../conformance/fixtures/fake-target.ts';
import { Report } from '../../conformance/report.ts';
import { FORMATS } from '../../reports/formats.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { ROUTES } from '../../spec/routes.ts';
import { EXIT } from '../exit.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { reportCommand } from '../report/command.ts';
import { checkCommand } from './command.ts';

const { folder, file } = testFolder('check');
const printed = capturePrinted();
const serving = (listener: RequestListener): Promise<string> => listen(createServer(listener));
const readReport = (path: string): Report => Report.parse(JSON.parse(readFileSync(path, 'utf8')));

describe('an unusable target', () => {
  const html: RequestListener = (_, response) =>
    response.setHeader('content-type', 'text/html').end('<html>hello</html>');
  const loop: RequestListener = (_, response) => response.writeHead(302, { location: '/markets' }).end();
  const endless: RequestListener = (_, response) => {
    response.setHeader('content-type', 'application/json').write('[');
    const chunk = '1,'.repeat(500_000);
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  };

  /** Only what never answers is waited for: everything else shows before, also on a busy machine. */
  const seconds = (name: string): string => (name === 'never answers' ? '0.2' : '60');

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'is down',
      async () => 'http://127.0.0.1:1',
      /^touchstone: the target cannot be reached \(.*\): check the address/,
    ],
    ['answers HTML', () => serving(html), /^touchstone: the target answers HTML instead of JSON \(status 200\)/],
    ['redirects for ever', () => serving(loop), /^touchstone: the target redirects instead of answering/],
    ['answers without end', () => serving(endless), /^touchstone: the target answers without end/],
    ['never answers', () => serving(() => undefined), /^touchstone: the target does not answer in time/],
    [
      'does not speak HTTP',
      () => listen(createTcpServer((socket) => socket.end('220 smtp ready\r\n'))),
      /^touchstone: the target does not speak HTTP/,
    ],
  ])('%s: one line, exit code 3, reports written', async (name, open, line) => {
    const [json, junit, markdown] = ['json', 'xml', 'md'].map((ending) => file(`${name}.${ending}`));
    const url = await open();
    const reports = ['--report', `json=${json}`, '--report', `junit=${junit}`, '--report', `markdown=${markdown}`];
    expect(await run(['check', url, '--timeout', seconds(name), ...reports])).toBe(EXIT.unreachable);
    const lines = printed.err.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(line);
    expect(lines).toHaveLength(2);
    expect(printed.out).toBe('inconclusive\n');
    const report = readReport(json ?? '');
    expect(report).toMatchObject({ verdict: 'inconclusive', complete: false, stopped: 'unreachable' });
    expect(report.remarks[0]).toMatch(/^the target /);
    expect(readFileSync(junit ?? '', 'utf8')).toContain('<testsuites');
    expect(readFileSync(markdown ?? '', 'utf8')).toContain('## Touchstone: inconclusive');
  });
});

describe('a wrong command line or file: one line, exit code 2, nothing sent', () => {
  const target = 'http://127.0.0.1:1';
  const broken = file('broken.yaml', 'bindings:\n  wallets: [1]\n');
  const credentials = file('keys.json', JSON.stringify({ sandbox: false, wallets: [canaryWallet()] }));
  it.each([
    [['--sed', '1'], /unknown option '--sed'/],
    [['not a url'], /not a URL/],
    [['ftp://x'], /http:\/\/ or https:\/\//],
    [[target, '--world', 'small'], /--world and --in-process are for the built-in simulator/],
    [[target, '--allow-writes'], /--allow-writes needs --credentials FILE/],
    [['--credentials', credentials], /brings its own credentials/],
    [['--journal', join(folder, 'orders')], /--journal is for a deployment: give its URL/],
    [['--wait-for', '5s'], /--wait-for is for a deployment: give its URL/],
    [['--header', 'a=b', '--confirm-host', 'staging.test'], /--header is for a deployment: give its URL/],
    [['--profile', 'none'], /no profile "none"; known profiles: document/],
    [['--only', 'no.such.check'], /no check is named by "no.such.check"; see touchstone check --list/],
    [['--only', '\u001b[2J'], /no check is named by "\\u001b\[2J"/],
    [
      [target, '--expect', file('misspelt.yaml', '- chek: a\n')],
      /misspelt\.yaml:1: 0: unknown key "chek": did you mean "check"\?/,
    ],
    [['--report', 'pdf=x'], /--report takes .*json=FILE, .*; got "pdf=x"/],
    [['--report', 'json=-'], /--report json=-: give a file; standard output has the report as text/],
    [['--report', `json=${join(folder, 'no', 'such', 'x.json')}`], /x\.json cannot be written \(ENOENT\)/],
    [['--report', `json=${folder}`], /is a folder: name a file/],
    [['--timings', join(folder, 'no', 't.json')], /cannot be written \(ENOENT\)/],
    [['--min-coverage', '101'], /Give a number from 0 to 100/],
    [['--max-time', '90'], /'90' is invalid. Give a number with its unit, such as 90s, 5m or 1h, up to 24h/],
    [['--max-time', '-5s'], /Give a number with its unit/],
    [['--max-time', '0s'], /Give a number with its unit/],
    [['--max-time', '25h'], /up to 24h/],
    [['--max-time', 'soon'], /Give a number with its unit/],
    [['--jobs', '0'], /Give a whole number from 1 to 64/],
    [['--world', file('none.jsonl')], /none\.jsonl/],
    [
      ['--world', file('bad.json', '[{"id": 7}]')],
      /bad\.json:1: market\.question: .*; --world-skip-invalid leaves such markets out\n$/,
    ],
    [['--world', file('bad.json'), '--world-skip-invalid'], /bad\.json: holds no valid market: left out 1 of 1/],
    [[target, '--world-skip-invalid'], /--world and --in-process are for the built-in simulator/],
    [[target, '--target-config', broken], /broken\.yaml:2: bindings\.wallets\.0: /],
    [[target, '--expect', file('missing.yaml')], /missing\.yaml: the expectations file cannot be read \(ENOENT\)/],
    [[target, '--credentials', credentials], /keys\.json:1: sandbox: true: without this statement nothing is written/],
  ])('%j', async (args, line) => {
    expect(await run(['check', ...args])).toBe(EXIT.usage);
    expect(printed.err).toMatch(line);
    expect(printed.err.trimEnd().split('\n')).toHaveLength(1);
    expect(printed.out).toBe('');
  });
});

describe('a run', () => {
  it('names every format of reports in its help, and so does touchstone report', () => {
    for (const command of [checkCommand(), reportCommand()]) {
      for (const format of Object.keys(FORMATS))
        expect(command.helpInformation()).toMatch(new RegExp(`\\b${format}\\b`));
    }
  });

  it('leaves invalid markets of a world out with --world-skip-invalid, and prints their number', async () => {
    const pages = readFileSync('sim/world/recorded/fixture.jsonl', 'utf8').replace('"clobTokenIds":', '"tokens":');
    const words = ['check', '--in-process', '--world', file('pages.jsonl', pages), '--only', 'markets.shape'];
    expect(await run([...words, '--world-skip-invalid', '--min-coverage', '0'])).toBe(EXIT.ok);
    expect(printed.err).toMatch(
      /^touchstone: left out 1 of 6 markets, such as pages\.jsonl:1: .*clobTokenIds: is missing$/m,
    );
  });

  it('lists checks and sends nothing', async () => {
    expect(await run(['check', 'http://127.0.0.1:1', '--list', '--only', '*.shape'])).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^check +kind +safety +capability +clauses +requests at most\n/);
    expect(printed.out).toMatch(/^positions\.shape +shape +read +wallet +\d+ +1 positions$/m);
    expect(printed.out).toMatch(new RegExp(`${ROUTES.length} checks of \\d+ clauses, at most \\d+ requests\n$`));
  });

  it('of chosen checks is partial, also for --min-coverage; progress goes to stderr, reports are whole', async () => {
    const [json, junit, timings] = [file('only.json'), file('only.xml'), file('only-timings.json')];
    const files = ['--report', `json=${json}`, '--report', `junit=${junit}`, '--timings', timings];
    const args = ['check', '--only', '*.shape', ...files];
    expect(await run(args)).toBe(EXIT.partial);
    expect(printed.out).toMatch(/\nverdict +partial\n$/);
    expect(printed.err).toMatch(/^looking at the target\nfinding entities to judge with\nrunning checks\n/);
    process.exitCode = undefined;
    expect(await run([...args, '--min-coverage', '5', '--quiet', '--in-process'])).toBe(EXIT.ok);
    expect(printed.out).toMatch(/\npartial\n$/);
    expect(readReport(json).target).toBe('built-in simulator, world small');
    expect(JSON.parse(readFileSync(timings, 'utf8')).checks.length).toBeGreaterThan(10);
    expect(readFileSync(junit, 'utf8')).toMatch(/<testcase [^>]*name="markets\.shape"[^>]* time="\d+\.\d{3}"/);
    expect(readdirSync(folder).filter((name) => /[0-9a-f]{8}-/.test(name))).toEqual([]);
  });

  it('writes the same bytes over HTTP and in process, with one job and with eight', async () => {
    const [over, within] = [file('over.json'), file('within.json')];
    const only = ['--only', 'positions.*', '--quiet'];
    await run(['check', ...only, '--report', `json=${over}`, '--jobs', '8']);
    await run(['check', ...only, '--report', `json=${within}`, '--jobs', '1', '--in-process']);
    expect(readFileSync(within, 'utf8')).toBe(readFileSync(over, 'utf8'));
  });

  it('ends with 4 for a stale expectation and says which', async () => {
    const expectations = file('known.yaml', '- check: positions.shape\n  reason: once was wrong\n');
    expect(await run(['check', '--only', 'positions.shape', '--expect', expectations, '--min-coverage', '0'])).toBe(
      EXIT.staleExpectation,
    );
    expect(printed.out).toContain('positions.shape: no longer fails, remove the entry');
  });

  it('accepts an expectations file without entries', async () => {
    const expectations = file('empty.yaml', '# all repaired\n');
    expect(await run(['check', '--only', 'positions.shape', '--expect', expectations, '--min-coverage', '0'])).toBe(
      EXIT.ok,
    );
  });

  it('ends with 5 when its time is up, and counts the omitted checks in one line', async () => {
    const url = await serving((_, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end('[]'), 20);
    });
    const json = file('max-time.json');
    expect(await run(['check', url, '--jobs', '1', '--max-time', '300ms', '--report', `json=${json}`])).toBe(
      EXIT.partial,
    );
    expect(readReport(json)).toMatchObject({ complete: false, stopped: 'max-time' });
    expect(printed.out).toMatch(
      /^the time of the run is up; \d+ of \d+ checks did not run to their end: \S+ and \d+ more$/m,
    );
  });

  it('that is interrupted twice skips its clean-up, ends with 130, and reports orders that may rest', async () => {
    const simulator = createSimulator();
    const order = Promise.withResolvers<void>();
    // Once an order rests, nothing is answered any more.
    let isSilent = false;
    const url = await serving(async (request, response) => {
      const { pathname, search } = new URL(request.url ?? '', 'http://x');
      const body = await text(request);
      if (isSilent) return;
      const headers = request.headers as Record<string, string>;
      const method = request.method ?? '';
      const answer = simulator.handle({ method, path: pathname, query: search.slice(1), headers, body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
      if (!pathname.endsWith('/order') || !String(answer.body).includes('"live"')) return;
      isSilent = true;
      order.resolve();
    });
    const json = file('twice.json');
    const keys = file('twice-keys.json', JSON.stringify(simulator.credentials));
    const words = ['--allow-writes', '--credentials', keys, '--journal', file('twice.jsonl'), '--timeout', '60'];
    const only = ['--only', 'place-order.rests-buy-0', '--report', `json=${json}`];
    const { child, ended } = startTouchstone(['check', url, ...words, ...only]);
    await order.promise;
    await wait(100);
    child.kill('SIGINT');
    await wait(200);
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await ended).toEqual([EXIT.interrupted, null]);
    const report = readReport(json);
    expect(report).toMatchObject({ complete: false, stopped: 'interrupted' });
    expect(report.remarks.join('\n')).toMatch(
      /the live orders of 0x\w+ could not be read: orders of this run may rest/,
    );
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'that %s interrupts ends with 130 and a report marked incomplete',
    async (signal) => {
      const url = await serving((_, response) => {
        if (printed.err.includes('running checks')) process.emit(signal);
        response.setHeader('content-type', 'application/json').end('[]');
      });
      const json = file(`${signal}.json`);
      expect(await run(['check', url, '--jobs', '1', '--report', `json=${json}`])).toBe(EXIT.interrupted);
      expect(readReport(json)).toMatchObject({ complete: false, stopped: 'interrupted' });
    },
  );
});

it('a report that cannot be written stops neither the other files nor the report on the terminal', async () => {
  const junit = file('beside-full.xml');
  const timings = file('beside-full.json');
  const outputs = ['--report', 'json=/dev/full', '--report', `junit=${junit}`, '--timings', timings];
  const code = await run(['check', '--in-process', '--only', 'markets.shape', '--min-coverage', '0', ...outputs]);
  expect(code).toBe(EXIT.usage);
  expect(printed.err).toContain('/dev/full cannot be written (ENOSPC)');
  expect(printed.out).toContain('partial');
  expect(readFileSync(junit, 'utf8')).toMatch(/<testsuites .* time="\d+\.\d{3}">/);
  expect(JSON.parse(readFileSync(timings, 'utf8')).checks).not.toEqual([]);
});
