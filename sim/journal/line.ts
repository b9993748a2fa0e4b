/**
 * sim/journal/line: how a line is framed: the CRC-32 of its JSON in 8 hexadecimal digits, a blank, compact JSON, a line feed.
 * A line that is whole and undamaged is told from one that is not, whatever it says.
 */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { ok, type Result, refuse } from '../../spec/result.ts';

const FRAME = /^[0-9a-f]{8} $/;
const FRAME_BYTES = 9;

/** The line for a JSON text. */
export function lineOf(json: string): Buffer {
  const bytes = Buffer.from(`00000000 ${json}\n`);
  bytes.write(crc32(bytes.subarray(FRAME_BYTES, -1)).toString(16).padStart(8, '0'), 'latin1');
  return bytes;
}

/** The beginning of a record behind something else. No text inside JSON can look so: it would have to end before the `n`. */
const SECOND_FRAME = /.[0-9a-f]{8} \{"n":/s;

/** Whether bytes without a line feed were once more than the beginning of a line: it stood there, and is damaged. */
export function holdsWholeLine(bytes: Buffer): boolean {
  return jsonOf(bytes.subarray(0, -1)).ok || SECOND_FRAME.test(bytes.toString('latin1'));
}

/** The JSON text in a line (without its line feed), or what is wrong with the line. */
export function jsonOf(line: Buffer): Result<string, string> {
  if (!FRAME.test(line.toString('latin1', 0, FRAME_BYTES))) {
    return refuse('the line does not begin with 8 hexadecimal digits and a blank');
  }
  const json = line.subarray(FRAME_BYTES);
  const [written, actual] = [line.toString('latin1', 0, 8), crc32(json).toString(16).padStart(8, '0')];
  if (written !== actual) return refuse(`the checksum is ${actual}, not ${written} as written`);
  return isUtf8(json) ? ok(json.toString()) : refuse('the line is not UTF-8 text');
}
