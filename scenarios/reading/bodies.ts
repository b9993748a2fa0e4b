/** scenarios/reading/bodies: a request has one body, and `bytes` are base64. */
import type { Reading } from './problem-list.ts';
import type { Path } from './source.ts';

const BODIES = ['body', 'text', 'bytes'];

/** Reports a second body, and bytes that are not base64. The value of an expression is only known when it is played. */
export function reportBodies(reading: Reading, path: Path, step: Readonly<Record<string, unknown>>): void {
  const [first, second] = BODIES.filter((name) => Object.hasOwn(step, name));
  if (second !== undefined)
    reading.report([...path, second], `a request has one body, this one has ${first} too`, 'key');
  const { bytes } = step;
  if (typeof bytes !== 'string' || bytes.includes('${') || Buffer.from(bytes, 'base64').toString('base64') === bytes)
    return;
  reading.report([...path, 'bytes'], 'expected bytes as base64, four characters for three bytes: "AP8i"');
}
