/** tidy/prepare: builds `dist/` for npm pack, publish and installation from git, but not for `npm ci` in a clone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const command = process.env['npm_command'] ?? 'install';
const isPacked = command === 'pack' || command === 'publish';
// npm calls this twice for an installation from git: in its own clone, then for the tarball.
const isBuilt = existsSync(join(root, 'dist'));
const hasCompiler = existsSync(join(root, 'node_modules/typescript'));

if (isPacked || (command !== 'ci' && !isBuilt && hasCompiler)) await import('./build.ts');
