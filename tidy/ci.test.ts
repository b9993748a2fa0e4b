import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXIT } from '../cli/exit.ts';
import { capturePrinted } from '../cli/fixtures/printed.ts';
import { run } from '../cli/program.ts';
import { everyVerdict } from '../reports/fixtures/report.ts';
import { startServer } from '../sim/http/server.ts';
import { createSimulator } from '../sim/simulator.ts';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import { fencedBlocks, type ShellLine, shellLines } from './blocks.ts';

capturePrinted();
const root = join(import.meta.dirname, '..');
const { folder } = testFolder('ci');
const simulator = createSimulator();
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const ONE_CHECK = '--only markets.shape --min-coverage 0';
let url = '';
let stop = async (): Promise<void> => undefined;

beforeAll(async () => {
  const server = await startServer(simulator.handle);
  url = server.url;
  stop = server.close;
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify(simulator.credentials));
  return () => stop();
});

/** Runs a script as a CI system does. Returns its standard output. */
async function bash(script: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder, env })).stdout;
}

/** The file of the guide with a first line. */
function blockOf(first: string) {
  const document = readFileSync(join(root, 'docs/ci.md'), 'utf8');
  return parse(fencedBlocks(document).find(({ text }) => text.startsWith(first))?.text ?? '');
}

