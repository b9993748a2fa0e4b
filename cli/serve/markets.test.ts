import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fetch } from 'undici';
import { describe, expect, it } from 'vitest';
import { captureFolder } from '../../backtest/data/fixtures/captures.ts';
import { Credentials } from '../../wire/credentials.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { serveHere } from '../fixtures/service.ts';
import { run as runTouchstone } from '../program.ts';

const captures = captureFolder();

let recorded: Promise<string> | undefined;

/** One recording for all tests. */
function recording(): Promise<string> {
  recorded ??= captures
    .generate('market.csv', { seed: 2, events: 3_000 })
    .then((capture) => captures.convert('market.arrow', { files: [capture] }))
    .then(({ file }) => file);
  return recorded;
}

const printed = capturePrinted();

/** Starts `serve` and returns its first line as JSON, and a function that ends it and returns its stderr. */
async function start(...flags: string[]) {
  const { firstLine, stop } = await serveHere(printed, '--json', ...flags);
  const stopped = async (): Promise<string> => {
    await stop();
    return printed.err;
  };
  return { first: JSON.parse(firstLine), stop: stopped };
}

const post = async (url: string, body: unknown) =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Record<string, number>>;
/** The levels of the first market's book. */
const booksOf = async (url: string) => {
  const [market] = (await (await fetch(`${url}/markets`)).json()) as { clobTokenIds: string }[];
  const [token] = JSON.parse(market?.clobTokenIds ?? '[]');
  const [book] = (await post(`${url}/books`, [{ token_id: token }])) as unknown as { bids: []; asks: [] }[];
  return JSON.stringify([book?.bids, book?.asks]);
};
const dateOf = async (url: string) => Date.parse((await fetch(`${url}/markets`)).headers.get('date') ?? '');

describe('touchstone serve --replay', () => {
  it('serves a recording whose clock moves on request, and reports the drift at the end', async () => {
    const [file, credentials] = [await recording(), captures.path('me.json')];
    const { first, stop } = await start('--replay', file, '--speed', 'step', '--credentials-out', credentials);
    const { replay, url } = first;
    expect(first).toMatchObject({ world: `replay of ${file}`, clock: 'virtual', control: true });
    expect(replay).toMatchObject({ file, fidelity: 'injected', speed: 'step', markets: 1 });
    const { now = 0, next = 0 } = await post(`${url}/_touchstone/advance`, { to: 'next-event' });
    expect([now > replay.first, next > now]).toEqual([true, true]);
    expect(Credentials.parse(JSON.parse(readFileSync(credentials, 'utf8'))).wallets).toHaveLength(1);
    const end = await post(`${url}/_touchstone/advance`, { ms: replay.last - now + 60_000 });
    expect(await post(`${url}/_touchstone/advance`, { to: 'next-event' })).toEqual({ now: end['now'], next: null });
    const drift = await stop();
    expect(drift).toMatch(/drift: 0 of \d+ snapshots differed from the injected books, by 0 shares in 0 levels; /);
    expect(drift).toMatch(/ in 0 levels; .*; trades: \d+ played.*; refused background orders: none/);
  });

  it.each([
    ['simulated markets', [], 2, null],
    ['the markets of the recording', ['--replay'], 1, expect.stringMatching(/market.arrow$/)],
  ] as const)('serves %s with simulated traders', async (_, replay, markets, file) => {
    const flags = replay.length === 0 ? ['--markets', '2', '--hours', '0.1'] : [...replay, await recording()];
    const { first, stop } = await start('--fidelity', 'agents', '--agents', 'noise=30', '--speed', 'step', ...flags);
    expect(first.replay).toMatchObject({ file, fidelity: 'agents', speed: 'step', markets });
    const before = await booksOf(first.url);
    await post(`${first.url}/_touchstone/advance`, { ms: 30_000 });
    const after = await booksOf(first.url);
    expect(before.length).toBeGreaterThan(100);
    expect(after).not.toBe(before);
    expect(await stop()).toBe('');
  });

  it('runs faster than real time by the given factor', async () => {
    const { first } = await start('--replay', await recording(), '--speed', '100');
    expect(first).toMatchObject({ clock: 'real', control: false });
    const before = await dateOf(first.url);
    expect(before).toBeGreaterThanOrEqual(Math.floor(first.replay.first / 1_000) * 1_000);
    await expect.poll(() => dateOf(first.url), { timeout: 10_000 }).toBeGreaterThan(before + 20_000);
  });

  it('moves to the next event with each request that is not signed', async () => {
    const { first } = await start('--replay', await recording(), '--speed', 'max');
    const begin = await dateOf(first.url);
    for (let poll = 0; poll < 150; poll += 1) await fetch(`${first.url}/markets/slug/market-1`);
    expect(await dateOf(first.url)).toBeGreaterThan(begin);
  });
});

