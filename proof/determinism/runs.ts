/** proof/determinism/runs: runs the driver as a process under a condition, and compares the runs. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { divergences, type Line, parseLines } from './comparison.ts';
import type { Condition, Runtime } from './conditions.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const execute = promisify(execFile);
/** Parallel processes; other tests share the machine. */
const LANES = 2;
const OUTPUT_BYTES_MAX = 1 << 24;

export type Arguments = readonly [seed: string, planted?: 'planted'];

/** The driver as JavaScript in a temporary folder. */
export type CompiledDriver = { readonly path: string; remove(): void };

export type Run = { readonly condition: Condition; readonly lines: readonly Line[] };

const SOURCE = fileURLToPath(import.meta.resolve('./driver.ts'));
const PACKAGES: Readonly<Record<Runtime, () => string>> = {
  'node-22': () => join(packageAt(import.meta.resolve('node-22/package.json')), 'node_modules/node'),
  'node-24': () => packageAt(import.meta.resolve('node/package.json')),
  'node-26': () => join(packageAt(import.meta.resolve('node-26/package.json')), 'node_modules/node'),
};

function packageAt(manifest: string) {
  return dirname(fileURLToPath(manifest));
}

export function executableOf(runtime: Runtime): string {
  const path = join(PACKAGES[runtime](), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(path)) return path;
  throw new Error(
    `${runtime} is not installed: run npm ci, with install scripts, ` +
      'on a machine for which the npm package "node" has a build',
  );
}

/** Compiles the driver like the published package, and copies the tables of each compiled room. Throws if tsc fails. */
export function compileDriver(): CompiledDriver {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-determinism-'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', folder]);
  for (const room of readdirSync(folder)) {
    cpSync(join(root, room), join(folder, room), { recursive: true, filter: isTable });
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    path: join(folder, 'proof/determinism/driver.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The runtimes, in `node_modules`, are two hundred megabytes. */
const isTable = (path: string) => !/\.ts$|\/node_modules$/.test(path);

export async function runAll(
  conditions: readonly Condition[],
  args: Arguments,
  compiled: CompiledDriver,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next; index < conditions.length; index = next) {
      next += 1;
      const condition = conditions[index];
      if (condition !== undefined) runs[index] = await runUnder(condition, args, compiled);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return runs;
}

async function runUnder(condition: Condition, args: Arguments, compiled: CompiledDriver): Promise<Run> {
  const program = condition.sources ? SOURCE : compiled.path;
  const words = [...(condition.flags ?? []), program, ...args.filter((word) => word !== undefined)];
  const { stdout } = await execute(executableOf(condition.runtime), words, {
    cwd: condition.elsewhere ? tmpdir() : root,
    // The environment of the caller, with its zone and language, is not part of the condition.
    env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C', ...condition.environment },
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return { condition, lines: parseLines(stdout) };
}

const NAMES_SHOWN_MAX = 12;

export function verdictLines(seed: string, [reference, ...others]: readonly Run[]): readonly string[] {
  const expected = reference?.lines ?? [];
  const verdicts = others.map(({ condition, lines }) => {
    const parted = divergences(expected, lines);
    const first = parted.slice(0, NAMES_SHOWN_MAX).join(', ');
    return `${condition.name}: ${parted.length === 0 ? 'the same' : `${parted.length} DIFFER: ${first}`}`;
  });
  const last = expected.at(-1)?.join(' ');
  return [`${reference?.condition.name}: ${expected.length} lines from seed ${seed}, the last ${last}`, ...verdicts];
}
