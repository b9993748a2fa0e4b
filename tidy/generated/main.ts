/** tidy/generated/main: `npm run ids`: writes the JSON of the tables, then the types of all ids. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileNames } from '../../spec/profile.ts';
import { generatedPath, TABLES, tableJson } from './tables.ts';

const pathOf = (file: string) => join(import.meta.dirname, '../..', file);
const write = (file: string, text: string) => writeFileSync(pathOf(file), text);

let remedy = 'correct this row';
try {
  for (const [file, schema] of Object.entries(TABLES))
    write(generatedPath(file), tableJson(file, readFileSync(pathOf(file), 'utf8'), schema));
  // Imported here, because these modules read what was written.
  const { checkIds, tableIds } = await import('./ids.ts');
  write('spec/ids.generated.ts', tableIds());
  remedy = 'correct the profile that names it';
  const { registerOf } = await import('../../spec/clauses/register.ts');
  for (const name of profileNames) registerOf(name);
  remedy = 'the checks do not load: do what npm run types requires, then run npm run ids again';
  const { allChecks } = await import('../../conformance/suite.ts');
  write('conformance/check-ids.generated.ts', checkIds(allChecks()));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}: ${remedy}`);
  process.exitCode = 1;
}
