/** spec/table: reads the tables of the project. People write them in YAML; `npm run ids` validates that and writes the JSON read here. */
import { readFileSync } from 'node:fs';

/** The content of a table, as `npm run ids` wrote it. */
export function readTable<Content>(file: URL): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
