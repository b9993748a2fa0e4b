/** sim/world/world-error: the reason why a world cannot be built: one line with the place, the fault and its remedy. */

export class WorldError extends Error {
  override readonly name: string = 'WorldError';
}

/** One market of recorded pages is invalid; the others may be valid. */
export class MarketError extends WorldError {}
