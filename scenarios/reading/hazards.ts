/** scenarios/reading/hazards: dangerous parts of a YAML text, such as `__proto__`, merge keys and alias bombs. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';

export type Hazard = { readonly offset: number; readonly message: string };

/** Far more than sixteen nested blocks of steps need. */
const DEPTH_MAX = 120;
const ALIASES_MAX = 500;

type Walk = { readonly hazards: Hazard[]; readonly anchors: Set<string>; aliases: number };

export function hazardsOf(document: Document.Parsed): readonly Hazard[] {
  const walk: Walk = { hazards: [], anchors: new Set(), aliases: 0 };
  visit(document.contents, 0, walk);
  if (walk.aliases > ALIASES_MAX)
    walk.hazards.unshift({ offset: 0, message: `at most ${ALIASES_MAX} aliases in a file, here are ${walk.aliases}` });
  return walk.hazards;
}

function visit(node: unknown, depth: number, walk: Walk): void {
  if (depth > DEPTH_MAX) {
    walk.hazards.push({
      offset: startOf(node),
      message: `values are nested deeper than ${DEPTH_MAX}: write it flatter`,
    });
    return;
  }
  if (isMap(node)) visitMap(node.items, depth, walk);
  else if (isSeq(node)) for (const item of node.items) visit(item, depth + 1, walk);
  else if (isAlias(node)) {
    walk.aliases += 1;
    if (!walk.anchors.has(node.source))
      walk.hazards.push({ offset: startOf(node), message: `no anchor &${node.source} ends before this alias of it` });
  } else if (isScalar(node)) visitNumber(node, startOf(node), walk);
  // After its content: an alias of a value inside that value would have no end.
  if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) walk.anchors.add(node.anchor);
}

function visitMap(
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  depth: number,
  walk: Walk,
): void {
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    const offset = startOf(key);
    if (isScalar(key)) {
      const name = String(key.value);
      if (seen.has(name)) walk.hazards.push({ offset, message: `the key "${name}" is a duplicate: keep one of them` });
      else if (name === '__proto__') walk.hazards.push({ offset, message: 'no key may be called __proto__' });
      else if (name === '<<') walk.hazards.push({ offset, message: 'merge keys are not read: write the keys out' });
      seen.add(name);
    } else walk.hazards.push({ offset, message: 'a key is a plain text: put it in quotes' });
    visit(value, depth + 1, walk);
  }
}

function visitNumber({ value, source }: Scalar, offset: number, walk: Walk): void {
  if (typeof value !== 'number') return;
  if (!Number.isFinite(value)) walk.hazards.push({ offset, message: 'expected a number that JSON can hold' });
  else if (/^[-+]?\d+$/.test(source ?? '') && BigInt((source ?? '').replace('+', '')) !== BigInt(value)) {
    walk.hazards.push({ offset, message: 'this number is too long to keep all its digits: put it in quotes' });
  }
}

function startOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}
