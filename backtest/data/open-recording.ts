/** backtest/data/open-recording: opens a recording if it is complete, of this format, and matches its checksum. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { RecordBatchReader } from 'apache-arrow';
import { systemCode } from '../../base/system-code.ts';
import { DataError } from './data-error.ts';
import { Recording } from './recording.ts';
import { checksumOf, FORMAT, metadataValue, STATEMENTS, type Statements } from './recording-schema.ts';

const MAGIC = 'ARROW1';

/** Throws `DataError` for a pipe or a device: a pipe waits for its writer, and cannot be read twice. */
export function assertRegular(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  throw new DataError(`${file} is no regular file: write the data to a file, and name that file`);
}

export async function isArrowFile(file: string): Promise<boolean> {
  assertRegular(file);
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === MAGIC;
  } catch (error) {
    throw new DataError(`${file} cannot be read (${systemCode(error, 'unknown error')}): name a file`);
  } finally {
    await handle.close();
  }
}

/** Opens a recording. Throws `DataError` for files that are damaged, cut short, or no recordings. */
export async function openRecording(file: string): Promise<Recording> {
  if (!(await isArrowFile(file))) {
    throw new DataError(`${file} is no recording: convert captures with touchstone data convert`);
  }
  assertWhole(file);
  const metadata = await readMetadata(file);
  const format = metadataValue(metadata, 'format');
  if (format === undefined) {
    throw new DataError(
      `${file} is an Arrow file that touchstone data convert did not write: convert captures with it`,
    );
  }
  if (format !== FORMAT) {
    throw new DataError(`${file} has version ${format} of the format, this version reads ${FORMAT}: convert again`);
  }
  const statements = Object.fromEntries(
    STATEMENTS.map((name) => [name, metadataValue(metadata, name) ?? '']),
  ) as Statements;
  if (metadataValue(metadata, 'checksum') !== checksumOf(statements)) {
    throw new DataError(`${file} is damaged: its checksum does not fit its statements; convert the captures again`);
  }
  return new Recording(file, statements);
}

/** An Arrow file ends with the word that it begins with. */
function assertWhole(file: string) {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const end = Buffer.alloc(MAGIC.length);
    readSync(descriptor, end, 0, MAGIC.length, Math.max(0, size - MAGIC.length));
    if (size > 2 * MAGIC.length && end.toString('latin1') === MAGIC) return;
  } finally {
    closeSync(descriptor);
  }
  throw new DataError(`${file} was cut short: it begins as an Arrow file and does not end as one; copy it again`);
}

async function readMetadata(file: string): Promise<ReadonlyMap<string, string>> {
  const handle = await openFile(file);
  try {
    const reader = await RecordBatchReader.from(handle);
    await reader.open();
    return reader.schema.metadata;
  } catch {
    throw new DataError(`${file} is damaged: its footer cannot be read; copy it again`);
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<Awaited<ReturnType<typeof open>>> {
  try {
    return await open(file);
  } catch (error) {
    throw new DataError(`${file} cannot be opened (${systemCode(error, 'unknown error')}): check the path`);
  }
}
