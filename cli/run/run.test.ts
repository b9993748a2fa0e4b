import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file } = testFolder('run');
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/scenarios', name);
const passes = fixture('passes.yaml');
const fails = fixture('fails.yaml');
const trades = fixture('trades.yaml');
const movesTime = fixture('moves-time.yaml');
const seesLog = fixture('sees-log.yaml');

const printed = capturePrinted();
const play = (...args: string[]): Promise<number | string> => run(['run', ...args]);

describe('in process', () => {
  it('ends with one line of numbers and 0 if all passed', async () => {
    expect(await play(passes, trades, movesTime, seesLog, '--seed', '7')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^5 scenarios: 5 passed, seed 7, \d+\.\d s\n$/);
  });

  it('shows of a failure file, step, line, expected and actual value, exchange and command to repeat it', async () => {
    expect(await play(passes, fails)).toBe(EXIT.failed);
    const lines = printed.out.split('\n');
    expect(lines[0]).toBe(`FAIL ${fails}: a market list that is longer than requested`);
    expect(lines[1]).toBe('  step     steps[1].repeat.do[0], line 10: GET /markets?limit=2');
    expect(lines[2]).toMatch(/^ {2}expected length 3/);
    expect(lines[3]).toMatch(/^ {2}came {5}\[\{"id":/);
    expect(lines[4]).toBe('  request  GET /markets?limit=2');
    expect(lines[5]).toMatch(/^ {2}answer {3}200 \[\{"id":.* more characters\)$/);
    expect(lines[6]).toBe(`  again    touchstone run ${fails} --seed 1`);
    expect(lines.slice(7)).toEqual(['', expect.stringMatching(/^3 scenarios: 2 passed, 1 failed, seed 1, /), '']);
  });

  it('does not fail the service if a scenario cannot be played', async () => {
    expect(await play(passes, fixture('cannot-be-played.yaml'))).toBe(EXIT.harness);
    expect(printed.out).toContain('  step     steps[0]: a lost request or response cannot be judged: ');
    expect(printed.out).toContain('3 scenarios: 2 passed, 1 cannot be played, seed 1');
  });

  it('finds the scenarios of a folder, and reports all problems of all files before anything is played', async () => {
    expect(await play(fixture('broken'))).toBe(EXIT.usage);
    expect(printed.out).toBe('');
    expect(printed.err).toMatch(/unknown-key\.yaml:5:5: unknown key "expects": did you mean "expect"\?/);
    expect(printed.err).toContain('> 5 |     expects: {status: 200}\n    |     ^\n');
    expect(printed.err).toContain('unknown-key.yaml:6:5: unknown verb "gett": did you mean "get"?');
    expect(printed.err).toMatch(/unknown-variable\.yaml:6:23: no variable "sise" here; known, nearest first: size/);
    expect(printed.err).toMatch(/\ntouchstone: 3 problems in 2 files: nothing was played\n$/);
  });

  it('plays the same in one thread and in two, in order of files', async () => {
    const cases = Array.from({ length: 20 }, (_, index) => `{name: c${index}, limit: ${1 + (index % 5)}}`);
    const many = file(
      'many.yaml',
      `scenario: many\ncases: [${cases.join(', ')}]\nsteps:\n  - draw: {n: {int: [1, 1000000]}}\n  - get: /markets\n` +
        `    query: {limit: '\${limit}', offset: '\${n % 20}'}\n    expect: {body: {$length: {$lte: 4}}}\n`,
    );
    const outs: string[] = [];
    const traces: string[] = [];
    for (const jobs of ['1', '2']) {
      printed.out = '';
      const trace = file(`trace-${jobs}.jsonl`);
      expect(await play(many, passes, '--jobs', jobs, '--json', '--trace', trace)).toBe(EXIT.failed);
      outs.push(printed.out);
      traces.push(readFileSync(trace, 'utf8'));
    }
    expect(outs[1]).toBe(outs[0]);
    expect(traces[1]).toBe(traces[0]);
    expect(JSON.parse(outs[0] ?? '').counts).toEqual({ pass: 18, fail: 4, 'not-testable': 0, error: 0 });
  });

  it('writes JSON, JUnit and traces', async () => {
    const [junit, trace, report] = [file('run.xml'), file('run.jsonl'), file('run-report.json')];
    const outputs = ['--junit', junit, '--trace', trace, '--report', `json=${report}`];
    expect(await play(passes, fails, '--json', ...outputs)).toBe(EXIT.failed);
    const { verdict, checks } = readReport(report);
    expect([verdict, ...checks.map((check) => check.verdict)]).toEqual(['failed', 'pass', 'pass', 'fail']);
    expect(checks[2]?.findings).toMatchObject([
      { request: 'GET $TARGET/markets?limit=2', curl: `touchstone run ${fails} --seed 1` },
    ]);
    const { seed, counts, complete, results } = JSON.parse(printed.out);
    expect({ seed, counts, complete }).toEqual({
      seed: 1,
      counts: { pass: 2, fail: 1, 'not-testable': 0, error: 0 },
      complete: true,
    });
    expect(results.map((one: { case?: string; verdict: string }) => [one.case, one.verdict])).toEqual([
      ['one', 'pass'],
      ['three', 'pass'],
      [undefined, 'fail'],
    ]);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuites name="touchstone" tests="3" failures="1" errors="0">');
    expect(xml).toContain('name="a market list has as many rows as its limit [three]"/>');
    expect(xml).toContain('<failure message="steps[1].repeat.do[0]: GET /markets?limit=2">');
    const lines = readFileSync(trace, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.file, line.case, line.at])).toEqual([
      [passes, 'one', 'steps[0]'],
      [passes, 'three', 'steps[0]'],
      [fails, undefined, 'steps[0]'],
      [fails, undefined, 'steps[1].repeat.do[0]'],
    ]);
    expect(lines.at(-1)).toMatchObject({ verb: 'get', ms: 0, failed: true, exchange: { answer: { status: 200 } } });
  });

  it('chooses by tags, and lists what is chosen', async () => {
    const all = [passes, fails, trades, movesTime];
    expect(await play(...all, '--tags', 'reads,time', '--skip-tags', 'wrong', '--list')).toBe(EXIT.ok);
    const rows = printed.out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual([
      ['file', 'name', 'tags', 'clauses'],
      [passes, 'a market list has as many rows as its limit', 'reads', '4.11/limit.min'],
      [movesTime, 'the clock is moved by ten seconds', 'time'],
      [''],
      ['2 scenarios, 3 cases, 1 clause'],
    ]);
  });

  it('shows which mutants a scenario notices, and records traffic as one', async () => {
    expect(await play(passes, '--against-mutants', '--at-least', '1')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/killed +\S+ +4\.11\/limit\.min/);
    printed.out = '';
    const har = join(import.meta.dirname, '../../scenarios/recording/fixtures/traffic.har');
    const out = file('recorded.yaml');
    expect(await play('--record', out, '--har', har, '--target', 'https://desk.example')).toBe(EXIT.ok);
    expect(readFileSync(out, 'utf8')).toMatch(/^scenario: /m);
  });
});

describe('--max-time', () => {
  const cases = Array.from({ length: 60 }, (_, index) => `{name: c${index}}`).join(', ');
  const steps = '[{repeat: {times: 10000, do: [{repeat: {times: 90, do: [{check: 1 < 2}]}}]}}]';
  const long = file('long.yaml', `scenario: long\ncases: [${cases}]\nsteps: ${steps}\n`);

  it('ends a run in process with what was played, and 5', async () => {
    expect(await play(passes, long, '--jobs', '1', '--max-time', '400ms', '--json')).toBe(EXIT.partial);
    expect(JSON.parse(printed.out)).toMatchObject({ complete: false, stopped: 'max-time' });
    expect(printed.err).toMatch(
      /touchstone: the time of the run is up; \d+ of 62 scenarios were not played to their end\n$/,
    );
  });

  it('does not hide a failure', async () => {
    expect(await play(fails, long, '--jobs', '1', '--max-time', '400ms')).toBe(EXIT.failed);
    expect(printed.out).toMatch(/\nout of time after \d+ of 61: \d+ scenarios?: \d+ passed, 1 failed/);
  });
});

describe('golden traces', () => {
  const story = file('story.yaml');
  const golden = file('story.golden.jsonl');
  beforeAll(() => {
    const text = readFileSync(passes, 'utf8').replace('tags: [reads]', 'tags: [golden]');
    writeFileSync(story, text);
  });

  it('that are missing fail and say how to write them', async () => {
    rmSync(golden, { force: true });
    expect(await play(story)).toBe(EXIT.failed);
    expect(printed.out).toContain('golden: there is no golden trace');
    expect(printed.out).toContain(`write it with touchstone run ${story} --update-golden`);
  });

  it('are written, hold for any seed of the run, and fail if a line departs', async () => {
    expect(await play(story, '--update-golden')).toBe(EXIT.ok);
    expect(printed.err).toContain(`${golden} has 2 lines\n`);
    expect(await play(story, '--seed', '5')).toBe(EXIT.ok);
    const [first = '', second = ''] = readFileSync(golden, 'utf8').split('\n');
    expect(JSON.parse(second)).toMatchObject({ case: 'three', at: 'steps[0]', verb: 'get', ms: 0 });
    writeFileSync(golden, `${first}\n${second.replace('"ms":0', '"ms":1')}\n`);
    printed.out = '';
    expect(await play(story)).toBe(EXIT.failed);
    expect(printed.out).toContain(`FAIL ${story}: a market list has as many rows as its limit [three]\n`);
    expect(printed.out).toContain(`the trace differs from ${golden} at line 2`);
    // The place is the step, and the value by its JSON pointer.
    expect(printed.out).toContain('steps[0], line 7: the trace differs from');
    expect(printed.out).toMatch(/expected \/ms: 1\n {2}came {5}\/ms: 0\n/);
  });

  it('that are longer or shorter than the run depart too', async () => {
    await play(story, '--update-golden');
    const whole = readFileSync(golden, 'utf8');
    for (const text of [`${whole}{}\n`, whole.slice(0, whole.indexOf('\n') + 1)]) {
      writeFileSync(golden, text);
      printed.out = '';
      expect(await play(story)).toBe(EXIT.failed);
      expect(printed.out).toContain('the end of the trace');
    }
  });

  it('are not written from a run that failed', async () => {
    const wrong = file('wrong.yaml', readFileSync(fails, 'utf8').replace('tags: [', 'tags: [golden, '));
    expect(await play(wrong, '--update-golden')).toBe(EXIT.failed);
    expect(printed.err).toContain('wrong.golden.jsonl is unchanged: the scenario did not pass');
  });
});

describe('a wrong command line: one line, exit code 2, nothing played', () => {
  const target = 'http://127.0.0.1:1';
  it.each<[string[], RegExp]>([
    [[], /name scenario files, or folders that hold some/],
    [[join(folder, 'none.yaml')], /nothing was played/],
    [[passes, '--sede', '1'], /unknown option '--sede'/],
    [[passes, '--credentials', 'x'], /in process each scenario has its own wallets/],
    [[passes, '--insecure'], /--insecure is for a deployment: give --target URL/],
    [[passes, '--target', target, '--allow-writes'], /--allow-writes needs --credentials FILE/],
    [[passes, '--target', target, '--credentials', file('no.json'), '--allow-writes'], /cannot be read \(ENOENT\)/],
    [[passes, '--target', target, '--jobs', '2'], /leave out --jobs/],
    [[passes, '--target', target, '--update-golden'], /golden traces are made in process/],
    [[passes, '--target', 'nowhere'], /not a URL/],
    [[passes, '--target', target, '--profile', 'document'], /leave out --target/],
    [[passes, '--profile', 'none'], /no profile "none"; known profiles: document/],
    [[passes, '--tags', 'nope'], /no scenario is chosen by these tags; tags there are: reads/],
    [[passes, '--tags', 'No,'], /Give tags of lower-case letters/],
    [[passes, '--min-tested', '101'], /Give a number from 0 to 100/],
    [[passes, '--trace', join(folder, 'no', 'x.jsonl')], /x\.jsonl cannot be written \(ENOENT\)/],
    [[passes, '--junit', folder], /is a folder: name a file/],
    [[passes, '--report', `json=${folder}`], /is a folder: name a file/],
    [[passes, '--max-time', '90'], /Give a number with its unit, such as 90s, 5m or 1h, up to 24h/],
    [[passes, '--max-time', '9s', '--watch'], /'--max-time <time>' cannot be used with option '--watch'/],
    [[passes, '--timeout', '0'], /Give a number from 0\.05 to 600/],
    [['--har', 'x.har'], /--record OUT\.yaml --har FILE/],
    [[passes, '--against-mutants', '--target', target], /cannot be used with option '--target/],
  ])('%j', async (args, line) => {
    expect(await play(...args)).toBe(EXIT.usage);
    expect(printed.err.trimEnd().split('\n').at(-1)).toMatch(line);
    expect(printed.out).toBe('');
  });
});

it('warns of routes that the interface does not list, and plays the scenario', async () => {
  const strange = file('strange.yaml', 'scenario: strange\nsteps: [{get: /marketz, expect: {status: 404}}]\n');
  expect(await play(strange)).toBe(EXIT.ok);
  expect(printed.err).toMatch(
    /^touchstone: warning: .*strange\.yaml:2:15: the interface lists no GET \/marketz: did you mean GET \/markets\?/,
  );
});

describe('over HTTP', () => {
  const simulator = createSimulator({ seed: 3 });
  const credentials = file('sandbox.json', JSON.stringify(simulator.credentials));
  const writing = ['--credentials', credentials, '--allow-writes'];
  let controlled: RunningServer;
  let bare: RunningServer;
  beforeAll(async () => {
    controlled = await startServer(simulator.handle, { control: simulator });
    bare = await startServer(createSimulator({ seed: 3 }).handle);
  });
  afterAll(async () => {
    await controlled.close();
    await bare.close();
  });

  it('moves time if there is control, and names the needs that only a simulator in process has', async () => {
    const files = [passes, trades, movesTime, seesLog];
    expect(await play(...files, '--target', controlled.url, ...writing)).toBe(EXIT.ok);
    expect(printed.out).toContain(`NOT TESTABLE ${seesLog}: the event log has an order: log\n`);
    expect(printed.out).toContain(
      '\nmissing:\n  log: the event log in view: play it in process (touchstone run, without --target) (1)\n',
    );
    expect(printed.out).toMatch(/5 scenarios: 4 passed, 1 not testable, seed 1, /);
  });

  it('names every missing thing of a deployment without control and without wallets', async () => {
    expect(await play(passes, trades, movesTime, seesLog, '--target', bare.url)).toBe(EXIT.ok);
    expect(printed.out).toContain(`NOT TESTABLE ${movesTime}: the clock is moved by ten seconds: clock\n`);
    expect(printed.out).toContain(`NOT TESTABLE ${seesLog}: the event log has an order: trading, log\n`);
    expect(printed.out).toContain('  trading: wallets that may write: pass --credentials and --allow-writes (2)\n');
    expect(printed.out).toMatch(/5 scenarios: 2 passed, 3 not testable, /);
  });

  it('signs what is read with credentials alone, and writes nothing', async () => {
    const signs = file(
      'signs.yaml',
      'scenario: own orders\nsteps: [{get: /data/orders, as: alice, expect: {status: 200}}]\n',
    );
    expect(await play(signs, trades, '--target', bare.url)).toBe(EXIT.partial);
    expect(printed.out).toContain('  wallets: wallets that sign: pass --credentials (1)\n');
    expect(await play(signs, trades, '--target', bare.url, '--credentials', credentials)).toBe(EXIT.ok);
    expect(printed.out).toMatch(/2 scenarios: 1 passed, 1 not testable, /);
    expect(printed.out).toContain('  trading: wallets that may write: pass --credentials and --allow-writes (1)\n');
  });

  it('shows failures of decisions apart, and counts them', async () => {
    const steps = 'steps: [{get: /markets, expect: {status: 418}}]\n';
    const tagged = file('a-tagged.yaml', `scenario: tagged\ntags: [document]\n${steps}`);
    const citing = file('b-citing.yaml', `scenario: citing\nclauses: [D/statuses.not-found]\n${steps}`);
    expect(await play(tagged, citing, fails, '--target', bare.url)).toBe(EXIT.failed);
    const [first, second] = printed.out.split(/^The failures below show choices .*$/m);
    expect(first?.match(/^FAIL .*$/gm)).toEqual([`FAIL ${fails}: a market list that is longer than requested`]);
    expect(second?.match(/^FAIL .*$/gm)).toEqual([`FAIL ${tagged}: tagged`, `FAIL ${citing}: citing`]);
    expect(printed.out).toMatch(/3 scenarios: 0 passed, 3 failed, 2 of these by a decision, seed 1, /);
  });

  it('exits with 5 if less could be tested than was wanted, and always if nothing was', async () => {
    expect(await play(passes, seesLog, '--target', bare.url, '--strict')).toBe(EXIT.partial);
    expect(printed.err).toContain('1 of 3 could not be tested');
    expect(await play(passes, seesLog, '--target', bare.url, '--min-tested', '66')).toBe(EXIT.ok);
    expect(await play(passes, seesLog, '--target', bare.url, '--min-tested', '67')).toBe(EXIT.partial);
    expect(await play(seesLog, '--target', bare.url)).toBe(EXIT.partial);
    expect(printed.err).toContain('nothing could be tested');
  });

  it('skips what is not testable in JUnit, with the reason', async () => {
    const junit = file('http.xml');
    await play(seesLog, '--target', bare.url, '--junit', junit);
    expect(readFileSync(junit, 'utf8')).toMatch(
      /skipped="1">(?:.|\n)*<skipped message="not testable: trading: wallets/,
    );
  });

  it('does not hold golden traces against a deployment', async () => {
    const story = file('elsewhere.yaml', readFileSync(passes, 'utf8').replace('tags: [reads]', 'tags: [golden]'));
    expect(await play(story, '--target', bare.url)).toBe(EXIT.ok);
  });

  it('says how to play a failure there again', async () => {
    const gate = ['--header', 'x-gate=open', '--confirm-host', '127.0.0.1'];
    expect(await play(fails, '--target', controlled.url, ...writing, '--seed', '4', ...gate)).toBe(EXIT.failed);
    expect(printed.out).toContain(
      `  again    touchstone run ${fails} --seed 4 --target ${controlled.url} --credentials ${credentials} ` +
        '--allow-writes --header x-gate=... --confirm-host 127.0.0.1\n',
    );
  });

  it('exits with 3 if no server answers, also if it stops in the middle', async () => {
    expect(await play(passes, '--target', 'http://127.0.0.1:1')).toBe(EXIT.unreachable);
    expect(printed.err).toMatch(/touchstone: the target cannot be reached \(/);
    let answers = 6;
    const dying = createServer((_, response) => {
      answers -= 1;
      if (answers < 0) response.socket?.destroy();
      else response.setHeader('content-type', 'application/json').end('[{}]');
    });
    expect(await play(passes, fails, '--target', await listen(dying))).toBe(EXIT.unreachable);
    expect(printed.out).toMatch(/\nunreachable after 1 of 3: 1 scenario: 1 passed, |^unreachable after 1 of 3: 1 /);
  });

  it('ends when its time is up, and cancels what the scenario under way has placed', async () => {
    const order = '{order: {price: 0.41, size: 10}, as: alice, capture: {id: /orderID}}';
    const read = `{get: /data/orders, query: {id: "\${id}"}, as: alice, expect: {at: {/data: {$length: 1}}}}`;
    const reads = `{repeat: {times: 10000, do: [{repeat: {times: 100, do: [${read}]}}]}}`;
    const holds = file('holds.yaml', `scenario: holds\nsteps:\n  - ${order}\n  - ${reads}\n`);
    // Without request windows: waiting for one would take longer than the run.
    const ownSimulator = createSimulator({ seed: 3, limits: 'off' });
    const own = await startServer(ownSimulator.handle);
    try {
      const args = ['--target', own.url, ...writing, '--max-time', '1500ms', '--json'];
      expect(await play(passes, holds, ...args)).toBe(EXIT.partial);
      expect(JSON.parse(printed.out)).toMatchObject({ complete: false, stopped: 'max-time', counts: { pass: 2 } });
      const ends = { 'order-accepted': 1, 'order-closed': -1 } as const;
      const resting = (log: readonly { readonly kind: string }[]): number =>
        log.reduce((sum, { kind }) => sum + (ends[kind as keyof typeof ends] ?? 0), 0);
      expect(resting(ownSimulator.log)).toBe(resting(createSimulator({ seed: 3 }).log));
    } finally {
      await own.close();
    }
  });

  it('shows no secret, even if the deployment repeats the headers it received', async () => {
    const echo = createServer((request, response) => {
      const body = request.url?.startsWith('/order')
        ? JSON.stringify({ ...request.headers, orderID: request.headers['svc_passphrase'] })
        : '[]';
      const market = { condition_id: 'c', minimum_tick_size: 0.01, minimum_order_size: 5, market_slug: 's' };
      const tokens = [{ token_id: '1' }, { token_id: '2' }];
      const trading = request.url?.startsWith('/markets/') ? JSON.stringify({ ...market, tokens }) : undefined;
      response.setHeader('content-type', 'application/json').end(trading ?? body);
    });
    const [trace, junit] = [file('echo.jsonl'), file('echo.xml')];
    const args = [trades, '--target', await listen(echo), ...writing, '--trace', trace, '--junit', junit];
    const journals = ['first', 'second'].map((name) => join(folder, `${name}-orders.jsonl`));
    const journal = (index: number): string[] => ['--journal', journals[index] ?? ''];
    expect(await play(...args, ...journal(0))).toBe(EXIT.failed);
    expect(await play(...args, ...journal(1), '--json')).toBe(EXIT.failed);
    expect(printed.err).toContain('orders of this run may still rest: touchstone cleanup');
    expect(printed.out).toContain('svc_passphrase');
    expect(printed.out).toContain('<signature>');
    const files = [trace, junit, ...journals].map((path) => readFileSync(path, 'utf8'));
    const all = [printed.out, printed.err, ...files].join('\n');
    for (const { apiKey, passphrase, secret } of simulator.credentials.wallets) {
      for (const hidden of [apiKey, passphrase, secret]) expect(all).not.toContain(hidden);
    }
    expect(all).not.toMatch(/"svc_signature\\?":\\?"[0-9a-f]{64}/);
  });
});

it('reads a file whose name means something to a shell', async () => {
  const quoted = file("it's here.yaml");
  copyFileSync(fails, quoted);
  await play(quoted);
  expect(printed.out).toContain(`touchstone run '${quoted.replace("'", "'\\''")}' --seed 1\n`);
});
