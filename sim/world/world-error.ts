/** sim/world/world-error: why a world cannot be built: one line that says where, what and what to do. */

export class WorldError extends Error {
  override readonly name = 'WorldError';
}
