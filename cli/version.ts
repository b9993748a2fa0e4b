/** cli/version: the version of the installed package, from its package.json, in a clone and a tarball alike. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { CliError, EXIT } from './exit.ts';

export function version(): string {
  const path = findPackageJSON('.', import.meta.url);
  const manifest: unknown = path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new CliError('package.json of touchstone is missing: install the package again', EXIT.harness);
}
