/** tidy/generated/tables: the tables that people write in YAML, and the JSON that programs read. */
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { Definitions, GroupedDefinitions } from '../../backtest/metrics/definitions.ts';
import { ProseRow } from '../../spec/clauses/prose.ts';
import { Decision } from '../../spec/decisions.ts';
import { Profile } from '../../spec/profile.ts';

/** Each table and what it contains. */
export const TABLES: Readonly<Record<string, z.ZodType>> = {
  'spec/clauses.yaml': z.array(ProseRow),
  'spec/decisions.yaml': z.array(Decision),
  'spec/profiles/document.yaml': Profile,
  'backtest/metrics/definitions.yaml': GroupedDefinitions,
  'backtest/sweep/definitions.yaml': Definitions,
};

/** The path of the JSON of a table. */
export function generatedPath(table: string): string {
  return table.replace(/\.yaml$/, '.generated.json');
}

/** The JSON of a table, with a line for each row. Throws an error with file and line if a row is faulty. */
export function tableJson(path: string, text: string, schema: z.ZodType): string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw new Error(`${path}: ${fault.message}`);
  const { data, error } = schema.safeParse(document.toJS());
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return `${JSON.stringify(data, undefined, 1)}\n`;
  const line = lines.linePos(startOf(document, issue.path)).line;
  throw new Error(`${path}:${line}: ${issue.path.map(String).join('.')}: ${issue.message}`);
}

/** The offset of the innermost value on the way along `at`. */
function startOf(document: ReturnType<typeof parseDocument>, at: readonly PropertyKey[]): number {
  const node = at.length === 0 ? document.contents : document.getIn(at, true);
  const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
  return range?.[0] ?? (at.length === 0 ? 0 : startOf(document, at.slice(0, -1)));
}
