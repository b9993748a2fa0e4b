/** bench/hostile/server: `node server.ts KIND [AFTER]`: a small world that turns hostile after AFTER responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulator } from '../../sim/simulator.ts';
import type { Response } from '../../wire/message.ts';
import { HOSTILE_BODIES } from './bodies.ts';
import { HOSTILE_CONNECTIONS } from './connections.ts';

const [kind = '', after = '0'] = process.argv.slice(2);
const hostileBody = HOSTILE_BODIES[kind];
const hostileConnection = HOSTILE_CONNECTIONS[kind];
if (hostileBody === undefined && hostileConnection === undefined) throw new Error(`unknown kind ${kind}`);

const simulator = createSimulator({ limits: 'off' });
let turn = 0;

async function honestResponse(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = (incoming.url ?? '').split(/\?(.*)/s);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const text = Buffer.concat(chunks).toString();
  return simulator.handle({
    method: incoming.method ?? 'GET',
    path,
    query,
    headers,
    ...(text !== '' && { body: text }),
    client: '127.0.0.1',
  });
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
  const honest = await honestResponse(incoming);
  turn += 1;
  if (turn <= Number(after)) outgoing.writeHead(honest.status, { ...honest.headers }).end(honest.body);
  else if (hostileConnection !== undefined) hostileConnection(honest, incoming.socket);
  else if (hostileBody !== undefined) {
    const { status, headers, body } = hostileBody(honest, turn - Number(after));
    outgoing.writeHead(status, headers as Record<string, string>).end(body);
  }
}

const server = createServer({ maxHeaderSize: 2 ** 24 }, (incoming, outgoing) => void respond(incoming, outgoing));
server.on('connection', (socket) => socket.on('error', () => undefined));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
