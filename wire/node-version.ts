/** wire/node-version: the oldest Node that Touchstone supports, and the message for an older one. */

const OLDEST = [22, 19] as const;

/** One line for a Node that is too old, such as `v20.1.0`; undefined for a supported one. */
export function tooOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld ? `needs Node ${OLDEST.join('.')} or newer, this is ${version}` : undefined;
}
