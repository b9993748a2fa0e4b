/** backtest/data/pipeline: from captures to the events of a recording: reads, sorts and audits in bounded memory. */
import { Capabilities } from './capabilities.ts';
import { Catalog, type CatalogMarket, type RecordedToken, TokenNames } from './catalog.ts';
import type { Coverage } from './coverage.ts';
import { DataError } from './data-error.ts';
import { type Defect, DefectLog } from './defects.ts';
import type { EventColumns } from './event-columns.ts';
import { Intake, type Intakes } from './intake.ts';
import { columnsOf, readerOf } from './layouts/layout.ts';
import { layoutOf } from './layouts/layouts.ts';
import { assertLossWithin } from './loss.ts';
import { type Identity, identify } from './market-identity.ts';
import { RecordingAudit } from './recording-audit.ts';
import { Rhythm } from './rhythm.ts';
import { SortedRuns } from './sorted-runs.ts';
import type { Table } from './sources/table.ts';
import { byContent, eachTable } from './sources/tables.ts';

export type PipelineOptions = Readonly<{
  files: readonly string[];
  /** Tables that are in no file, read after the files. */
  tables?: readonly Table[] | undefined;
  /** The layout of all tables; without it, the columns decide. */
  layout?: string | undefined;
  /** A longer stretch without rows of the book of a market is a gap; without it, the rhythm of each market decides. */
  gapSeconds?: number | undefined;
  /** Percent of rows, of tokens and of resolutions that may be lost; `any` allows everything to be lost. */
  maxLoss?: number | 'any' | undefined;
  /** Is called with a line about each file without one readable row, which otherwise ends the conversion. */
  onUnreadable?: ((what: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Rows that are in memory while they are sorted. */
  runRows?: number | undefined;
  onProgress?:
    | ((progress: { readonly phase: 'reading' | 'writing'; readonly rows: number; readonly source: string }) => void)
    | undefined;
}>;

/** A source as it was recognised. */
export type SourceNote = { readonly source: string; readonly layout: string; readonly rows: number };

export type RecordingFacts = Readonly<{
  sources: readonly SourceNote[];
  coverage: Coverage;
  catalog: readonly CatalogMarket[];
  tokens: readonly RecordedToken[];
  defects: readonly Defect[];
}>;

/** The receiver of the events of a recording. `names` is complete before the first of them. */
export type RecordingSink = {
  begin(names: TokenNames): Promise<void>;
  /** Takes the rows; they are overwritten afterwards. */
  add(rows: EventColumns): Promise<void>;
  end(facts: RecordingFacts): Promise<void>;
};

/** Runs a conversion. Throws `DataError` for sources that cannot be read, and the reason of an aborted `signal`. */
export async function runPipeline(options: PipelineOptions, sink: RecordingSink): Promise<RecordingFacts> {
  const runs = new SortedRuns(options.runRows);
  const into: Intakes = {
    runs,
    names: new TokenNames(),
    catalog: new Catalog(),
    defects: new DefectLog(),
    capabilities: new Capabilities(),
    rhythm: new Rhythm(options.gapSeconds === undefined ? undefined : options.gapSeconds * 1_000_000),
  };
  try {
    const { notes, rows, lostRows } = await readSources(options, into);
    const identity = identify(into.names, into.catalog, into.defects);
    if (options.maxLoss !== 'any')
      assertLossWithin(options.maxLoss, { ...identity, rows, lostRows, defects: into.defects.list() });
    return await writeEvents(options, { ...into, identity }, notes, sink);
  } finally {
    await runs.clear();
  }
}

async function readSources(options: PipelineOptions, into: Intakes) {
  const notes: SourceNote[] = [];
  let before = 0;
  let lost = 0;
  const { onUnreadable = fail } = options;
  const read = async (table: Table) => {
    const layout = layoutOf(table, options.layout);
    const intake = new Intake(into, table.name, notes.length);
    const rows = await readTable(table, layout, intake, (count) => {
      options.signal?.throwIfAborted();
      options.onProgress?.({ phase: 'reading', rows: before + count, source: table.name });
    });
    before += rows;
    lost += intake.lost;
    notes.push({ source: table.name, layout: layout.name, rows });
  };
  for (const file of await byContent(options.files, options.signal)) {
    const readable = before - lost;
    await eachTable(file, read);
    if (before - lost === readable) onUnreadable(unreadable(file, into));
  }
  for (const table of options.tables ?? []) await read(table);
  return { notes, rows: before, lostRows: lost };
}

function fail(what: string): never {
  throw new DataError(what);
}

function unreadable(file: string, { defects }: Intakes): string {
  const first = defects.list().find(({ source }) => source === file || source.startsWith(`${file}:`));
  return `${file} has no row that can be read${first === undefined ? '' : `: row ${first.row}: ${first.what}`}`;
}

async function readTable(
  table: Table,
  layout: ReturnType<typeof layoutOf>,
  intake: Intake,
  onBatch: (rows: number) => void,
): Promise<number> {
  const columns = columnsOf(layout);
  const read = readerOf(layout, table.places(columns));
  let count = 0;
  for await (const { rows, numbers, refused } of table.batches(columns)) {
    for (const { row, what } of refused) {
      intake.beginRow(row);
      intake.refuse(what);
    }
    for (let index = 0; index < rows.length; index += 1) {
      intake.beginRow(numbers[index] as number);
      read(rows[index] as (typeof rows)[number], intake);
    }
    count += rows.length + refused.length;
    onBatch(count);
    await intake.endBatch();
  }
  return count;
}

async function writeEvents(
  options: PipelineOptions,
  { runs, defects, capabilities, rhythm, identity }: Intakes & { readonly identity: Identity },
  notes: readonly SourceNote[],
  sink: RecordingSink,
): Promise<RecordingFacts> {
  const { names, catalog, tokenOf, marketOf } = identity;
  const audit = new RecordingAudit({
    names,
    defects,
    sources: notes.map(({ source }) => source),
    rhythm: rhythm.renumbered(marketOf),
    tradesFrom: capabilities.tradesFrom(names.markets.length, marketOf),
  });
  await sink.begin(names);
  let rows = 0;
  const flush = async () => {
    rows += audit.out.length;
    await sink.add(audit.out);
    audit.out.length = 0;
    options.signal?.throwIfAborted();
    options.onProgress?.({ phase: 'writing', rows, source: '' });
  };
  for await (const block of runs.merged()) {
    for (let row = 0; row < block.length; row += 1) block.token[row] = tokenOf[block.token[row] as number] as number;
    audit.add(block);
    await flush();
  }
  audit.end();
  await flush();
  const facts = {
    sources: notes,
    coverage: audit.coverageOf(),
    catalog,
    tokens: names.tokens.map((token, number) => ({ token, market: names.marketOf[number] ?? 0 })),
    defects: defects.list(),
  };
  await sink.end(facts);
  return facts;
}
