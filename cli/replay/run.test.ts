import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Finding, Report } from '../../conformance/report.ts';
import { parseReport } from '../../reports/report-file.ts';
import { startServer } from '../../sim/http/server.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('replay');
const printed = capturePrinted();
const simulator = createSimulator();

/** Whether the gateway before the service refuses requests without its header. */
let isGuarded = false;

/** Edits every body of the service. */
let edit = (body: string): string => body;
const named = (text: string) => (body: string) => body.replaceAll('"outcomes":', `"outcomes":${text},"x":`);
const server = await startServer(
  (request) => {
    if (isGuarded && request.headers['x-gate'] !== 'open-sesame')
      return { status: 401, headers: {}, body: '{"error":"no"}' };
    const response = simulator.handle(request);
    return { ...response, body: edit(String(response.body)) };
  },
  { control: simulator },
);
const path = file('report.json');
const readAgain = (): Report => parseReport(readFileSync(path, 'utf8'), path);
const findingOf = (id: string): Finding => {
  const finding = readAgain().checks.find((row) => row.id === id)?.findings[0];
  if (finding === undefined) throw new Error(`${id} has a finding`);
  return finding;
};

beforeAll(async () => {
  edit = named('7');
  const only = ['--only', 'market-by-slug.*', '--only', 'markets.*'];
  await run(['check', server.url, ...only, '--quiet', '--report', `json=${path}`]);
  process.exitCode = undefined;
  return () => server.close();
});

it.each([
  ['still failing', named('7'), EXIT.failed, /^still failing {2}\w{12} {2}\S+ \(MUST\)\n {2}request {3}GET/m],
  ['changed', named('true'), EXIT.failed, /^changed .*\n.*\n.*\n {2}before {4}7 at .*\n {2}now {7}true at /m],
  ['fixed', (body: string) => body, EXIT.ok, /^fixed .*\n\n1 fixed\n$/m],
  ['not judged', () => 'null', EXIT.partial, /^not judged .*\n {2}reason {4}the check is blocked/m],
] as const)('a finding is %s', async (_, change, code, text) => {
  edit = change;
  const { id } = findingOf('market-by-slug.shape');
  expect(await run(['replay', id.slice(0, 8), '--report', path])).toBe(code);
  expect(printed.out).toMatch(text);
  expect(printed.out).toContain(`target ${server.url}`);
});

it('passes a gateway with the flags of check, and with the headers of a target file', async () => {
  edit = named('7');
  isGuarded = true;
  try {
    const words = ['replay', 'market-by-slug.shape', '--report', path];
    const target = file('target.json', JSON.stringify({ headers: { 'x-gate': 'open-sesame' } }));
    expect(await run(words)).toBe(EXIT.unreachable);
    expect(await run([...words, '--header', 'x-gate=open-sesame'])).toBe(EXIT.failed);
    expect(await run([...words, '--target-config', target])).toBe(EXIT.failed);
  } finally {
    isGuarded = false;
  }
});

it('repeats on the address of --url, and on the built-in simulator; another version is stated', async () => {
  edit = named('7');
  expect(await run(['replay', 'market-by-slug.sh', '--report', path, '--url', 'http://127.0.0.1:1'])).toBe(
    EXIT.unreachable,
  );
  const older = file(
    'older.json',
    JSON.stringify({ ...readAgain(), touchstone: '0.0.1', target: 'built-in simulator, world small' }),
  );
  process.exitCode = undefined;
  expect(await run(['replay', 'market-by-slug.shape', '--report', older])).toBe(EXIT.ok);
  expect(printed.out).toContain('touchstone 0.0.1 wrote the report, and this is ');
});

it('does not count a finding of recorded traffic as fixed if its request was not sent again', async () => {
  edit = (body) => body;
  const finding = {
    ...findingOf('market-by-slug.shape'),
    clause: '4.11/limit.default',
    request: 'GET $TARGET/markets?limit=7',
  };
  const checks = readAgain().checks.map((row) =>
    row.id === 'markets.limit.default' ? { ...row, findings: [finding] } : row,
  );
  const traffic = file('traffic.json', JSON.stringify({ ...readAgain(), target: 'x.har (recorded)', checks }));
  expect(await run(['replay', 'markets.limit.default', '--report', traffic, '--url', server.url])).toBe(EXIT.partial);
  expect(printed.out).toMatch(/^not judged .*\n {2}reason {4}its request was not sent again/m);
});

it.each<[string, string, (report: Report) => object, readonly string[], RegExp]>([
  ['an unknown id', 'nothing', (report) => report, [], /no check or finding has the id "nothing"/],
  ['a check without findings', 'positions.shape', (report) => report, [], /positions\.shape has no findings to repeat/],
  ['the beginning of several', 'm', (report) => report, [], /"m" is the beginning of several: .*market/],
  [
    'the report of another command',
    'market-by-slug.shape',
    (report) => ({ ...report, command: 'run' }),
    [],
    /touchstone run wrote/,
  ],
  [
    'a seed that is no number',
    'market-by-slug.shape',
    (report) => ({ ...report, seed: 'x' }),
    [],
    /seed .* whole number: x/,
  ],
  [
    'writes without credentials',
    'market-by-slug.shape',
    (report) => report,
    ['--allow-writes'],
    /needs --credentials FILE/,
  ],
  [
    'recorded traffic without a deployment',
    'market-by-slug.shape',
    (report) => ({ ...report, target: 'x.har (recorded)' }),
    [],
    /is a report of recorded traffic: name the deployment .* with --url URL/,
  ],
  [
    'a comparison with a reference',
    'against.markets',
    ({ checks: [row], ...report }) => ({
      ...report,
      checks: [{ ...row, id: 'against.markets', kind: 'differential', findings: [findingOf('market-by-slug.shape')] }],
    }),
    [],
    /against\.markets has a reference: repeat it with touchstone check --against URL/,
  ],
  ['a target that is no URL', 'market-by-slug.shape', (report) => ({ ...report, target: 'x' }), [], /not a URL/],
])('refuses %s', async (_, id, change, flags, message) => {
  const report = file('changed.json');
  writeFileSync(report, JSON.stringify(change(readAgain())));
  expect(await run(['replay', id, '--report', report, ...flags])).toBe(EXIT.usage);
  expect(printed.err).toMatch(message);
});
