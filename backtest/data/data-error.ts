/** backtest/data/data-error: an error about data for the user: the file, the fault, and the expected content. */

export class DataError extends Error {
  override readonly name = 'DataError';
}
