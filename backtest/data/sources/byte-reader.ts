/** backtest/data/sources/byte-reader: a stream of bytes that can be looked at before it is read. */

const NOTHING: Buffer = Buffer.alloc(0);

export class ByteReader {
  #held: Buffer = NOTHING;
  readonly #chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes, at most `count`, which stay unread. Fewer only at the end. */
  async peek(count: number): Promise<Buffer> {
    while (this.#held.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) break;
      this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    }
    return this.#held.subarray(0, count);
  }

  /** Exactly `count` bytes, or fewer at the end. */
  async read(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    this.#held = this.#held.subarray(bytes.length);
    return bytes;
  }

  /** The next `count` bytes in pieces. Fewer at the end. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0 && (await this.peek(1)).length === 0) return;
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** The rest in pieces. */
  rest(): AsyncGenerator<Buffer> {
    return this.take(Infinity);
  }

  /** Ends the stream below. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
