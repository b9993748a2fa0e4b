/** backtest/data/data-error: an error about data that the user can act on: which file, what is wrong, what was expected. */

export class DataError extends Error {
  override readonly name = 'DataError';
}
