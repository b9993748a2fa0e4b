/**
 * tidy/bans: the constructs that deterministic code must not contain. The core computes with whole numbers; the rest of
 * the simulator takes time and chance as arguments. DETERMINISM.md rests on these rules. A comment allows an exact
 * expression that a pattern cannot recognise, on its line or the line above: `// exact: the tick divides a dollar`. Ids
 * of the tables are typed everywhere.
 */
import { forbid, isTest, isTypeScript, type Rule } from './rule.ts';
import { codeOf } from './source.ts';

const isSource = (path: string) => isTypeScript(path) && !isTest(path) && !path.includes('/fixtures/');
const isEngine = (path: string) => isSource(path) && /^(?:sim\/core|spec\/venue)\//.test(path);
/** The engine, the naive venue and the auditors. */
const isCore = (path: string) => isEngine(path) || (isSource(path) && /^(?:model|proof\/venue\/oracle)\//.test(path));
/** Shells around the service, with sockets and disks. */
const EDGES = [
  'sim/http/',
  'sim/journal/',
  'sim/dispatcher.ts',
  'sim/dispatched-request.ts',
  'sim/in-process-target.ts',
];
const isService = (path: string) =>
  isSource(path) &&
  /^(?:base|sim|spec|backtest|proof\/venue\/reads)\//.test(path) &&
  !isCore(path) &&
  !EDGES.some((edge) => path.startsWith(edge));

const codeAlone = (text: string) => codeOf(text, 'blank');

const coreIsPure = forbid(
  'core-is-pure',
  isCore,
  codeAlone,
  [
    /\b(?:async|await|Promise)\b/g,
    /\b(?:Date|Temporal|Intl|performance|process|console|crypto|fetch|navigator|globalThis|Buffer)\b(?!\s*\??:)/g,
    /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask|requestIdleCallback)\b/g,
    /\b(?:WeakRef|FinalizationRegistry|SharedArrayBuffer|Atomics|Worker|MessageChannel)\b/g,
    /\b(?:eval|require)\s*\(|\bnew\s+Function\b|\bimport\.meta\b/g,
    /\.(?:localeCompare|toLocale\w+|normalize)\b/g,
  ],
  'time, chance and the world reach the core as arguments',
);

/** Of `Math`, the functions whose result the language defines to the last bit. */
const EXACT_MATH = 'abs|ceil|clz32|floor|fround|imul|max|min|round|sign|trunc';

const engineComputesExactly = unlessExact(
  forbid(
    'engine-computes-exactly',
    isEngine,
    (text) => withoutBigInts(codeAlone(text)),
    [
      new RegExp(`\\bMath\\b(?!\\.(?:${EXACT_MATH})\\b)`, 'g'),
      /\bparseFloat\b|\.to(?:Fixed|Precision|Exponential)\b/g,
      /\b(?:Float(?:16|32)Array|[gs]etFloat(?:16|32))\b/g,
      /\*\*/g,
      /(?<![\w.])\d[\d_]*(?:\.\d|e-\d)/g,
    ],
    'the engine computes with whole numbers, all of them exact; or explain: // exact: reason',
  ),
);

/** Right of a division that cannot lose anything: a power of two. */
const POWER_OF_TWO = '(?:2|4|8|16|32|64|128|256|512|1024|0x1_?0000_?0000|4_?294_?967_?296)\\b(?![.n])';
/** A quotient of two whole numbers below 2^53, rounded to a whole one at once, is right for all of them. */
const ROUNDED_QUOTIENT = /\bMath\.(?:floor|ceil|trunc)\((?:[\w.]+|\((?:[^()]|\([^()]*\))*\)) \/ [\w.]+\)/g;

const engineDividesExactly = unlessExact(
  forbid(
    'engine-divides-exactly',
    isEngine,
    (text) =>
      withoutBigInts(codeAlone(text)).replaceAll(ROUNDED_QUOTIENT, (quotient) => quotient.replace(' / ', '   ')),
    [new RegExp(`/=?\\s*(?!${POWER_OF_TWO})[^\\s/=*]`, 'g')],
    'round the quotient of two whole numbers at once, or explain why nothing is lost: // exact: reason',
  ),
);

const coreStatesOrder = forbid(
  'core-states-order',
  isCore,
  codeAlone,
  [/\bfor\s*\(\s*(?:const|let|var)\s+\w+\s+in\b/g, /\.(?:sort|toSorted)\(\s*\)/g],
  'iterate in an order the code states: indices, Maps in order of insertion, a comparator that ends in a unique key',
);

const engineSpreadsNoArguments = forbid(
  'engine-spreads-no-arguments',
  isEngine,
  codeAlone,
  [/\w\((?:[^()[\]{}]*,\s*)?\.\.\.[\w.]+(?:\([^()]*\))?\s*\)/g],
  'the stack limits the number of arguments: use a loop',
);

const engineWritesNoText = forbid(
  'engine-writes-no-text',
  isEngine,
  codeAlone,
  [/\bJSON\s*\.\s*(?:stringify|parse)\b/g],
  'text is for the edge',
);

const serviceTakesTimeAndChance = unlessExact(
  forbid(
    'service-takes-time-and-chance',
    isService,
    codeAlone,
    [
      /\bDate\s*\.\s*(?:now|parse)\b|\bnew\s+Date\s*\(\s*\)|\bnew\s+Date\s*\([^()]*,|(?<!new\s)(?<![.\w])Date\s*\(/g,
      /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)\s*\(/g,
      /\.to(?:Date|Time)String\b|\.(?:localeCompare|toLocale\w+)\b|\bIntl\b|\bTemporal\b/g,
      /\bMath\.random\b|\bperformance\b|\bprocess\.(?:hrtime|uptime|pid|cwd|platform|arch|version\w*|memoryUsage)\b/g,
      /\brandom(?:UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b/g,
      /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b/g,
      /\b(?:WeakRef|FinalizationRegistry)\b/g,
      /\bfor\s*\(\s*(?:const|let|var)\s+\w+\s+in\b/g,
      new RegExp(`\\bMath\\.(?!(?:${EXACT_MATH}|random)\\b)\\w+`, 'g'),
      /\*\*/g,
    ],
    'the clock is an argument, chance a stream of base/rng, order and text the same everywhere',
  ),
);

/** Stricter than the rule above: nothing allows the built-in logarithm, whose last digits differ by version of Node. */
const backtestUsesExactMath = forbid(
  'backtest-uses-exact-math',
  (path) => isSource(path) && path.startsWith('backtest/') && path !== 'backtest/exact-math.ts',
  codeAlone,
  [new RegExp(`\\bMath\\b(?!\\.(?:${EXACT_MATH}|random)\\b)`, 'g'), /\*\*/g],
  'import ln, exp, pow and sqrt from backtest/exact-math.ts',
);

const foldsAreSynchronous = forbid(
  'folds-are-synchronous',
  (path) => isSource(path) && /^sim\/(?:views|catalog|routes|world|streams)\//.test(path),
  codeAlone,
  [/\b(?:async|await|Promise)\b/g],
  'nothing happens between a request and its response',
);

const idsAreParsed = forbid(
  'ids-are-parsed',
  (path) => isTypeScript(path) && !path.startsWith('tidy/'),
  codeOf,
  [/\bas (?:readonly )?(?:Clause|Check|Decision|Route)Id\b/g],
  'parse it: register.get, isRouteId, keysOf',
);

const clausesOfRoutesAreComputedOnce = forbid(
  'clauses-of-routes-are-computed-once',
  (path) =>
    isSource(path) && !/^(?:spec\/(?:routes|ids\.generated|clauses\/clause-of)|tidy\/generated\/ids)\.ts$/.test(path),
  codeOf,
  [/`4\.\d+\/[^`]*\$\{/g, /`[57]\/\$\{(?:route|id)\b/g],
  'compute it with clauseOf (spec/clauses/clause-of)',
);

export const bans: readonly Rule[] = [
  coreIsPure,
  engineComputesExactly,
  engineDividesExactly,
  coreStatesOrder,
  engineSpreadsNoArguments,
  engineWritesNoText,
  serviceTakesTimeAndChance,
  backtestUsesExactMath,
  foldsAreSynchronous,
  idsAreParsed,
  clausesOfRoutesAreComputedOnce,
];

/** Blanks lines that compute with BigInts, whose operators are exact. */
function withoutBigInts(code: string) {
  return code
    .split('\n')
    .map((line) => (/\bBigInt\(|\b\d[\d_]*n\b/.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');
}

/** The rule without offences that a comment explains, on their line or alone on the line above. */
function unlessExact(rule: Rule): Rule {
  return {
    id: rule.id,
    offences: (files) =>
      files.flatMap((file) => {
        const lines = file.text.split('\n');
        const isAccountedFor = (offence: string) => {
          const line = Number(offence.slice(file.path.length + 1).split(':')[0]);
          return /\/\/ exact: \w/.test(lines[line - 1] ?? '') || /^\s*\/\/ exact: \w/.test(lines[line - 2] ?? '');
        };
        return rule.offences([file]).filter((offence) => !isAccountedFor(offence));
      }),
  };
}
