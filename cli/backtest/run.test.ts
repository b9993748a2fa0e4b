import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { MAKER, recordingFolder } from '../fixtures/recording-folder.ts';
import { run } from '../program.ts';

const { folder, path, data, strategy } = recordingFolder(4_000);
const printed = capturePrinted();

async function backtest(...words: readonly string[]): Promise<number | string> {
  printed.out = '';
  printed.err = '';
  return await run(['backtest', ...words]);
}

type Report = { readonly end: Record<string, unknown>; readonly fills: readonly unknown[] };

/** Runs a strategy on the data and returns the report with the exit code. */
async function report(file: string, ...words: readonly string[]): Promise<Report & { readonly code: number | string }> {
  const output = path('report.json');
  rmSync(output, { force: true });
  const code = await backtest(file, '--data', data, '--report', `json=${output}`, ...words);
  return { code, ...JSON.parse(readFileSync(output, 'utf8')) };
}

/** Places one order with the first known book of market 1, so that a partial report has something to show. */
const ONE_ORDER = `
  let books = 0;
  const orderOnce = (book, context) => {
    books += 1;
    if (books === 1) context.place({ token: book.token, side: 'BUY', price: book.bestBid, size: 10 });
  };`;

/** A run with an audit and all reports, made once for the tests that read it. */
const HONEST = ['--seed', '7', '--audit', '--param', 'spred=0.04', '--param', 'size=5'];
let honestRun: Promise<{ readonly out: string; readonly err: string; readonly json: string }> | undefined;
function honest(): NonNullable<typeof honestRun> {
  honestRun ??= (async () => {
    const places = ['html=sheet.html', 'audits=audits.json', 'csv=tables', 'parquet=tables'].flatMap((place) => {
      const [format = '', name = ''] = place.split('=');
      return ['--report', `${format}=${path(name)}`];
    });
    expect((await report(MAKER, ...HONEST, ...places)).code).toBe(EXIT.ok);
    return { ...printed, json: readFileSync(path('report.json'), 'utf8') };
  })();
  return honestRun;
}

