/** tidy/generated/main: `npm run ids`: writes the JSON of the tables, then the types of all ids. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedPath, TABLES, tableJson } from './tables.ts';

const root = join(import.meta.dirname, '../..');

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

for (const [path, schema] of Object.entries(TABLES))
  write(generatedPath(path), tableJson(path, readFileSync(join(root, path), 'utf8'), schema));

// Imported here, because the checks read the tables.
const { idFiles } = await import('./ids.ts');
for (const [path, text] of Object.entries(idFiles())) write(path, text);
