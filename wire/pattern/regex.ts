/** wire/pattern/regex: regular expressions that cannot hang on any text. */
import { messageOf } from '../../base/system-code.ts';
import { type Cost, regexCost } from './regex-cost.ts';
import { spend, type Work } from './work.ts';

const SOURCE_MAX = 300;
const TEXT_MAX = 20_000;
/** Ways to match that take about a second. */
const WAYS_MAX = 400_000_000;
/** Ways that count as one step of work: they are far cheaper than comparing values. */
const WAYS_A_STEP = 1_000;
/** On a text of this length useful regular expressions are quick. */
const TEXT_USUAL = 32;
const CACHE_MAX = 500;

/** The compiled source: the expression and its cost, or the reason for rejecting it. */
type Known = { readonly regex: RegExp; readonly cost: Cost } | { readonly fault: string };

const cache = new Map<string, Known>();

/** Why a regular expression is rejected, in one line; undefined if it is not. */
export function regexFault(source: string): string | undefined {
  const known = lookUp(source);
  return 'fault' in known ? known.fault : undefined;
}

/** Whether `source` matches somewhere in `text` (`^` and `$` anchor it), or the reason why that was not tried. */
export function matchesRegex(source: string, text: string, work: Work): boolean | { readonly fault: string } {
  const known = lookUp(source);
  if ('fault' in known) return known;
  if (text.length > TEXT_MAX) return { fault: `a text of at most ${TEXT_MAX} characters for a regular expression` };
  const ways = waysOf(known.cost, text.length);
  if (ways > WAYS_MAX)
    return {
      fault: `a text shorter than ${text.length} characters: this regular expression has too many ways to match it`,
    };
  spend(work, Math.floor(ways / WAYS_A_STEP));
  return known.regex.test(text);
}

function waysOf(cost: Cost, length: number): number {
  return cost.ways * Math.max(length, 1) ** cost.degree;
}

function lookUp(source: string): Known {
  if (source.length > SOURCE_MAX) return { fault: `a regular expression has at most ${SOURCE_MAX} characters` };
  const before = cache.get(source);
  if (before !== undefined) return before;
  const known = judge(source);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(source, known);
  return known;
}

function judge(source: string): Known {
  let regex: RegExp;
  try {
    regex = new RegExp(source);
  } catch (error) {
    const reason = messageOf(error);
    return { fault: `not a regular expression: ${reason.replace(/\s+/g, ' ')}` };
  }
  const cost = regexCost(source);
  if ('refused' in cost) return { fault: `a regular expression that may never end: ${cost.refused}` };
  if (waysOf(cost, TEXT_USUAL) > WAYS_MAX)
    return { fault: 'a regular expression that may never end: it has too many choices' };
  return { regex, cost };
}
