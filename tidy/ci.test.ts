/** tidy/ci tests: the script lines of the GitHub action and of the job for GitLab run in bash, against a simulator on a loopback port. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EXIT } from '../cli/exit.ts';
import { capturePrinted } from '../cli/fixtures/printed.ts';
import { run } from '../cli/program.ts';
import { everyVerdict } from '../reports/fixtures/report.ts';
import { startServer } from '../sim/http/server.ts';
import { createSimulator } from '../sim/simulator.ts';
import { fencedBlocks } from './blocks.ts';

capturePrinted();
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-ci-'));
const simulator = createSimulator();
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const ONE_CHECK = '--only markets.shape --min-coverage 0';
let url = '';

beforeAll(async () => {
  const server = await startServer(simulator.handle);
  url = server.url;
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify(simulator.credentials));
  return () => server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script as a CI system does. Returns its standard output. */
async function bash(script: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)('bash', ['-e', '-c', script], { cwd: folder, env })).stdout;
}

it('the action writes reports, job summary, outputs and annotations', async () => {
  const variables: Record<string, string> = { GITHUB_ACTION_PATH: root };
  for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) variables[name] = join(folder, name);
  const baseline = 'touchstone-report/report.json';
  mkdirSync(join(folder, 'touchstone-report'));
  writeFileSync(join(folder, baseline), JSON.stringify(everyVerdict));
  const inputs: Record<string, string> = { url, baseline, args: ONE_CHECK };
  const [install, check] = action.runs.steps;
  for (const [variable, expression] of Object.entries<string>(check.env)) {
    const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? '';
    expect(action.inputs).toHaveProperty(name);
    variables[variable] = inputs[name] ?? action.inputs[name].default;
  }
  const printed = await bash(`${install.run}\n${check.run}`, variables);
  expect(printed).toMatch(/^::stop-commands::(\S+)\n[\s\S]*\nverdict +partial\n::\1::\ntouchstone: partial\n$/);
  expect(readFileSync(join(folder, 'GITHUB_STEP_SUMMARY'), 'utf8')).toMatch(/^## Touchstone: partial\n/);
  const outputs = new Map(
    readFileSync(join(folder, 'GITHUB_OUTPUT'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  expect([...outputs.keys()]).toEqual(Object.keys(action.outputs));
  expect(outputs.get('verdict')).toBe('partial');
  for (const name of ['report', 'sarif']) expect(existsSync(join(folder, outputs.get(name) ?? ''))).toBe(true);
});

it('the job for GitLab writes its artifacts', async () => {
  const document = readFileSync(join(root, 'docs/ci.md'), 'utf8');
  const block = fencedBlocks(document).find(({ text }) => text.startsWith('# .gitlab-ci.yml'));
  const { script, artifacts } = parse(block?.text ?? '').conformance;
  const stand = 'npm() { test "$1" = ci; }\nnpx() { printf "%s\\n" "$@"; }';
  const variables = { BASE_URL: url, SANDBOX_HOST: new URL(url).hostname, CHECK_FLAGS: ONE_CHECK };
  const [program, ...words] = (await bash([stand, ...script].join('\n'), variables)).trimEnd().split('\n');
  expect(program).toBe('touchstone');
  const before = process.cwd();
  process.chdir(folder);
  expect(await run(words).finally(() => process.chdir(before))).toBe(EXIT.ok);
  for (const file of [...artifacts.paths, ...Object.values<string>(artifacts.reports)]) {
    expect(existsSync(join(folder, file)), file).toBe(true);
  }
});
