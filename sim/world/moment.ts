/** sim/world/moment: moments of a world as milliseconds and as text, counted from one, not from the wall clock. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The service clock of a generated world at the end of its history. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** A moment as text: ISO 8601, UTC, milliseconds. All of one length, so that text order is time order. */
export function isoText(ms: number): string {
  return new Date(ms).toISOString();
}
