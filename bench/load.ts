/** bench/load: a load generator on bare sockets. Any status except 200 ends the measurement. */
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Reads responses from one socket and sends the next request after each. */
function drive(socket: Socket, request: string, onResponse: () => void, onTrouble: (error: Error) => void): void {
  let head = '';
  let left = 0;
  socket.on('error', onTrouble);
  socket.on('data', (chunk: Buffer) => {
    let at = 0;
    while (at < chunk.length) {
      if (left > 0) {
        const taken = Math.min(left, chunk.length - at);
        left -= taken;
        at += taken;
      } else {
        const text = head + chunk.toString('latin1', at);
        const end = text.indexOf(HEAD_END);
        if (end < 0) {
          head = text;
          return;
        }
        if (!text.startsWith('HTTP/1.1 200 ')) {
          onTrouble(new Error(`not a 200 response: ${text.slice(0, 60)}`));
          return;
        }
        left = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? Number.NaN);
        if (Number.isNaN(left)) {
          onTrouble(new Error('a response without content-length'));
          return;
        }
        at += end + HEAD_END.length - head.length;
        head = '';
      }
      if (left === 0 && head === '') {
        onResponse();
        socket.write(request);
      }
    }
  });
  socket.write(request);
}

export type LoadOptions = {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  readonly milliseconds: number;
};

/** Requests a second over `milliseconds`, after a fifth of that as warm-up. */
export function requestsPerSecond({ port, path, connections, milliseconds }: LoadOptions): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let responses = 0;
    const sockets: Socket[] = [];
    const finish = () => {
      for (const socket of sockets) socket.destroy();
    };
    const onTrouble = (error: Error) => {
      finish();
      reject(error);
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = connect(port, '127.0.0.1', () =>
        drive(
          socket,
          request,
          () => {
            responses += 1;
          },
          onTrouble,
        ),
      );
      socket.setNoDelay(true);
      sockets.push(socket);
    }
    setTimeout(() => {
      responses = 0;
      const start = performance.now();
      setTimeout(() => {
        finish();
        resolve(responses / ((performance.now() - start) / 1_000));
      }, milliseconds);
    }, milliseconds / 5);
  });
}
