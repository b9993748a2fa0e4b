/** scenarios/recording/byte-source: the bytes of a file that is too large to be held as a whole. */

export type ByteSource = {
  readonly size: number;
  /** The bytes from `start` on, which the next call may overwrite. */
  read(start: number, length: number): Buffer;
};

export function sourceOf(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, start + length) };
}
