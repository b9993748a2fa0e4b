/**
 * tidy/prepare: builds `dist/` when npm packs or publishes the package, or installs it from git. `npm ci` in a clone
 * builds nothing, because the clone runs its sources; neither does an installation without the compiler.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const command = process.env['npm_command'] ?? 'install';
const isPacked = command === 'pack' || command === 'publish';
// npm calls this twice for an installation from git: in its own clone, then for the tarball.
const isBuilt = existsSync(join(root, 'dist'));
const hasCompiler = existsSync(join(root, 'node_modules/typescript'));

if (isPacked || (command !== 'ci' && !isBuilt && hasCompiler)) await import('./build.ts');