/** Runs the action as a job does. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<{
  readonly code: number;
  readonly printed: string;
  readonly summary: string;
  readonly outputs: Map<string, string>;
}> {
  const [install, check] = action.runs.steps;
  const variables: Record<string, string> = { GITHUB_ACTION_PATH: root, ...more };
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) {
    variables[name] = join(folder, name);
    rmSync(variables[name], { force: true });
  }
  for (const [variable, expression] of Object.entries<string>(check.env)) {
    const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? '';
    expect(action.inputs).toHaveProperty(name);
    variables[variable] = inputs[name] ?? action.inputs[name].default;
  }
  const ended = await bash(`${install.run}\n${check.run}`, variables).then(
    (stdout) => ({ code: 0, stdout }),
    (error: { readonly code: number; readonly stdout: string }) => error,
  );
  const written = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trimEnd() : '';
  const outputs = written('GITHUB_OUTPUT')
    .split('\n')
    .map((line) => line.split('=') as [string, string]);
  return {
    code: ended.code,
    printed: ended.stdout,
    summary: written('GITHUB_STEP_SUMMARY'),
    outputs: new Map(outputs),
  };
}

it('the action writes reports, job summary, outputs and annotations', async () => {
  const baseline = 'touchstone-report/report.json';
  mkdirSync(join(folder, 'touchstone-report'));
  writeFileSync(join(folder, baseline), JSON.stringify(everyVerdict));
  const lists = {
    only: 'markets.shape\nbooks.shape\n',
    skip: 'books.*',
    args: `--min-coverage 0 --label 'note=a b'`,
  };
  const { code, printed, summary, outputs } = await runAction({ url, baseline, ...lists });
  expect(code, summary).toBe(EXIT.ok);
  expect(printed).toMatch(/^::stop-commands::(\S+)\n[\s\S]*\nverdict +partial\n::\1::\ntouchstone: partial\n$/);
  expect(summary).toMatch(/^## Touchstone: partial\n/);
  expect([...outputs.keys()]).toEqual(Object.keys(action.outputs));
  expect(outputs.get('verdict')).toBe('partial');
  const [report = '', sarif = ''] = ['report', 'sarif'].map((name) => join(folder, outputs.get(name) ?? ''));
  expect(existsSync(sarif)).toBe(true);
  const { checks, labels } = JSON.parse(readFileSync(report, 'utf8'));
  const ran = checks.filter(({ verdict }: { readonly verdict: string }) => verdict !== 'not-run');
  expect(ran.map(({ id }: { readonly id: string }) => id)).toEqual(['markets.shape']);
  expect(labels).toEqual({ note: 'a b' });
});

it.each([
  ['--no-such-flag <b>', /unknown option '--no-such-flag'/],
  ["--label 'a", /the quote ' is not closed/],
])('the action used with %s explains itself in the job summary', async (args, reason) => {
  const { code, printed, summary, outputs } = await runAction({ url, args });
  expect(code).toBe(EXIT.usage);
  expect(printed).toMatch(
    /\n::error title=touchstone::exit code 2: the inputs of the action cannot be used, see the job summary\n$/,
  );
  expect(summary).toMatch(/^## Touchstone: error\n\nExit code 2: the inputs of the action cannot be used\.\n\n> /);
  expect(summary).toMatch(reason);
  expect(outputs.get('verdict')).toBe('error');
  expect(['report', 'sarif'].map((name) => outputs.get(name))).toEqual(['', '']);
  const steps = blockOf('# .github/workflows/conformance.yml').jobs.touchstone.steps;
  const upload = steps.find(({ uses = '' }) => uses.includes('upload-sarif'));
  expect(upload.if, 'a file that does not exist cannot be uploaded').toBe('always() && steps.touchstone.outputs.sarif');
});

it.each([
  ['', EXIT.partial, /\n::error title=run\.partial::\d+ of \d+ MUST clauses were verified: [^\n]*min-coverage\n$/],
  ['--trace /dev/full --min-coverage 0', EXIT.usage, /\n::error title=touchstone::exit code 2: see the log[^\n]*\n$/],
])('the action has an annotation if it is red without a failed check: %s', async (args, red, annotation) => {
  const { code, printed, outputs } = await runAction({ url, only: 'markets.shape', args });
  expect([code, outputs.get('verdict')]).toEqual([red, 'partial']);
  expect(printed).toMatch(annotation);
  expect(printed.match(/^::error /gm)).toHaveLength(1);
});

it('the action states which Node it needs, and installs no development dependencies', async () => {
  const old = join(folder, 'old');
  mkdirSync(old);
  writeFileSync(join(old, 'node'), '#!/bin/sh\ntest "$1" = --version && echo v20.20.2\n', { mode: 0o755 });
  writeFileSync(join(old, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const first = old + delimiter + (process.env['PATH'] ?? '');
  const refused = await runAction({ url }, { PATH: first });
  const message =
    'touchstone needs Node 22.19 or newer, and found v20.20.2: add a step with actions/setup-node before it';
  expect(refused).toMatchObject({ code: EXIT.usage, printed: `::error title=touchstone::${message}\n` });
  expect(refused.summary).toBe(`## Touchstone: error\n\n${message}`);
  rmSync(join(old, 'node'));
  expect(await bash(action.runs.steps[0].run, { PATH: first, GITHUB_ACTION_PATH: old })).toMatch(
    /^ci --prefix \S+ --omit=dev --ignore-scripts /,
  );
});

it('the job for GitLab writes its artifacts', async () => {
  const { script, artifacts } = blockOf('# .gitlab-ci.yml').conformance;
  const stand = 'npm() { test "$1" = ci || echo started "$2" >&2; }\nnpx() { printf "%s\\n" "$@"; }';
  const variables = { BASE_URL: url, SANDBOX_HOST: new URL(url).hostname, CHECK_FLAGS: ONE_CHECK };
  const [program, ...words] = (await bash([stand, ...script].join('\n'), variables)).trimEnd().split('\n');
  expect(program).toBe('touchstone');
  const before = process.cwd();
  process.chdir(folder);
  expect(await run(words).finally(() => process.chdir(before))).toBe(EXIT.ok);
  for (const file of [...artifacts.paths, ...Object.values<string>(artifacts.reports)])
    expect(existsSync(join(folder, file)), file).toBe(true);
});

it('the jobs of the guide that run parts end with the report of the whole run', async () => {
  const { part, whole } = blockOf('# .github/workflows/shards.yml').jobs;
  const commandOf = ({ steps }: typeof part): string =>
    steps.map(({ run: line = '' }) => line).find((line: string) => line.startsWith('npx touchstone ')) ?? '';
  const perform = async (command: string, ...more: readonly string[]): Promise<number | string> => {
    const [{ words }] = shellLines(command) as [ShellLine];
    const before = process.cwd();
    process.chdir(folder);
    const args = words.slice(2).map((word) => (word === 'http://127.0.0.1:4010' ? url : word));
    return await run([...args, ...more]).finally(() => process.chdir(before));
  };
  for (const shard of part.strategy.matrix.shard) {
    const command = commandOf(part).replaceAll(/\$\{\{ matrix\.shard \}\}/g, shard);
    expect(await perform(command, '--only', 'markets.*', '--only', 'place-order.rests-buy-0', '--quiet')).toBe(EXIT.ok);
  }
  expect(await perform(commandOf(whole))).toBe(EXIT.partial);
  const { checks, shard } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(shard).toBeUndefined();
  const passed = checks.filter(({ verdict }: { readonly verdict: string }) => verdict === 'pass');
  expect(passed.map(({ id }: { readonly id: string }) => id)).toEqual(
    expect.arrayContaining(['markets.shape', 'place-order.rests-buy-0']),
  );
});

it('the workflow of the guide starts a service in the background, and its action waits for it', async () => {
  const workflow = blockOf('# .github/workflows/conformance.yml').jobs.touchstone;
  const [start, judged] = ['run', 'id'].map((key) => workflow.steps.find((step: object) => key in step));
  const port = new URL(url).port;
  const service = `import { createSimulator, startServer } from '${root}/index.ts';
    setTimeout(() => startServer(createSimulator().handle, { port: ${port} }), 2_500);`;
  writeFileSync(join(folder, 'service.mjs'), service);
  await stop();
  const npm = 'npm() { exec node service.mjs; }';
  const begun = performance.now();
  await bash(`${npm}\n${start.run}\necho $! > pid`, {});
  expect(performance.now() - begun, 'in the background').toBeLessThan(2_300);
  const given = {
    ...judged.with,
    url,
    args: `${judged.with.args} ${ONE_CHECK}`,
    credentials: 'sandbox.json',
    expect: '',
  };
  const { code, summary } = await runAction(given);
  await bash('kill $(cat pid)', {});
  expect({ code, summary }).toMatchObject({
    code: EXIT.ok,
    summary: expect.stringMatching(/^## Touchstone: partial\n/),
  });
});