describe('a replay that cannot begin', () => {
  const refusal = async (...flags: string[]) => {
    printed.err = '';
    const status = await runTouchstone(['serve', '--port', '0', ...flags]);
    return [status, printed.err.trim()];
  };

  it('is refused in one line', async () => {
    const file = await recording();
    const [text, cut, damaged] = [
      captures.write('a.csv', 'a,b\n'),
      captures.path('cut.arrow'),
      captures.path('bad.arrow'),
    ];
    const bytes = readFileSync(file);
    writeFileSync(cut, bytes.subarray(0, bytes.length - 400));
    copyFileSync(file, damaged);
    const middle = Math.floor(bytes.length / 4);
    writeFileSync(
      damaged,
      Buffer.concat([bytes.subarray(0, middle), Buffer.alloc(64, 7), bytes.subarray(middle + 64)]),
    );
    appendFileSync(text, '1,2\n');
    const speeds = 'use step, max, or a number above 0 and up to 100000, such as 1 or 10';
    const cases: readonly [readonly string[], string][] = [
      [['--replay', text], `${text} is no recording: convert captures with touchstone data convert`],
      [['--replay', cut], `${cut} was cut short`],
      [['--replay', damaged], `${damaged} is damaged: batch 1 of 1 is not what was written`],
      [['--replay', captures.path('none.arrow')], 'cannot be opened (ENOENT): check the path'],
      [['--replay', file, '--speed', 'fast'], speeds],
      [['--replay', file, '--speed', '0'], speeds],
      [['--replay', file, '--fidelity', 'exact'], "argument 'exact' is invalid"],
      [['--replay', file, '--world', 'small'], "option '--replay <file>' cannot be used with option '--world <name>'"],
      [['--replay', file, '--speed', 'step', '--host', '0.0.0.0'], 'which are offered on loopback only'],
      [['--speed', '10'], '--speed and --fidelity injected are for recordings: add --replay FILE'],
      [['--agents', 'noise=3'], '--markets, --hours and --agents describe simulated markets: add --fidelity agents'],
      [['--replay', file, '--hours', '2'], '--markets, --hours and --agents describe simulated markets'],
      [['--replay', file, '--hours', '2', '--fidelity', 'agents'], '--markets and --hours follow from the recording'],
      [['--fidelity', 'agents', '--agents', 'noise=many'], '--agents: noise=many is no whole number from 0 to 200'],
      [['--fidelity', 'agents', '--world', 'small'], 'cannot be used with option'],
    ];
    for (const [flags, message] of cases) {
      const [status, line] = await refusal(...flags);
      expect([status, line], flags.join(' ')).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it('with the journal of another recording', async () => {
    const journal = captures.path('desk');
    const { stop } = await start('--replay', await recording(), '--speed', 'step', '--journal', journal);
    await stop();
    const capture = await captures.generate('other.csv', { seed: 3, events: 500 });
    const { file } = await captures.convert('other.arrow', { files: [capture] });
    expect(await refusal('--replay', file, '--journal', journal)).toEqual([
      2,
      expect.stringMatching(/is the journal of another run: its world is .*; name another directory/),
    ]);
  });
});
