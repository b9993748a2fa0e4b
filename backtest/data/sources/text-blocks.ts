/** backtest/data/sources/text-blocks: text in blocks that end with a line, so that no character is cut in two. */
import type { ByteReader } from './byte-reader.ts';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
/** A block with an odd number of quotes is held until the quote is closed, up to this size. */
const OPEN_QUOTE_BYTES_MAX = 1 << 22;
/** A longer line is returned in parts, which do not parse. */
const LINE_BYTES_MAX = 1 << 26;

export type TextBlock = { readonly text: string; readonly hasQuotes: boolean };

/** The text of a stream. With `keepsQuotes`, a line end inside of quotes does not end a block. */
export async function* textBlocks(bytes: ByteReader, keepsQuotes: boolean): AsyncGenerator<TextBlock> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes.rest()) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = held.lastIndexOf(LINE_FEED) + 1;
    if (end === 0 && held.length < LINE_BYTES_MAX) continue;
    const block = held.subarray(0, end === 0 ? held.length : end);
    const quotes = keepsQuotes ? countQuotes(block) : 0;
    if (quotes % 2 === 1 && block.length < OPEN_QUOTE_BYTES_MAX) continue;
    held = held.subarray(block.length);
    yield { text: block.toString('utf8'), hasQuotes: quotes > 0 };
  }
  if (held.length > 0) yield { text: held.toString('utf8'), hasQuotes: keepsQuotes && countQuotes(held) > 0 };
}

function countQuotes(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(QUOTE); at >= 0; at = block.indexOf(QUOTE, at + 1)) count += 1;
  return count;
}
