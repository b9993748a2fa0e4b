/** sim/http/broken: the last response to a client whose bytes are not HTTP, too long, or too slow. */
import type { Duplex } from 'node:stream';
import { httpDate } from '../headers.ts';

const ANSWERS: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};
const MALFORMED = ['400 Bad Request', 'the request is not valid HTTP'] as const;

/** Sends JSON and closes the socket, if it is still open. Without a clock of the service there is no `Date`. */
export function brokenHttpResponse(clock: (() => number) | undefined) {
  return ({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>, socket: Duplex): void => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, text] = ANSWERS[code] ?? MALFORMED;
    const body = JSON.stringify({ error: text });
    const date = clock === undefined ? '' : `date: ${httpDate(clock())}\r\n`;
    const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`;
    socket.end(`${head}${date}connection: close\r\n\r\n${body}`);
  };
}
