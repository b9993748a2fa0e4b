import { describe, expect, it } from 'vitest';
import { accusingProgram as ACCUSING } from '../../proof/judge/fixtures/accusing-program.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { readReport } from '../files/read-report.ts';
import { startTouchstone } from '../fixtures/child-process.ts';
import { runThreadsInline } from '../fixtures/inline-threads.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { tryQuirks } from './campaign.ts';

const { file } = testFolder('quirks');
runThreadsInline();
const printed = capturePrinted();
/** A thread takes longer to start than these quirks take. */
const base = { seed: 1, seeds: 1, jobs: 1 } as const;

describe('touchstone quirks', () => {
  it('prints a row for each quirk, and exits with 0 when nothing failed', async () => {
    expect(await tryQuirks({ ...base, only: ['pretty'], seed: 3 }, ACCUSING)).toBe(EXIT.ok);
    expect(printed.out).toMatch(/^quirk +layer +failures +warnings +runs +seconds +alternative of +oddity\n/);
    expect(printed.out).toMatch(/\npretty +handler +0 +0 +1 +\d+\.\d +bodies are indented\n/);
    expect(printed.out).toMatch(/\n1 of 1 quirks lawful, 0 failed \(1 runs, seed 3\)\n$/);
  });

  it('reports a check that accuses a lawful service: check, clause, finding, and exit code 1', async () => {
    const report = file('quirks.json');
    const only = ['empty-end', 'pretty', 'empty-catalog', 'chunks'];
    expect(await tryQuirks({ ...base, only, seeds: 2, report: [`json=${report}`] }, ACCUSING)).toBe(EXIT.failed);
    expect(printed.out).toMatch(/\npretty +handler +0 +0 +2 /);
    expect(printed.out).toMatch(
      /\nempty-end +handler +2 +0 +2 +\d+\.\d +D\/market-list-pages +the empty cursor at the end\n/,
    );
    expect(printed.out).toContain(
      [
        'fail empty-end: planted.end-marker 4.15/simplified-markets.next_cursor',
        '  expected the marker LTE=, got "another marker"',
        '  again: touchstone quirks --only empty-end --seed 1\n',
      ].join('\n'),
    );
    expect(printed.out).toMatch(/\nempty-catalog +world +2 +0 +2 /);
    expect(printed.out).toContain(
      '\nfail empty-catalog: planted.market 4.11/response.shape\n  expected a market, got "none"\n',
    );
    expect(printed.out).toMatch(/\nchunks +transport +2 +0 +2 /);
    expect(printed.out).toContain(
      '\nfail chunks: planted.length 4.11/response.status\n  expected a content-length, got "chunks"\n',
    );
    expect(printed.out).toContain('\n\n1 of 4 quirks lawful, 3 failed (8 runs, seeds 1 to 2)\n');
    const { verdict, checks } = readReport(report);
    expect([verdict, ...checks.map((check) => [check.id, check.verdict])]).toEqual([
      'failed',
      ['pretty', 'pass'],
      ['empty-end', 'fail'],
      ['chunks', 'fail'],
      ['empty-catalog', 'fail'],
    ]);
    expect(checks[1]?.findings[0]?.curl).toBe('touchstone quirks --only empty-end --seed 1');
  });

  it('selects by decision and layer, and prints JSON', async () => {
    const flags = { ...base, only: ['D/market-list-pages', 'pretty'], layer: 'handler', seed: 5, json: true } as const;
    expect(await tryQuirks(flags, ACCUSING)).toBe(EXIT.failed);
    const document = JSON.parse(printed.out);
    expect(document).toMatchObject({ seeds: { from: 5, count: 1 }, complete: true, failed: 2 });
    const rows = new Map<string, unknown>(document.rows.map((row: { readonly id: string }) => [row.id, row]));
    expect(rows.get('pretty')).toMatchObject({ layer: 'handler', runs: 1, failures: 0, warnings: 0, complaints: [] });
    expect(rows.get('count-of-all')).toMatchObject({
      alternative: { decision: 'market-list-pages', text: 'count as a total' },
    });
    expect(rows.get('empty-end')).toMatchObject({
      failures: 1,
      complaints: [{ check: 'planted.end-marker', severity: 'fail', seed: '5' }],
    });
  });

  it.each([
    [['--only', 'prety'], 'touchstone: no quirk or decision is named by "prety"; did you mean pretty'],
    [['--only', 'pretty', '--layer', 'transport'], 'touchstone: no quirk of the layer transport matches pretty'],
    [['--seeds', '0'], 'Give a whole number'],
  ])('%j is a usage error', async (words, message) => {
    expect(await run(['quirks', ...words])).toBe(EXIT.usage);
    expect(printed.err).toContain(message);
  });

  it('prints what was done when it is interrupted', async () => {
    const words = ['--only', 'pretty', '--seeds', '500', '--jobs', '1', '--json'];
    const { child, printed: shown, ended, seen } = startTouchstone(['quirks', ...words]);
    await seen(({ err }) => err !== '');
    setTimeout(() => child.kill('SIGINT'), 200);
    expect(await ended).toEqual([EXIT.interrupted, null]);
    expect(JSON.parse(shown.out)).toMatchObject({ complete: false, quirks: 1, rows: [{ id: 'pretty', failures: 0 }] });
  });
});
