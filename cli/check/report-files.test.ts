import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../reports/formats.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { listen } from '../fixtures/listen.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('report-files');
const printed = capturePrinted();
const FLAGS = ['--quiet', '--min-coverage', '0'];

describe('a target that echoes the headers of requests', () => {
  it('puts no secret into a file of any format', async () => {
    const simulator = createSimulator();
    const url = await listen(
      createServer(async (request, response) => {
        const { pathname, search } = new URL(request.url ?? '', 'http://x');
        const headers = request.headers as Record<string, string>;
        const wire = { method: request.method ?? '', path: pathname, query: search.slice(1), headers };
        const { status, headers: own, body } = simulator.handle({ ...wire, body: await text(request) });
        const isEchoed = pathname.includes('heartbeat');
        response.writeHead(isEchoed ? 200 : status, own).end(isEchoed ? JSON.stringify({ echo: headers }) : body);
      }),
    );
    const keys = file('keys.json', JSON.stringify(simulator.credentials));
    const files = new Map(Object.keys(FORMATS).map((format) => [format, file(`secret.${format}`)]));
    const reports = [...files].flatMap(([format, path]) => ['--report', `${format}=${path}`]);
    for (const name of ['timings', 'trace']) files.set(name, file(`secret.${name}`));
    const others = ['timings', 'trace'].flatMap((name) => [`--${name}`, files.get(name) ?? '']);
    const flags = ['--only', 'heartbeat-v1.*', '--credentials', keys, '--allow-writes', '--journal', file('orders')];
    expect(await run(['check', url, ...flags, ...FLAGS, ...others, ...reports])).toBe(EXIT.failed);
    const texts = [...files.values()].map((path) => readFileSync(path, 'utf8'));
    for (const format of ['json', 'trace', 'har'])
      expect(readFileSync(files.get(format) ?? '', 'utf8'), format).toMatch(/passphrase [12]/);
    const secrets = simulator.credentials.wallets.flatMap((wallet) => [
      wallet.apiKey,
      wallet.passphrase,
      wallet.secret,
    ]);
    for (const one of [...texts, printed.out, printed.err]) {
      for (const secret of secrets) expect(one).not.toContain(secret);
    }
  });
});

it('a job summary is added to the end of the file', async () => {
  const summary = file('summary.md', 'of another step\n');
  await run(['check', '--in-process', '--only', 'markets.shape', ...FLAGS, '--report', `summary=${summary}`]);
  expect(readFileSync(summary, 'utf8')).toMatch(/^of another step\n## Touchstone: partial\n/);
});

it.each([
  [['run', '--library', '--against-mutants'], 'json', /--report has no rows for --against-mutants: use --json/],
  [['run', '--library', '--trace', file('steps')], 'har', /--report har needs check --trace FILE as well/],
  [['mutants', '--stale'], 'json', /leave out --stale and --core, or use --json/],
  [['soak', '--replay', '1'], 'json', /leave out --replay, or use --json/],
  [['check', '--in-process'], 'har', /--report har needs check --trace FILE as well/],
])('--report is refused if the command has no rows or no trace for it %j %s', async (words, format, message) => {
  expect(await run([...words, '--report', `${format}=${file('refused')}`])).toBe(EXIT.usage);
  expect(printed.err).toMatch(message);
});
