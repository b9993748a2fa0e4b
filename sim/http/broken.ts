/** sim/http/broken: the last word to a client whose bytes are not HTTP, too long, or too slow. */
import type { Duplex } from 'node:stream';

const ANSWERS: Readonly<Record<string, readonly [status: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
};
const MALFORMED = ['400 Bad Request', 'the request is not valid HTTP'] as const;

/** Answers with JSON and closes; a socket that is gone already is let go. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] = ANSWERS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: text });
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`;
  socket.end(`${head}connection: close\r\n\r\n${body}`);
}
