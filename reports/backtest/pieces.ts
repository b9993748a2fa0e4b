/** reports/backtest/pieces: short texts as fewer long ones, for files that are written piece by piece. */

/** Long enough that writing is not slowed by the number of pieces. */
const PIECE_LENGTH = 1 << 18;

export function* inPieces(texts: Iterable<string>): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  for (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length < PIECE_LENGTH) continue;
    yield parts.join('');
    parts = [];
    length = 0;
  }
  if (length > 0) yield parts.join('');
}
