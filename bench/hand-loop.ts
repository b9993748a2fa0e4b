/** bench/hand-loop: the alternative to Touchstone: undici and zod over recorded requests, 32 in flight. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { ROUTES } from '../spec/routes.ts';

type Recorded = Readonly<{
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string;
}>;

const [, , url = '', file = ''] = process.argv;
const requests = JSON.parse(readFileSync(file, 'utf8')) as Recorded[];
const patterns = ROUTES.map((route) => ({
  route,
  path: new RegExp(`^${route.path.replace(/\{[a-z_]+\}/, '[^/]+')}$`),
}));
const pool = new Pool(url, { connections: 32 });
let next = 0;
let valid = 0;

function schemaOf({ method, target }: Recorded) {
  const [path = ''] = target.split('?');
  const found = patterns.filter(({ route, path: pattern }) => route.method === method && pattern.test(path));
  return (found.find(({ route }) => !route.path.includes('{')) ?? found[0])?.route.ok;
}

async function work() {
  for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
    const { statusCode, body } = await pool.request({
      method: request.method as 'GET',
      path: request.target,
      headers: request.headers,
      body: request.body ?? null,
    });
    const text = await body.text();
    if (statusCode === 200 && schemaOf(request)?.safeParse(JSON.parse(text)).success === true) valid += 1;
  }
}

await Promise.all(Array.from({ length: 32 }, work));
await pool.close();
process.stdout.write(`${valid} of ${requests.length} responses valid\n`);
