/** conformance/input/input-file: reads JSON or YAML files of users; a defect is one line with file, line and remedy. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { systemCode } from '../../base/system-code.ts';
import { correctionsOf, nounOf } from '../../scenarios/reading/issues.ts';
import { cut } from '../evidence/excerpt.ts';
import { boundedText } from './bounded-text.ts';

/** A file that cannot be used. The message is one line for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

const LARGEST = 5_000_000;

/** The contents of `file`, parsed by `schema`. `what` names the kind of file in messages. Throws `InputError`. */
export function readInput<Schema extends z.ZodType>(file: string, what: string, schema: Schema): z.infer<Schema> {
  let text: string | undefined;
  try {
    text = boundedText(file, LARGEST);
  } catch (error) {
    const code = systemCode(error, 'unreadable');
    throw new InputError(`${file}: the ${what} cannot be read (${code}): check path and permissions`, { cause: error });
  }
  if (text === undefined) throw new InputError(tooLarge(file, what));
  return parseInput(text, file, what, schema);
}

function tooLarge(file: string, what: string) {
  return `${file}: the ${what} is larger than ${LARGEST / 1e6} MB`;
}

/** As `readInput`, from text. */
export function parseInput<Schema extends z.ZodType>(
  text: string,
  file: string,
  what: string,
  schema: Schema,
): z.infer<Schema> {
  if (text.length > LARGEST) throw new InputError(tooLarge(file, what));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, schema: 'core' });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [defect] = document.errors;
  if (defect !== undefined) {
    // The message of the parser may quote the text, which may be secret.
    throw new InputError(
      `${file}:${lineAt(defect.pos[0])}: the ${what} is neither JSON nor YAML: ${withoutSource(defect.message)}`,
    );
  }
  const value = contentsOf(document, file, what);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = firstDefect(schema, value, parsed.error.issues);
  throw new InputError(`${file}:${lineAt(offsetOf(document, path))}: ${message}`);
}

/** The first defect and its place, as one line. */
type Defect = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first of the issues of `schema`, unknown keys before others. No value is quoted. */
export function firstDefect(schema: z.ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]): Defect {
  const key = correctionsOf(schema, value, issues).find(({ at }) => at === 'key');
  if (key !== undefined) return { path: key.path, message: placed(key.path.slice(0, -1), key.message) };
  const [issue] = issues;
  if (issue === undefined) return { path: [], message: 'not as expected' };
  const noun = nounOf(issue);
  // Messages that a schema defines are quoted as they are.
  return { path: issue.path, message: placed(issue.path, noun === issue.message ? noun : `expected ${noun}`) };
}

function placed(path: readonly PropertyKey[], message: string) {
  return `${path.length === 0 ? '' : `${path.map(String).join('.')}: `}${oneLine(message)}`;
}

function contentsOf(document: ReturnType<typeof parseDocument>, file: string, what: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new InputError(`${file}: an alias of the ${what} names no anchor or repeats too much: write it out`, {
      cause: error,
    });
  }
}

/** The position of the value at `path`, or of the innermost existing node on the way. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** The message of the parser without its quotation of the file, which may be secret. */
function withoutSource(message: string) {
  return oneLine(message.replace(/(?:: |").*$/s, ''));
}

function oneLine(text: string) {
  return cut(text.replaceAll(/\s+/g, ' ').trim(), 300);
}
