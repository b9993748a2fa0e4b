/** backtest/data/sources/text-encoding: text of any Unicode encoding as UTF-8 without a byte order mark. */
import { ByteReader } from './byte-reader.ts';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export async function asUtf8(bytes: ByteReader): Promise<ByteReader> {
  const head = await bytes.peek(BOM.length);
  if (head.equals(BOM)) await bytes.read(BOM.length);
  const encoding = wideEncoding(head);
  return encoding === undefined ? bytes : new ByteReader(decoded(bytes, encoding));
}

/** UTF-16 by its byte order mark or, without one, by the zero byte beside the first character. */
function wideEncoding([first = 1, second = 1]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}

async function* decoded(bytes: ByteReader, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes.rest()) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
