/** tidy/build: creates `dist/` with tsc, tables and other files beside the code, and the venue core as one file. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleCore } from './core-bundle.ts';
import { projectFiles } from './source.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Files that a room reads at run time: everything except sources, prose, tables in YAML and fixtures. */
const SHIPPED = /^(?:base|spec|wire|sim|scenarios|conformance|backtest|reports|cli)\//;
const SOURCE = /\bfixtures\/|\.ts$|\.md$|\/tsconfig\.json$|^(?:spec|backtest)\/.*\.yaml$/;

rmSync(dist, { recursive: true, force: true });
const tsc = join(root, 'node_modules/typescript/bin/tsc');
// `npm run types` checks the types, before each publication and in `tidy/static.test.ts`.
const args = [tsc, '-p', 'tsconfig.build.json', '--checkers', '1', '--noCheck'];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);

for (const { path } of projectFiles(root)) {
  if (!SHIPPED.test(path) || SOURCE.test(path)) continue;
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  cpSync(join(root, path), join(dist, path));
}

const core = join(dist, 'sim/core/venue.js');
await bundleCore(core, core);
