/** tidy/generated/tables: the tables that people write in YAML, and the JSON that programs read. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { Definitions, GroupedDefinitions } from '../../backtest/report-schema.ts';
import { ProseRow } from '../../spec/clauses/prose.ts';
import { Decision } from '../../spec/decisions.ts';
import { Profile, profileNames } from '../../spec/profile.ts';

/** Each table and what it contains. */
export const TABLES: Readonly<Record<string, z.ZodType>> = {
  'spec/clauses.yaml': z.array(ProseRow),
  'spec/decisions.yaml': z.array(Decision),
  ...Object.fromEntries(profileNames.map((name) => [`spec/profiles/${name}.yaml`, Profile])),
  'backtest/metrics/definitions.yaml': GroupedDefinitions,
  'backtest/sweep/definitions.yaml': Definitions,
};

export function generatedPath(table: string): string {
  return table.replace(/\.yaml$/, '.generated.json');
}

/** The JSON of a table. Throws an error with file and line if a row is faulty. */
export function tableJson(path: string, text: string, schema: z.ZodType): string {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [fault] = document.errors;
  if (fault !== undefined) throw new Error(`${path}: ${fault.message}`);
  const { data, error } = schema.safeParse(document.toJS());
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return `${JSON.stringify(data, undefined, 1)}\n`;
  // The innermost value on the way that exists.
  const nodes = issue.path.map((_, depth) => document.getIn(issue.path.slice(0, depth + 1), true)).filter(isNode);
  const { line } = lineCounter.linePos((nodes.at(-1) ?? document.contents)?.range?.[0] ?? 0);
  throw new Error(`${path}:${line}: ${issue.path.map(String).join('.')}: ${issue.message}`);
}
