/** sim/http/deliver: a response of a faulty network on a socket: late, not at all, or cut in the middle of the body. */
import type { ServerResponse } from 'node:http';
import type { Response } from '../../wire/message.ts';
import { firstBytes } from './delivery.ts';

/** Writes the response as its `delivery` says. A late response is dropped if its client has gone. */
export function deliver(outgoing: ServerResponse, response: Response, write: () => void): void {
  const { delayMs = 0, end } = response.delivery ?? {};
  if (end === 'lost') outgoing.socket?.resetAndDestroy();
  else if (end === 'cut') {
    outgoing.writeHead(response.status, { ...response.headers, 'content-length': Buffer.byteLength(response.body) });
    outgoing.write(firstBytes(response), () => outgoing.socket?.destroy());
  } else {
    const timer = setTimeout(write, delayMs);
    outgoing.once('close', () => clearTimeout(timer));
  }
}
