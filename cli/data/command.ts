/** cli/data/command: `touchstone data ...`: converts captures to recordings, inspects and generates them. */
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type FlagsOf, wholeNumber, withFlags } from '../flags/options.ts';
import { captureFlags, maxLossOption } from './capture-flags.ts';

export type ConvertFlags = FlagsOf<typeof convertCommand>;
export type InspectFlags = FlagsOf<typeof inspectCommand>;
export type GenerateFlags = FlagsOf<typeof generateCommand>;

const examples = `
Examples:
  $ touchstone data generate --seed 1 --events 10000 -o capture.csv.gz
  $ touchstone data convert capture.csv.gz -o market.arrow
  $ touchstone data inspect market.arrow

A capture is a file of a recorder: CSV, JSON lines or Parquet. A recording is one Arrow file with the events of all
captures by venue time, a catalog, an index and a checksum. docs/recordings.md has the layouts, the columns and the
defects.`;

export function dataCommand() {
  return new Command('data')
    .description('convert market captures to recordings, list their defects, generate captures')
    .addHelpText('after', examples);
}

const convertExamples = `
Examples:
  $ touchstone data convert books.csv.gz -o market.arrow
  $ touchstone data convert trades.tar.zst results.csv -o market.arrow    several captures, one recording
  $ touchstone data convert books.csv.gz -o market.arrow --strict         only without any defect
  $ touchstone data convert own.csv -o market.arrow --format plain        the layout is stated, not recognized

Rows that cannot be used are counted and left out, duplicates are dropped, and a gap resets the books of its market.

Exit codes:
  0 the recording is written    2 usage, data that cannot be read, or a defect with --strict
  6 error in touchstone itself    130 interrupted: no file is written`;

export function convertCommand() {
  const command = new Command('convert')
    .description('write captures as one recording (Arrow IPC)')
    .argument('<files...>', 'captures and catalogs: CSV, JSON lines, Parquet; plain, gzip, zstd, tar')
    .requiredOption('-o, --output <file>', 'the recording to write, such as market.arrow')
    .option('--strict', 'write nothing when there is any defect');
  return withFlags(command, captureFlags()).addOption(maxLossOption()).addHelpText('after', convertExamples);
}

const inspectExamples = `
Examples:
  $ touchstone data inspect market.arrow           coverage and defects of a recording, its checksum verified
  $ touchstone data inspect books.csv.gz           the same of a capture, as convert would read it
  $ touchstone data inspect books.csv.gz --strict  exit code 2 when there is any defect
  $ touchstone data inspect market.arrow --json    one JSON document

Exit codes:
  0 inspected    2 usage, data that cannot be read, or a defect with --strict
  6 error in touchstone itself    130 interrupted`;

export function inspectCommand() {
  const command = new Command('inspect')
    .description('print the contents of a recording or of captures, and their defects')
    .argument('<files...>', 'one recording, or captures that belong together')
    .option('--strict', 'exit with 2 when there is any defect')
    .option('--json', 'one JSON document: sources, coverage, defects, catalog');
  return withFlags(command, captureFlags()).addHelpText('after', inspectExamples);
}

const generateExamples = `
Examples:
  $ touchstone data generate --seed 1 --events 10000 -o capture.csv.gz
  $ touchstone data generate --seed 1 --events 10000000 --markets 50 -o market.arrow
  $ touchstone data generate --seed 2 --events 5000 --defects gap,crossed-book -o broken.jsonl
  $ touchstone data generate --events 5000 --defects all -o broken.csv

The name of the output decides: .csv or .jsonl, then .gz or .zst if wanted, or .arrow for a recording. The same flags
give the same bytes. The planted defects are printed; touchstone data inspect has to find exactly those.

Exit codes:
  0 the file is written    2 usage    6 error in touchstone itself    130 interrupted: no file is written`;

const SEED_MAX = 2 ** 52;
const EVENTS_MAX = 1_000_000_000;
const MARKETS_MAX = 1_000;

export function generateCommand() {
  return new Command('generate')
    .description('write a capture or a recording drawn from a seed, with known defects if wanted')
    .option('--seed <number>', 'the seed of all random values', wholeNumber(0, SEED_MAX), 1)
    .option('--events <count>', 'rows; the last change is completed', wholeNumber(1, EVENTS_MAX), 10_000)
    .option('--markets <count>', 'markets, two tokens each', wholeNumber(1, MARKETS_MAX), 1)
    .requiredOption('-o, --output <file>', 'the file to write: .csv or .jsonl (and .gz or .zst), or .arrow')
    .addOption(
      new Option('--defects <kinds>', 'kinds of defects to plant, commas between, or all')
        .default<readonly string[]>([], 'none')
        .argParser(kinds),
    )
    .option('--json', 'one JSON document: file, rows, planted defects')
    .addHelpText('after', generateExamples);
}

function kinds(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => /^[a-z-]{1,40}$/.test(name))) return names;
  throw new InvalidArgumentError('Give names of defects with commas between, or all.');
}
