/** scenarios/expression/template: the expressions in a text. */
import { ExpressionError } from './values.ts';

export type Part = string | { readonly expression: string };

/** The parts of a text. An expression ends at the first `}` that is not inside its own texts or braces. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const opening = text.indexOf('${', at);
    if (opening === -1) break;
    if (text[opening - 1] === '$' && opening > at) {
      plain += `${text.slice(at, opening - 1)}\${`;
      at = opening + 2;
      continue;
    }
    plain += text.slice(at, opening);
    if (plain !== '') parts.push(plain);
    plain = '';
    const closing = closingBrace(text, opening + 2);
    parts.push({ expression: text.slice(opening + 2, closing).trim() });
    at = closing + 1;
  }
  plain += text.slice(at);
  if (plain !== '' || parts.length === 0) parts.push(plain);
  return parts;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quote: string | undefined;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (quote !== undefined) {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = undefined;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  throw new ExpressionError(`an expression without an end: close "${text.slice(from - 2, from + 40)}" with }`);
}
