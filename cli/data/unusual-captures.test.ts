import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('unusual-captures');
const printed = capturePrinted();
const HEADER = 'kind,time_us,token,side,price,size,market\n';
const book = (token: string, market: string): string =>
  ['buy,0.4', 'sell,0.6']
    .flatMap((level) => [1, 2].map((second) => `snapshot,176757120${second}000000,${token},${level},10,${market}\n`))
    .join('');
const good = file('good.csv', HEADER + book('10', 'rain'));
writeFileSync(file('empty.csv.gz'), gzipSync(''));
const idle = file('idle.mjs', 'export default () => ({ onStart: (context) => context.log("started") });\n');

const commands: Record<string, (files: readonly string[]) => readonly string[]> = {
  convert: (files) => ['data', 'convert', ...files, '-o', file('never.arrow')],
  inspect: (files) => ['data', 'inspect', ...files],
  backtest: (files) => ['backtest', idle, '--no-cache', ...files.flatMap((name) => ['--data', name])],
};

async function touchstone(words: readonly string[]): Promise<number | string> {
  printed.out = '';
  printed.err = '';
  return await run(words);
}

const unreadable: Record<string, [string, RegExp]> = {
  'is empty': [file('empty.csv', ''), /empty\.csv is empty$/],
  'is an empty text, compressed': [file('empty.csv.gz'), /empty\.csv\.gz is empty$/],
  'has a header alone': [file('header.csv', HEADER), /header\.csv has no row that can be read$/],
  'has a header alone, without a line end': [file('end.csv', HEADER.trim()), /end\.csv has no row that can be read$/],
  'has no row that parses': [
    file('soon.csv', `${HEADER}trade,soon,10,buy,0.4,1,rain\n`),
    /soon\.csv has no row that can be read: row 1: the time does not parse$/,
  ],
  'has rows without a token': [
    file('tokens.jsonl', '[{"asset_id":null,"event_type":"book","price":1,"side":"BUY","size":1,"timestamp":1},{}]\n'),
    /tokens\.jsonl has no row that can be read: row 1: the token is missing$/,
  ],
  'is an empty list': [file('none.json', '[]'), /none\.json has no line with a JSON object: /],
  'is a catalog without markets': [
    file('catalog.csv', 'slug,outcomes,clobTokenIds\n,[],[]\n'),
    /catalog\.csv has no row that can be read: row 1: a market has no slug$/,
  ],
  'has labels without a slug': [
    file('labels.csv', 'slug,y,source\nnan,1,api\n'),
    /can be read: row 1: the slug is missing$/,
  ],
};

describe.each(Object.entries(commands))('%s: exit code 2 and one line about a file that', (name, wordsOf) => {
  it.each(Object.entries(unreadable))('%s', async (_, [path, message]) => {
    for (const files of [[path], [good, path], [path, good]]) {
      expect(await touchstone(wordsOf(files))).toBe(EXIT.usage);
      const lines = printed.err
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('touchstone: '));
      expect(lines).toEqual([expect.stringMatching(message)]);
      // An inspection shows the other files too.
      expect(printed.out.includes('4 events')).toBe(
        name === 'inspect' && files.length > 1 && /can be read/.test(message.source),
      );
    }
    expect(existsSync(file('never.arrow'))).toBe(false);
  });
});

describe('tokens that do not match the catalog', () => {
  const ids = '"[""1"", ""2""]"';
  const catalog = file('ids.csv', `slug,outcomes,clobTokenIds\nsnow,"[""Yes"", ""No""]",${ids}\n`);
  const LINE =
    '2 of 2 tokens of the catalog have no book, such as 1 of snow; ' +
    '1 of 1 tokens with a book are in no catalog, such as 10 of rain';
  const unmatched = {
    catalog: { count: 2, of: 2, example: { market: 'snow', token: '1' } },
    books: { count: 1, of: 1, example: { market: 'rain', token: '10' } },
  };

  it('are counted by convert and inspect, of captures and of the recording', async () => {
    const recording = file('unmatched.arrow');
    expect(await touchstone(['data', 'convert', good, catalog, '-o', recording])).toBe(EXIT.ok);
    expect(printed.out).toContain(`  ${LINE}\n`);
    for (const files of [[good, catalog], [recording]]) {
      expect(await touchstone(['data', 'inspect', ...files])).toBe(EXIT.ok);
      expect(printed.out).toContain(`  ${LINE}\n`);
      await touchstone(['data', 'inspect', ...files, '--json']);
      expect(JSON.parse(printed.out).unmatched).toEqual(unmatched);
    }
  });

  it('are a warning of a backtest, and in its report', async () => {
    const report = file('report.json');
    const words = ['backtest', idle, '--data', good, '--data', catalog, '--no-cache', '--report', `json=${report}`];
    expect(await touchstone(words)).toBe(EXIT.ok);
    expect(printed.err).toContain(`touchstone: ${LINE}\n`);
    expect(JSON.parse(readFileSync(report, 'utf8')).data.unmatched).toEqual(unmatched);
  });

  it('are not mentioned when they match, and without a catalog', async () => {
    const matching = file('match.csv', 'slug,outcomes,clobTokenIds\nrain,"[""Yes"", ""No""]","[""10"", ""20""]"\n');
    for (const files of [[good, matching], [good]]) {
      await touchstone(['data', 'inspect', ...files]);
      expect(printed.out).toContain('4 events of 1 market');
      expect(printed.out).not.toContain('no book');
      await touchstone(['data', 'inspect', ...files, '--json']);
      expect(JSON.parse(printed.out).unmatched).toBeUndefined();
    }
  });
});
