import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { DOCUMENT_RULES } from '../../spec/venue/rules.ts';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { runThreadsInline } from '../fixtures/inline-threads.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file } = testFolder('soak');

runThreadsInline();
const printed = capturePrinted();

const soak = (...args: string[]): Promise<number | string> => run(['soak', ...args]);

describe('a soak that passes', () => {
  it('prints one line of numbers, and exits with 0', async () => {
    expect(await soak('--seeds', '6', '--commands', '100', '--jobs', '1')).toBe(EXIT.ok);
    expect(printed.out).toMatch(
      /\n6 seeds from 1, \d+ commands, \d+ events, light audit: all passed, hash [0-9a-f]{16}\n$/,
    );
  });

  it('writes the same JSON for the same seeds, with any number of threads', async () => {
    expect(await soak('--seeds', '10', '--commands', '100', '--json', '--jobs', '1')).toBe(EXIT.ok);
    const one = printed.out;
    printed.out = '';
    expect(await soak('--seeds', '10', '--commands', '100', '--json', '--jobs', '2')).toBe(EXIT.ok);
    expect(printed.out).toBe(one);
    const document = JSON.parse(printed.out);
    expect(document).toMatchObject({ verdict: 'passed', from: 1, seeds: 10, failures: [], traces: [] });
    expect(document.runs).toHaveLength(10);
    expect(document.runs[0]).toMatchObject({ seed: 1, hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(document.marks['event: order-accepted']).toBeGreaterThan(50);
  });

  it('starts seeds for as long as --minutes allow', async () => {
    expect(await soak('--minutes', '0.004', '--commands', '50', '--jobs', '1')).not.toBe(EXIT.usage);
    expect(Number(/(\d+) seeds from 1/.exec(printed.out)?.[1])).toBeGreaterThanOrEqual(8);
  });

  it('runs one seed again with what it draws', async () => {
    expect(await soak('--replay', '3', '--commands', '100')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^seed 3 draws \{"rules":.*\n\d+ commands, \d+ events: passed, hash [0-9a-f]{16}\n$/);
  });
});

describe('marks', () => {
  it('that 200 seeds never see make the soak fail, by name', async () => {
    expect(await soak('--seeds', '200', '--commands', '12', '--jobs', '1')).toBe(EXIT.failed);
    expect(printed.out).toMatch(/\nFAILED: never seen: .*settlement retried, then confirmed/);
    expect(printed.out).toMatch(/all passed/);
  });

  it('that fewer seeds never see are only listed', async () => {
    expect(await soak('--seeds', '2', '--commands', '12', '--marks', '--jobs', '1')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/\nnever seen: .*settlement retried, then confirmed/);
    expect(printed.out).toMatch(/^ +0 {2}settlement retried, then confirmed$/m);
    expect(printed.out).toMatch(/^ +\d+ {2}event: market-listed$/m);
  });
});

const SEEDS = ['--canary', '--commands', '200', '--jobs', '1'];
let saved: { readonly folder: string; readonly runs: readonly string[]; readonly report: string; readonly out: string };

/** The saved runs, the report and the output of one soak of canaries, which the tests below read. */
async function canaries(): Promise<typeof saved> {
  if (saved !== undefined) return saved;
  const [place, report] = [join(folder, 'saved'), file('soak.json')];
  const outputs = ['--save', place, '--report', `json=${report}`];
  expect(await soak(...SEEDS, '--seeds', '8', ...outputs)).toBe(EXIT.failed);
  const runs = readdirSync(place).map((name) => join(place, name));
  expect(runs.length).toBeGreaterThan(1);
  saved = { folder: place, runs, report, out: printed.out };
  return saved;
}

describe('a canary', () => {
  it('fails, with replay lines, short runs, and files that fail again in the same way', async () => {
    const { report, out, runs } = await canaries();
    const { verdict, checks } = readReport(report);
    expect(verdict).toBe('failed');
    expect(checks.filter((check) => check.verdict === 'fail')[0]?.findings[0]?.curl).toMatch(
      /^touchstone soak --replay \d+ --commands 200 --audit light --canary$/,
    );
    const line =
      /^seed (\d+) command \d+: .* {2}replay: touchstone (soak --replay \1 --commands 200 --audit light --canary)$/m;
    const words = line.exec(out)?.[2]?.split(' ') ?? [];
    expect(out).toMatch(/^ {2}=> neverThrows: no way to refuse this$/m);
    expect(out).toMatch(/\d failed, hash/);
    expect(await run(words)).toBe(EXIT.failed);

    for (const file of runs) {
      printed.out = '';
      expect(await soak('--replay', file)).toBe(EXIT.failed);
      expect(printed.out).toMatch(/fails as before\n$/);
      printed.out = '';
      expect(await soak('--replay', file, '--json')).toBe(EXIT.failed);
      expect(JSON.parse(printed.out)).toMatchObject({
        isSame: true,
        failure: { invariant: JSON.parse(printed.out).before.invariant },
      });
    }
  });

  it('fails again from its replay line with the largest seeds there are', async () => {
    expect(await soak(...SEEDS, '--no-minimise', '--from', '4503599627370000', '--seeds', '3')).toBe(EXIT.failed);
    const words = /replay: touchstone (soak --replay 4503599627370\d{3} .*)$/m.exec(printed.out)?.[1]?.split(' ') ?? [];
    printed.out = '';
    expect(await run(words), printed.err).toBe(EXIT.failed);
    expect(printed.out).toMatch(/^seed 4503599627370\d{3} draws /);
  });

  it('passes again once the venue is sound', async () => {
    for (const each of (await canaries()).runs) {
      const { canary: _, ...sound } = JSON.parse(readFileSync(each, 'utf8'));
      printed.out = '';
      expect(await soak('--replay', file('repaired.json', JSON.stringify(sound)))).toBe(EXIT.ok);
      expect(printed.out).toMatch(/passes now; it failed with/);
    }
  });

  it('is reported in full even if its files cannot be written', async () => {
    const taken = join(folder, 'taken');
    for (const seed of [1, 2, 3, 4]) mkdirSync(join(taken, `soak-${seed}.json`), { recursive: true });
    expect(await soak(...SEEDS, '--seeds', '4', '--save', taken)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/failed, hash [0-9a-f]{16}\n/);
    expect(printed.err).toMatch(/soak-\d\.json cannot be written \(EISDIR\)/);
    printed.out = '';
    expect(await soak('--canary', '--replay', '2', '--commands', '200', '--save', taken)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/^seed 2 draws /);
  });

  it('fails again from the scenario that earlier versions saved, whose only step is its replay', async () => {
    const [run = ''] = (await canaries()).runs;
    const replay = JSON.parse(readFileSync(run, 'utf8'));
    const scenario = file('soak.yaml', stringify({ scenario: 'soak seed 1', tags: ['soak'], steps: [{ replay }] }));
    expect(await soak('--replay', scenario)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/soak\.yaml: fails as before\n$/);
  });

  it('keeps its long runs where they are not to be minimised', async () => {
    const long = join(folder, 'long');
    expect(await soak(...SEEDS, '--seeds', '6', '--no-minimise', '--save', long)).toBe(EXIT.failed);
    const lengths = readdirSync(long).map((name) => JSON.parse(readFileSync(join(long, name), 'utf8')).steps.length);
    expect(Math.max(...lengths)).toBeGreaterThan(30);
  });
});

/** A file with a run that passes, but for what is given. */
function ownRun(more: object): string {
  const waits = { heartbeatMs: 0, minimumLifeMs: 0, minedAfterMs: 0, confirmedAfterMs: 0 };
  const trace = {
    touchstone: 'soak',
    version: 1,
    seed: 1,
    audit: 'light',
    failure: { invariant: 'mirrored', message: '' },
    rules: { selfTrade: 'cancel-newest', ...waits },
    settles: false,
    steps: [{ restore: true }],
  };
  return file('soak-own.json', JSON.stringify({ ...trace, ...more }));
}

describe('a command line that is wrong', () => {
  it.each([
    [['--seeds', '0'], /--seeds <count>.*whole number 1 or more/],
    [['--minutes', '0'], /--minutes <minutes>.*decimal number/],
    [['--audit', 'some'], /Allowed choices are light, full, naive/],
    [['--replay', '3', '--seeds', '4'], /'--replay <seed\|file>' cannot be used with option '--seeds <count>'/],
    [['--replay', 'no-such-file.json'], /no-such-file\.json: the soak run cannot be read \(ENOENT\)/],
    [
      ['--save', join(import.meta.filename, 'x')],
      /is no folder that can be written in \(ENOTDIR\): name another with --save/,
    ],
  ])('%j ends with 2 and one line', async (args, message) => {
    expect(await soak(...args)).toBe(EXIT.usage);
    expect(printed.err).toMatch(message);
    expect(printed.err.trimEnd()).not.toContain('\n');
  });

  it.each([
    ['{"touchstone":"soak"}', /soak-bad\.json:1: version:/],
    ['[1', /neither JSON nor YAML/],
    ['{"touchstone":"soak","version":2}', /version/],
  ])('a file with %s is named with what is wrong', async (text, message) => {
    expect(await soak('--replay', file('soak-bad.json', text))).toBe(EXIT.usage);
    expect(printed.err).toMatch(message);
  });

  it.each([
    [{ steps: [] }, /soak-own\.json: the run has no steps/],
    [{ claim: { name: 'constructor', from: 0, choices: {} } }, /soak-own\.json: there is no claim constructor/],
    [
      { steps: [{ wait: 2 ** 53 - 1, give: null }] },
      /soak-own\.json:\d+: steps: the waits are longer than 1000000000000000 ms/,
    ],
    [{ steps: [{ wait: -(2 ** 53) + 1, give: null }] }, /the waits are longer than/],
    [
      { rules: { ...DOCUMENT_RULES, heartbeatMs: 2 ** 53 - 1 } },
      /rules\.heartbeatMs: expected at most 367199254740991/,
    ],
  ])('a file with %j is refused and accuses no venue', async (more, message) => {
    expect(await soak('--replay', ownRun(more))).toBe(EXIT.usage);
    expect(printed.err).toMatch(message);
  });

  it.each([[['--audit', 'full']], [['--commands', '7']], [['--save', folder]], [['--no-minimise']]])(
    '%j is not for a file, which holds its own',
    async ([flag = '', ...value]) => {
      expect(await soak('--replay', ownRun({}), flag, ...value)).toBe(EXIT.usage);
      expect(printed.err).toBe(`touchstone: ${flag}: only for a seed, because a file has its whole run\n`);
    },
  );

  it('shows what a file says without its control characters', async () => {
    const controls = '\u001b]0;title\u0007\u009b31m\nsecond line';
    const failure = { invariant: controls, message: controls };
    expect(await soak('--replay', ownRun({ failure }))).toBe(EXIT.ok);
    const steps = [
      { as: '$\u001b', give: { kind: controls, wallet: controls } },
      { as: '$w0', give: { kind: 'open-wallet' } },
      { give: { kind: 'deposit', wallet: '$w0', amount: 1_000 } },
    ];
    expect(await soak('--replay', ownRun({ canary: 'cash', settles: true, failure, steps }))).toBe(EXIT.failed);
    expect(printed.out).toMatch(/\\u001b\]0;title\\u0007\\u009b31m\\u000asecond line/);
    expect(printed.out.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(printed.out).not.toMatch(/^second line/m);
  });
});

describe('Ctrl-C', () => {
  it('ends with what has run so far and 130', async () => {
    const soaking = startTouchstone(['soak', '--jobs', '1', '--minutes', '5', '--commands', '50']);
    await soaking.seen(({ err }) => err !== '');
    setTimeout(() => soaking.child.kill('SIGHUP'), 300);
    expect(await soaking.ended).toEqual([EXIT.interrupted, null]);
    expect(soaking.printed.out).toMatch(/\ninterrupted: \d+ seeds from 1, .* hash [0-9a-f]{16}\n$/);
  });

  it('names a seed that had not ended, with its replay line', async () => {
    const flags = ['--commands', '1000000', '--audit', 'naive'];
    const soaking = startTouchstone(['soak', '--jobs', '1', '--seeds', '1', ...flags]);
    await soaking.seen(({ err }) => err !== '');
    setTimeout(() => soaking.child.kill('SIGINT'), 500);
    expect(await soaking.ended).toEqual([EXIT.interrupted, null]);
    const { out } = soaking.printed;
    expect(out).toContain(
      'seed 1 had not ended  replay: touchstone soak --replay 1 --commands 1000000 --audit naive\n',
    );
    expect(out).toMatch(/\ninterrupted: 0 seeds from 1, .* hash [0-9a-f]{16}\n$/);
  });
});
