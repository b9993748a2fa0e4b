/** spec/table: reads tables that `npm run ids` writes as JSON. People write them in YAML. */
import { readFileSync } from 'node:fs';

/** The content of a table, as `npm run ids` wrote it. */
export function readTable<Content>(file: URL): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
