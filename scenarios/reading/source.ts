/** scenarios/reading/source: a scenario file as plain values with places. Hostile files are rejected first. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';
import { type Result, refuse } from '../../base/result.ts';
import { type Lines, type Problem, problemAt, problemOfFile } from './problem.ts';

/** Keys and indices from the root of a file to a value. */
export type Path = readonly (string | number)[];

export type Source = Lines & { readonly document: Document.Parsed; readonly value: unknown };

type Range = readonly [start: number, end: number];

/** Largest file, in characters. */
export const LARGEST = 1_000_000;

/** The values of a text, or every problem of the text itself. */
export function parseSource(text: string, file: string): Result<Source, readonly Problem[]> {
  if (text.length > LARGEST)
    return refuse([problemOfFile(file, `the file is larger than ${LARGEST / 1e6} MB: split it into several`)]);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // `hazardsOf` finds duplicates in linear time.
    uniqueKeys: false,
    merge: false,
    schema: 'core',
  });
  const place: Lines = { file, text, lines };
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) =>
    problemAt(place, pos[0], `this is not YAML: ${message}`),
  );
  if (problems.length > 0) return refuse(problems);
  const hazards = hazardsOf(document);
  if (hazards.length > 0) return refuse(hazards.map(({ offset, message }) => problemAt(place, offset, message)));
  try {
    return { ok: true, value: { ...place, document, value: document.toJS({ maxAliasCount: 50 }) } };
  } catch {
    // Only the number of values behind the aliases can still fail.
    return refuse([problemAt(place, 0, 'the aliases of the file stand for too many values: write them out')]);
  }
}

/** The offset of the value at `path`, or of its key; of the innermost value around it if it is missing. */
export function offsetOf(source: Source, path: Path, at: 'key' | 'value' = 'value'): number {
  return rangeOf(source, path, at)[0];
}

/** Its first and last position. */
function rangeOf(source: Source, path: Path, at: 'key' | 'value' = 'value'): Range {
  let node: unknown = source.document.contents;
  let range: Range = placeOf(node) ?? [0, 0];
  for (const [index, step] of path.entries()) {
    const whole = isAlias(node) ? node.resolve(source.document) : node;
    const isLast = index === path.length - 1;
    if (isMap(whole)) {
      const pair = whole.items.find(
        ({ key }) => isScalar(key) && (key.value === null ? '' : String(key.value)) === String(step),
      );
      if (pair === undefined) return range;
      if (isLast && at === 'key') return placeOf(pair.key) ?? range;
      range = placeOf(pair.value) ?? placeOf(pair.key) ?? range;
      node = pair.value;
    } else if (isSeq(whole)) {
      node = whole.items[Number(step)];
      range = placeOf(node) ?? range;
    } else return range;
  }
  return range;
}

/** The offset of `part`, as a whole word, in the text at `path`; its start if it is spelled differently. */
export function offsetOfPart(source: Source, path: Path, part: string): number {
  const [start, end] = rangeOf(source, path);
  const written = source.text.slice(start, end);
  for (let index = written.indexOf(part); index !== -1; index = written.indexOf(part, index + 1)) {
    const around = `${written[index - 1] ?? ' '}${written[index + part.length] ?? ' '}`;
    if (!/\w/.test(around)) return start + index;
  }
  return start;
}

function placeOf(node: unknown): Range | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined;
}

type Hazard = { readonly offset: number; readonly message: string };

/** Far more than sixteen nested blocks of steps need. */
const DEPTH_MAX = 120;
const ALIASES_MAX = 500;

type Walk = { report(offset: number, message: string): void; readonly anchors: Set<string>; aliases: number };

function hazardsOf(document: Document.Parsed): readonly Hazard[] {
  const hazards: Hazard[] = [];
  const report: Walk['report'] = (offset, message) => void hazards.push({ offset, message });
  const walk: Walk = { report, anchors: new Set(), aliases: 0 };
  visit(document.contents, 0, walk);
  const { aliases } = walk;
  if (aliases <= ALIASES_MAX) return hazards;
  return [{ offset: 0, message: `at most ${ALIASES_MAX} aliases in a file, here are ${aliases}` }, ...hazards];
}

function visit(node: unknown, depth: number, walk: Walk) {
  if (depth > DEPTH_MAX) {
    walk.report(startOf(node), `values are nested deeper than ${DEPTH_MAX}: write it flatter`);
    return;
  }
  if (isMap(node)) visitMap(node.items, depth, walk);
  else if (isSeq(node)) for (const item of node.items) visit(item, depth + 1, walk);
  else if (isAlias(node)) {
    walk.aliases += 1;
    if (!walk.anchors.has(node.source))
      walk.report(startOf(node), `no anchor &${node.source} ends before this alias of it`);
  } else if (isScalar(node)) visitNumber(node, startOf(node), walk);
  // After its content: an alias of a value inside that value would have no end.
  if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) walk.anchors.add(node.anchor);
}

function visitMap(pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number, walk: Walk) {
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    const offset = startOf(key);
    if (isScalar(key)) {
      const name = String(key.value);
      if (seen.has(name)) walk.report(offset, `the key "${name}" is a duplicate: keep one of them`);
      else if (name === '__proto__') walk.report(offset, 'no key may be called __proto__');
      else if (name === '<<') walk.report(offset, 'merge keys are not read: write the keys out');
      seen.add(name);
    } else walk.report(offset, 'a key is a plain text: put it in quotes');
    visit(value, depth + 1, walk);
  }
}

function visitNumber({ value, source }: Scalar, offset: number, walk: Walk) {
  if (typeof value !== 'number') return;
  if (!Number.isFinite(value)) walk.report(offset, 'expected a number that JSON can hold');
  else if (/^[-+]?\d+$/.test(source ?? '') && BigInt((source ?? '').replace('+', '')) !== BigInt(value)) {
    walk.report(offset, 'this number is too long to keep all its digits: put it in quotes');
  }
}

function startOf(node: unknown) {
  return (node as Node | null)?.range?.[0] ?? 0;
}
