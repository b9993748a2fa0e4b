/** bench/server-rate: requests a second of `serve` against a bare `node:http` server, in rounds that alternate. */

import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolder } from '../backtest/fixtures/folder.ts';
import { inRounds, print, withChild, withServed, withSpread } from './machine.ts';

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
const ROUNDS = 5;

/** A path whose response has about `bytes` bytes: one small entity, or a page. */
export async function pathOfSize(
  url: string,
  paths: readonly string[],
  bytes: number,
): Promise<{ readonly path: string; readonly text: string }> {
  const responses = await Promise.all(
    paths.map(async (path) => ({ path, text: await (await fetch(`${url}${path}`)).text() })),
  );
  const [nearest] = responses.sort((a, b) => Math.abs(a.text.length - bytes) - Math.abs(b.text.length - bytes));
  if (nearest === undefined) throw new Error('no path to measure');
  return nearest;
}

async function compare(url: string, what: string, path: string, text: string, goal: string) {
  await withFolder(async (folder) => {
    const file = join(folder, 'body.json');
    writeFileSync(file, text);
    const rounds = await withChild([BARE, file], (port) =>
      inRounds(ROUNDS, async () => ({
        base: await requestsPerSecond(Number(port), '/'),
        served: await requestsPerSecond(Number(new URL(url).port), path),
      })),
    );
    const ours = rounds.map(({ served }) => served);
    const ratios = rounds.map(({ served, base }) => served / base);
    print(`${what}: ${path} (${text.length} bytes)`, withSpread(ours, 'requests/s', 0), '');
    print('  against bare node:http with JSON.stringify', withSpread(ratios, 'x', 2), goal);
  });
}

export async function benchServing(): Promise<void> {
  await withServed(['--world', 'medium', '--limits', 'off'], async (url) => {
    const markets = (await (await fetch(`${url}/markets?limit=20`)).json()) as { conditionId: string; slug: string }[];
    const small = await pathOfSize(
      url,
      markets.flatMap(({ conditionId, slug }) => [
        `/clob-markets/${conditionId}`,
        `/markets/slug/${slug}`,
        '/markets?limit=1',
      ]),
      1_024,
    );
    await compare(url, 'serve, 1 KB', small.path, small.text, 'goal: at least 0.7x');
    const page = await (await fetch(`${url}/markets?limit=20`)).text();
    await compare(url, 'serve, 18 KB', '/markets?limit=20', page, 'goal: at least 3x');
  });
}

const HEAD_END = '\r\n\r\n';

/** Reads responses from one socket and sends the next request after each. */
function drive(socket: Socket, request: string, onResponse: () => void, onTrouble: (error: Error) => void) {
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

const CONNECTIONS = 32;
const LOAD_MS = 1_500;

/** Requests a second over `LOAD_MS`, after a fifth of that as warm-up. */
function requestsPerSecond(port: number, path: string): Promise<number> {
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
    for (let index = 0; index < CONNECTIONS; index += 1) {
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
      }, LOAD_MS);
    }, LOAD_MS / 5);
  });
}
