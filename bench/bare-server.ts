/** bench/bare-server: the baseline of `serve`: a `node:http` server that stringifies a body for each request. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

const server = createServer((_, response) => {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
