/** sim/http/body: collects the body of a request up to a bound, as text. Bytes beyond it are read and dropped. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { UnreadableBody } from '../../wire/message.ts';

/** Bytes of an oversized body that are still read, so that its sender receives the response. */
const DROPPED_BYTES_MAX = 16 * 1024 * 1024;

const TOO_LARGE: UnreadableBody = { unreadable: 'too-large' };
const NOT_UTF8: UnreadableBody = { unreadable: 'not-utf8' };

/** Calls `done` once, unless the client disconnects first. `isEnded` false: the connection is of no more use. */
export function collectBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (body: string | UnreadableBody, isEnded: boolean) => void,
): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isDone = false;
  const finish = (body: string | UnreadableBody, isEnded: boolean): void => {
    if (isDone) return;
    isDone = true;
    done(body, isEnded);
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else chunks = [];
    if (bytes > DROPPED_BYTES_MAX) finish(TOO_LARGE, false);
  });
  request.on('end', () => finish(bytes > bytesMax ? TOO_LARGE : textOf(chunks), true));
}

function textOf(chunks: readonly Buffer[]): string | UnreadableBody {
  const [only] = chunks;
  const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  return isUtf8(whole) ? whole.toString('utf8') : NOT_UTF8;
}
