import { execFileSync } from 'node:child_process';
import { linkSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file: path } = testFolder('data');
const printed = capturePrinted();
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(path(name));
});

async function data(...words: readonly string[]): Promise<number | string> {
  printed.out = '';
  printed.err = '';
  return await run(['data', ...words]);
}

describe('touchstone data', () => {
  it('generates a capture, converts it and inspects the recording', async () => {
    expect(await data('generate', '--seed', '7', '--events', '2000', '--defects', 'gap', '-o', path('a.csv.gz'))).toBe(
      EXIT.ok,
    );
    expect(printed.out).toMatch(/^\d+ rows\nplanted gap: 3\n.*a\.csv\.gz is written\.\n$/);
    expect(await data('convert', path('a.csv.gz'), '-o', path('a.arrow'))).toBe(EXIT.ok);
    expect(printed.out).toMatch(
      /events of 1 market, 2 tokens, 2026-01-05T.*gap 3: stretches .*a\.arrow is written\.\n$/s,
    );
    expect(await data('inspect', path('a.arrow'))).toBe(EXIT.ok);
    expect(printed.out).toMatch(
      /market-1: \d+ events.*gap 3: .*: row \d+: .*checksum [0-9a-f]{64} \(every batch verified\)\n$/s,
    );
    expect(readdirSync(folder).sort()).toEqual(['a.arrow', 'a.csv.gz']);
  });

  it('inspects a capture as it would be converted, in JSON with everything', async () => {
    await data('generate', '--events', '1500', '--markets', '20', '--defects', 'all', '--json', '-o', path('b.jsonl'));
    const { planted } = JSON.parse(printed.out);
    expect(await data('inspect', path('b.jsonl'), '--json')).toBe(EXIT.ok);
    const { counts, coverage, sources } = JSON.parse(printed.out);
    expect(counts).toEqual(planted);
    expect(coverage.byMarket).toHaveLength(20);
    expect(sources).toEqual([{ source: path('b.jsonl'), layout: 'plain', rows: expect.any(Number) }]);
  });

  it('generates the same bytes for the same flags, and others for another seed', async () => {
    const generate = async (seed: string, name: string): Promise<Buffer> => {
      expect(await data('generate', '--seed', seed, '--events', '900', '--markets', '3', '-o', path(name))).toBe(
        EXIT.ok,
      );
      return readFileSync(path(name));
    };
    expect(await generate('1', 'one.arrow')).toEqual(await generate('1', 'two.arrow'));
    expect(await generate('1', 'one.csv.gz')).toEqual(await generate('1', 'two.csv.gz'));
    expect(await generate('1', 'one.csv')).not.toEqual(await generate('2', 'two.csv'));
  });
});

describe('--strict', () => {
  it('writes nothing and exits with 2 when there is a defect, and leaves an older file alone', async () => {
    path('old.arrow', 'older');
    await data('generate', '--events', '900', '--defects', 'duplicate', '-o', path('c.csv'));
    expect(await data('convert', path('c.csv'), '-o', path('old.arrow'), '--strict')).toBe(EXIT.usage);
    expect(printed.err).toMatch(/old\.arrow is not written, because the data has defects: duplicate 3; see/);
    expect(readFileSync(path('old.arrow'), 'utf8')).toBe('older');
    expect(readdirSync(folder).sort()).toEqual(['c.csv', 'old.arrow']);
    expect(await data('inspect', path('c.csv'), '--strict')).toBe(EXIT.usage);
    expect(printed.out).toContain('duplicate 3: ');
  });

  it('changes nothing without a defect', async () => {
    await data('generate', '--events', '900', '-o', path('d.csv'));
    expect(await data('convert', path('d.csv'), '-o', path('d.arrow'), '--strict')).toBe(EXIT.ok);
    expect(await data('inspect', path('d.arrow'), '--strict')).toBe(EXIT.ok);
    expect(printed.out).toContain('no defects');
  });
});

describe('a wrong command line is one line and exit code 2', () => {
  const lines: Record<string, [readonly string[], RegExp]> = {
    'no output': [['convert', 'a.csv'], /required option '-o, --output <file>' not specified/],
    'a file that does not exist': [['convert', path('no.csv'), '-o', path('no.arrow')], /no\.csv does not exist/],
    'an output that is no file': [['convert', path('no.csv'), '-o', '/dev/null'], /\/dev\/null is no regular file/],
    'an output in no folder': [['convert', 'a.csv', '-o', path('no/no.arrow')], /cannot be written \(ENOENT\)/],
    'the same of captures that exist': [
      ['convert', import.meta.filename, '-o', path('no/no.arrow')],
      /no\.arrow cannot be written \(ENOENT\)/,
    ],
    'a name that says no format': [['generate', '-o', path('a.txt')], /the name has to end in \.csv, \.jsonl/],
    'an unknown defect': [
      ['generate', '--defects', 'gap,hole', '-o', path('a.csv')],
      /no defect is called hole; known are all, unparsable/,
    ],
    'no market': [['generate', '--markets', '0', '-o', path('a.csv')], /Give a whole number from 1 to 1000/],
    'a gap of nothing': [['inspect', 'a.csv', '--gap', '0'], /Give a number from 0\.001 to 86400/],
  };
  it.each(Object.entries(lines))('%s', async (_, [words, expected]) => {
    expect(await data(...words)).toBe(EXIT.usage);
    expect(printed.err.trim().split('\n').at(-1)).toMatch(expected);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a capture that would be replaced by its own recording', async () => {
    await data('generate', '--events', '100', '-o', path('f.csv'));
    expect(await data('convert', path('f.csv'), '-o', path('f.csv'))).toBe(EXIT.usage);
    expect(printed.err).toContain('the capture and --output name one file');
  });

  it('a capture that is the output by a hard link', async () => {
    await data('generate', '--events', '100', '-o', path('f.csv'));
    linkSync(path('f.csv'), path('linked.csv'));
    expect(await data('convert', path('f.csv'), '-o', path('linked.csv'))).toBe(EXIT.usage);
    expect(printed.err).toContain('the capture and --output name one file');
  });

  it('a pipe, which would wait for a writer', async () => {
    await data('generate', '--events', '100', '-o', path('f.csv'));
    execFileSync('mkfifo', [path('pipe')]);
    for (const files of [[path('pipe')], [path('f.csv'), path('pipe')]]) {
      expect(await data('inspect', ...files)).toBe(EXIT.usage);
      expect(printed.err).toMatch(/pipe is no regular file: /);
    }
  });

  it('two recordings at once', async () => {
    await data('generate', '--events', '100', '-o', path('e.arrow'));
    expect(await data('inspect', path('e.arrow'), path('e.arrow'))).toBe(EXIT.usage);
    expect(printed.err).toContain('inspect one recording at a time');
  });
});

it.each(['csv.gz', 'arrow'])('Ctrl-C leaves no file: %s', async (format) => {
  const listeners = process.listenerCount('SIGINT');
  const ended = data('generate', '--events', '900000000', '-o', path(`long.${format}`));
  // A recording has no file before all of its rows are known.
  const hasBegun = () =>
    process.listenerCount('SIGINT') > listeners && (format === 'arrow' || readdirSync(folder).length > 0);
  await vi.waitUntil(hasBegun, { timeout: 30_000, interval: 5 });
  process.kill(process.pid, 'SIGINT');
  expect(await ended).toBe(EXIT.interrupted);
  expect(readdirSync(folder)).toEqual([]);
});
