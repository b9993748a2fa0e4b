/** bench/hostile/connections: hostile responses on the bare socket: endless, byte by byte, with false lengths. */
import type { Socket } from 'node:net';
import type { Response } from '../../wire/message.ts';

/** Sends a response on a socket that it does not share. */
export type HostileConnection = (honest: Response, socket: Socket) => void;

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

function headOf({ status, headers }: Response, version = '1.1'): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    name === 'content-length' ? [] : [`${name}: ${value}\r\n`],
  );
  return `HTTP/${version} ${status} Status\r\n${lines.join('')}`;
}

/** Writes `piece` for ever, as fast as the reader accepts it. */
function pour(socket: Socket, piece: string) {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const DRIP_MS = 20;

function drip(socket: Socket, text: string) {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text[at % text.length] ?? ' ');
    at += 1;
  }, DRIP_MS);
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

export const HOSTILE_CONNECTIONS: Readonly<Record<string, HostileConnection>> = {
  'http-1.0': (honest, socket) => socket.end(`${headOf(honest, '1.0')}\r\n${honest.body}`),
  'endless-chunks': (_, socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    pour(socket, chunk('[0,'.repeat(20_000)));
  },
  'endless-body': (_, socket) => {
    socket.write(`${HEAD}\r\n`);
    pour(socket, '[0,'.repeat(20_000));
  },
  'endless-headers': (_, socket) => {
    socket.write(HEAD);
    pour(socket, 'x-more: yes\r\n'.repeat(100));
  },
  'endless-early-hints': (_, socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(100)),
  'endless-chunk-extension': (_, socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1;`);
    pour(socket, 'x'.repeat(50_000));
  },
  'endless-trailers': (_, socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n${chunk('[]')}0\r\n`);
    pour(socket, 'x-more: yes\r\n'.repeat(100));
  },
  'slow-drip': (_, socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    drip(socket, '1\r\n \r\n');
  },
  'slow-head': (_, socket) => drip(socket, HEAD),
  'false-length': (_, socket) => socket.write(`${HEAD}content-length: 99999999999\r\n\r\n[`),
  'never-answers': () => undefined,
};