describe('touchstone backtest', () => {
  it('writes into a folder whose path begins with that of the package', async () => {
    const beside = mkdtempSync(`${join(import.meta.dirname, '../..')}-`);
    try {
      expect(await backtest(MAKER, '--data', data, '--report', `json=${join(beside, 'report.json')}`)).toBe(EXIT.ok);
      expect(existsSync(join(beside, 'report.json'))).toBe(true);
    } finally {
      rmSync(beside, { recursive: true });
    }
  });

  it('prints a summary and writes the report', async () => {
    const { out, json } = await honest();
    expect(out).toContain('market-maker');
    const written: Report = JSON.parse(json);
    expect(written.end).toEqual({ kind: 'complete' });
    expect(written.fills.length).toBeGreaterThan(0);
  });

  it('warns of a parameter that the strategy never reads', async () => {
    const { err } = await honest();
    expect(err).toContain('--param spred changed nothing: the strategy never read it');
    expect(err).toContain('it reads spread, size, limit, skew; did you mean spread?');
    expect(err).not.toContain('--param size');
  });

  it('warns before the run of a market that has trades alone', async () => {
    const rows = [0, 5].map((second) => `trade,176757120${second}000000,Y,sell,0.4,50,quiet,,t${second}\n`);
    writeFileSync(
      path('trades.csv'),
      `kind,time_us,token,side,price,size,market,received_us,message\n${rows.join('')}`,
    );
    expect(await backtest(MAKER, '--data', path('trades.csv'), '--no-cache')).toBe(EXIT.ok);
    expect(printed.err).toMatch(/^touchstone: 1 of 1 markets have no books \(quiet\): no order fills there/m);
    expect(printed.out).toContain('ROSIER     no books in 1 of 1 markets: no order fills there');
    await backtest(MAKER, '--data', data);
    expect(printed.err).not.toContain('no books');
  });

  it('gives strategies their parameters, markets and period', async () => {
    const file = strategy(`
      onStart: (context) => context.log(JSON.stringify([params.size, params.fast, context.markets.length])),
      onBook: (book, context) => context.log(book.token + ' ' + context.now),
      onEnd: (context) => context.log(params.late),`);
    const words = ['--param', 'size=5', '--param', 'fast=true', '--param', 'late=last', '--market', 'market-2'];
    const period = ['--from', '2026-01-05T00:00:10Z', '--to', '2026-01-05T00:00:20Z'];
    const written = (await report(file, ...words, ...period)) as unknown as { log: { text: string }[] };
    const lines = written.log.map(({ text }) => text);
    expect([lines[0], lines.at(-1)]).toEqual(['[5,true,2]', 'last']);
    expect(printed.err).not.toContain('--param');
    const books = lines.slice(1, -1).map((line) => line.split(' ').map(Number));
    expect(new Set(books.map(([token]) => token))).toEqual(new Set([2]));
    const start = Date.parse('2026-01-05T00:00:10Z') * 1_000;
    expect(books.every(([, at = 0]) => at >= start && at <= start + 11_000_000)).toBe(true);
  });

  it('writes a tearsheet of one file', async () => {
    const { out } = await honest();
    expect(readFileSync(path('sheet.html'), 'utf8')).toMatch(/^<!doctype html>.*market-maker\.ts: backtest/is);
    expect(out).toContain('sheet.html is written');
  });

  it('writes tables into folders, which it makes', async () => {
    await honest();
    const tables = path('tables');
    const names = ['equity', 'fills', 'orders'].flatMap((name) => [`${name}.csv`, `${name}.parquet`]);
    expect(readdirSync(tables).sort()).toEqual(names);
    expect(readFileSync(join(tables, 'fills.csv'), 'utf8')).toMatch(/^order,.*\n\d+,/);
    expect(readFileSync(join(tables, 'fills.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it.skipIf(!existsSync('/dev/full'))('writes the other places when one cannot be written', async () => {
    const tables = path('beside');
    const words = ['--report', 'json=/dev/full', '--report', `csv=${tables}`];
    expect(await backtest(MAKER, '--data', data, ...words)).toBe(EXIT.usage);
    expect(printed.err).toContain('/dev/full cannot be written (ENOSPC)');
    expect(printed.out).toMatch(/^P&L .*\n(?:.*\n)*\S*beside is written\n$/m);
    expect(printed.out).not.toContain('/dev/full');
    expect(readdirSync(tables)).toHaveLength(3);
  });

  it('writes the same bytes in another time zone', async () => {
    const { json } = await honest();
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    await report(MAKER, ...HONEST);
    vi.unstubAllEnvs();
    expect(readFileSync(path('report.json'), 'utf8')).toBe(json);
    expect(json).toContain('market-maker.ts');
  });
});

describe('--fidelity agents', () => {
  const words = ['--fidelity', 'agents', '--hours', '0.01', '--markets', '2', '--agents', 'informed=2'];

  async function simulated(seed: string, ...more: readonly string[]): Promise<Record<string, unknown>> {
    const output = path('agents.json');
    expect(await backtest(MAKER, ...words, '--seed', seed, '--report', `json=${output}`, ...more)).toBe(EXIT.ok);
    return JSON.parse(readFileSync(output, 'utf8'));
  }

  it('needs no data, follows from the seed, and states what it can claim', async () => {
    const first = await simulated('7', '--audit', '--report', `html=${path('agents.html')}`);
    expect(printed.out).toMatch(
      /^fidelity +agents\n +traders of each market: 12 noise, 4 value, 3 makers, 2 informed$/m,
    );
    expect(printed.out).toContain('not what the strategy would earn on real markets');
    expect(printed.out).toMatch(/^market +\d+ trades, \d+% of the time two-sided, mean spread/m);
    expect(printed.out).toMatch(/^audit +passed: 6 of 6 audits passed$/m);
    const sheet = readFileSync(path('agents.html'), 'utf8');
    expect(sheet).toContain('The market is simulated');
    expect(sheet).toContain('Simulated: informed');
    expect(first).toMatchObject({
      fidelity: 'agents',
      assumptions: { agents: { markets: 2, hours: 0.01, informed: { count: 2 }, noise: { count: 12 } } },
      data: { simulated: { byKind: [{ agents: 24 }, { agents: 8 }, { agents: 6 }, { agents: 4 }] } },
    });
    expect(await simulated('8')).not.toMatchObject({ equity: first['equity'] });
  });

  it('runs without any traders', async () => {
    const empty = ['--fidelity', 'agents', '--hours', '0.01', '--agents', 'noise=0,value=0,makers=0,informed=0'];
    expect(await backtest(MAKER, ...empty)).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^market +0 trades, no book had both a bid and an ask$/m);
  });
});

describe('--audit', () => {
  it('passes an honest strategy, with a badge in the report', async () => {
    const { out, json } = await honest();
    const { verdict, checks } = readReport(path('audits.json'));
    expect([verdict, checks[0]?.id, checks.length]).toEqual(['passed', 'replay', 7]);
    expect(JSON.parse(json)).toMatchObject({
      audit: {
        passed: true,
        audits: expect.arrayContaining([expect.objectContaining({ id: 'future-cut', verdict: 'pass' })]),
      },
    });
    expect(out).toMatch(
      /^audit +passed: 5 of 5 audits passed\n +outcomes-sealed does not apply: the catalog has no outcome$/m,
    );
  });

  it('fails a strategy that remembers the run before, with exit code 1', async () => {
    const remembers = `let runs = 0;`;
    const file = strategy(
      `onStart() { runs += 1; }, onBook(book, context) {
        if (book.bestBid && context.openOrders().length === 0)
          context.place({ token: book.token, side: 'BUY', price: book.bestBid, size: 5 + runs });
      }`,
      remembers,
    );
    const written = await report(file, '--audit');
    expect(written).toMatchObject({ code: EXIT.failed, end: { kind: 'complete' }, audit: { passed: false } });
  });

  it('fails a strategy that hangs on altered data alone, and keeps the report of the run', async () => {
    const file = strategy('onStart() { runs += 1; while (runs === 2); }', 'let runs = 0;');
    expect(await report(file, '--audit', '--watchdog', '0.3')).toMatchObject({
      code: EXIT.failed,
      end: { kind: 'complete' },
      audit: { audits: [{ id: 'watchdog', verdict: 'fail' }] },
    });
  });
});

describe('a strategy that fails', () => {
  it('by throwing gets a partial report with callback, row and stack, and exit code 1', async () => {
    const file = strategy(
      `onBook(book, context) { orderOnce(book, context);
        if (books === 500) throw new RangeError('spread is negative'); }`,
      ONE_ORDER,
    );
    const message = expect.stringContaining('spread is negative');
    const stack = expect.stringContaining(`${file.split('/').at(-1)}:`);
    const end = { kind: 'strategy-failed', callback: 'onBook', message, stack };
    const written = await report(file);
    expect(written).toMatchObject({ code: EXIT.failed, end, orders: [{}] });
    expect(written.end['row']).toBeGreaterThan(100);
    expect(printed.out).toContain('spread is negative');
  });

  it('by hanging gets a partial report of the repeated run, up to the callback that hung', async () => {
    const file = strategy(`onBook(book, context) { orderOnce(book, context); while (books === 300); }`, ONE_ORDER);
    const written = await report(file, '--watchdog', '0.3');
    expect(written).toMatchObject({ code: EXIT.failed, orders: [{}] });
    expect(written.end).toEqual({ kind: 'strategy-hung', callback: 'onBook', seconds: 0.3, row: expect.any(Number) });
    expect(written.end['row']).toBeGreaterThan(100);
  });

  it('by hanging elsewhere when it is repeated is not deterministic', async () => {
    const before = `import { threadId } from 'node:worker_threads';
      const hangsAt = 400 - threadId;
      let books = 0;`;
    const file = strategy('onBook() { books += 1; while (books === hangsAt); }', before);
    expect(await backtest(file, '--data', data, '--watchdog', '0.3')).toBe(EXIT.failed);
    expect(printed.err).toMatch(
      /hung in onBook \(row \d+\), and elsewhere when the run was repeated: it is not deterministic/,
    );
  });

  it('by reading the data cannot be used, unless --allow-read permits it, which is stated', async () => {
    const readsData = `import { readFileSync } from 'node:fs';
      const future = readFileSync(${JSON.stringify(data)});`;
    const file = strategy('', readsData);
    const copied = path('copy.arrow');
    copyFileSync(data, copied);
    expect(await backtest(file, '--data', copied)).toBe(EXIT.usage);
    expect(printed.err).toContain('Use --allow-fs-read');
    expect(await backtest(file, '--data', copied, '--allow-read', data)).toBe(EXIT.ok);
    expect(printed.out).toContain(`the strategy may read ${data}`);
  });

  it('by hanging while it is loaded cannot be used', async () => {
    expect(await backtest(strategy('', 'while (true);'), '--data', data, '--watchdog', '0.3')).toBe(EXIT.usage);
    expect(printed.err).toMatch(/strategy-\d+\.mjs did not load within 0\.3 seconds/);
  });

  it('in onStart has not seen a row', async () => {
    const written = await report(strategy(`onStart() { throw new Error('no plan'); }`));
    expect(written).toMatchObject({ code: EXIT.failed, end: { callback: 'onStart', row: null } });
    expect(printed.out).toContain('the strategy threw in onStart before the first row');
  });

  it.each([
    ['a promise that it forgot', `Promise.reject(new RangeError('late'));`, 'a promise', 'RangeError: late'],
    ['a promise without an error', `Promise.reject('late');`, 'a promise', 'Error: late'],
    [
      'a timer, by an order after the run',
      `setTimeout(() => context.place({ token: 0, side: 'BUY', price: 0.5, size: 5 }), 20);`,
      'a timer',
      'StrategyError: place() was called after the run',
    ],
  ])('in %s gets a report with the stack, and exit code 1', async (_, code, callback, stack) => {
    const file = strategy(`onBook(book, context) { books += 1; if (books === 300) { ${code} } }`, 'let books = 0;');
    const end = { kind: 'strategy-failed', callback, stack: expect.stringContaining(stack) };
    const written = await report(file);
    expect(written).toMatchObject({ code: EXIT.failed, end, orders: [] });
    expect(written.end['row']).toBeGreaterThan(3_000);
    expect(printed.out).toContain(`the strategy threw in ${callback} at row`);
  });

  it('to end a timer gets a warning', async () => {
    expect(await backtest(strategy('onStart() { setInterval(() => undefined, 200); }'), '--data', data)).toBe(EXIT.ok);
    expect(printed.err.match(/left a timer behind that has not ended/g)).toHaveLength(1);
  });

  it('by ending its thread gets that as the reason', async () => {
    expect(await backtest(strategy('onBook() { process.exit(0); }'), '--data', data)).toBe(EXIT.failed);
    expect(printed.err).toContain('ended its thread (process.exit)');
  });
});

it('SIGTERM ends a run with a partial report and 130', async () => {
  const mark = path('interrupted.mark');
  const slow = strategy(
    `onBook(book, context) {
      orderOnce(book, context);
      if (books === 10) writeFileSync(${JSON.stringify(mark)}, '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }`,
    `import { writeFileSync } from 'node:fs';${ONE_ORDER}`,
  );
  const running = report(slow);
  await vi.waitUntil(() => existsSync(mark), { timeout: 30_000, interval: 10 });
  process.kill(process.pid, 'SIGTERM');
  const { code, end, orders } = (await running) as Report & { code: number; orders: unknown[] };
  expect([code, end, orders.length]).toEqual([EXIT.interrupted, { kind: 'interrupted', row: expect.any(Number) }, 1]);
});

describe('a wrong command line is one line and exit code 2', () => {
  const header = path('header.csv', 'kind,time_us,token,side,price,size\n');
  const lines: Record<string, [readonly string[], RegExp]> = {
    'no data': [[MAKER], /--data is missing: give a recording or captures, or let --fidelity agents simulate markets/],
    'data beside simulated markets': [
      [MAKER, '--data', data, '--fidelity', 'agents'],
      /--data is for recordings, and --fidelity agents has none: its markets follow from --seed, --markets/,
    ],
    'no simulated markets': [
      [MAKER, '--fidelity', 'agents', '--markets', '0'],
      /--markets <number>.* argument '0' is invalid. Give a whole number from 1 to 200/,
    ],
    'a strategy that does not exist': [[path('none.ts'), '--data', data], /none\.ts does not exist/],
    'a strategy that cannot be made': [
      [MAKER, '--data', data, '--param', 'size=much'],
      /market-maker\.ts: .* RangeError: the parameter size has to be/,
    ],
    'data that does not exist': [[MAKER, '--data', path('none.arrow')], /none\.arrow cannot be opened \(ENOENT\)/],
    'data that is a folder': [[MAKER, '--data', folder], /cannot be read \(EISDIR\)/],
    'data without rows': [[MAKER, '--data', header, '--no-cache'], /header\.csv has no row that can be read/],
    'data that is no capture': [[MAKER, '--data', MAKER, '--no-cache'], /market-maker\.ts/],
    'two recordings': [[MAKER, '--data', data, data], /a run takes one/],
    'a market that the data lacks': [
      [MAKER, '--data', data, '--market', 'market-3'],
      /--market market-3: the data has no such market; it has market-1, market-2/,
    ],
    'a period outside of the data': [
      [MAKER, '--data', data, '--from', '2027-01-01'],
      /the data lasts from 2026-01-05T.* nothing of it lies within/,
    ],
    'a period that ends before it begins': [[MAKER, '--data', data, '--from', '10', '--to', '5'], /is after --to/],
    'a report of an unknown format': [
      [MAKER, '--data', data, '--report', 'pdf=a.pdf'],
      /--report takes json=FILE, html=FILE, audits=FILE, csv=FOLDER, parquet=FOLDER; got "pdf=a\.pdf"/,
    ],
    'a report in no folder': [
      [MAKER, '--data', data, '--report', `json=${path('no/a.json')}`],
      /cannot be written \(ENOENT\)/,
    ],
    'tables in a file': [[MAKER, '--data', data, '--report', `csv=${data}`], /is no folder that can be written in/],
    'a fidelity that does not exist': [
      [MAKER, '--data', data, '--fidelity', 'agent'],
      /--fidelity takes overlay, injected, agents; got "agent": did you mean agents\?/,
    ],
    'two reports in one file': [
      [MAKER, '--data', data, '--report', `json=${path('a')}`, '--report', `json=${path('a')}`],
      /name one file/,
    ],
    'an invalid moment': [[MAKER, '--data', data, '--from', 'noon'], /--from noon is no time/],
    'a watchdog that never waits': [[MAKER, '--data', data, '--watchdog', '0'], /Give a number from 0\.1 to 86400/],
  };
  it.each(Object.entries(lines))('%s', async (_, [words, expected]) => {
    expect(await backtest(...words)).toBe(EXIT.usage);
    expect(printed.err.trim().split('\n').at(-1)).toMatch(expected);
  });
});
