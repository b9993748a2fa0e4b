/** proof/venue/mutants/main: the process of `touchstone mutants --core`; its argument is the flags as JSON. */
import { availableParallelism } from 'node:os';
import { CORE_MUTANTS } from './catalog.ts';
import { type CoreMatrix, coreMatrix, type Row } from './matrix.ts';
import { CATEGORIES, type CoreMutant } from './mutant.ts';

type Flags = Readonly<{
  only: readonly string[];
  seed: number;
  reach?: number;
  jobs?: number;
  json?: boolean;
}>;

const EXIT = { ok: 0, failed: 1, usage: 2, harness: 6, interrupted: 130 } as const;

const interrupt = (): never => process.exit(EXIT.interrupted);
process.once('SIGINT', interrupt).once('SIGTERM', interrupt).on('SIGHUP', interrupt);
// A reader that leaves early (`| head`) has not seen the verdict, so this is not a success.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? EXIT.interrupted : EXIT.harness);
});

const {
  only,
  seed,
  reach = 8,
  jobs = Math.min(availableParallelism(), 4),
  json = false,
}: Flags = JSON.parse(process.argv[2] ?? '{"only":[],"seed":1}');
const mutants = CORE_MUTANTS.filter((mutant) => only.length === 0 || only.some((pattern) => isNamed(mutant, pattern)));
const idle = only.find((pattern) => !CORE_MUTANTS.some((mutant) => isNamed(mutant, pattern)));
if (idle === undefined) {
  process.exitCode = await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.harness;
  });
} else {
  process.stderr.write(`no core mutant is named by "${idle}"; categories are ${CATEGORIES.join(', ')}\n`);
  process.exitCode = EXIT.usage;
}

async function run(): Promise<number> {
  const width = Math.max(...mutants.map(({ id }) => id.length));
  let done = 0;
  const onRow = (row: Row) => {
    done += 1;
    if (!json) process.stdout.write(`${row.id.padEnd(width)}  ${outcome(row)}\n`);
    else if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${done}/${mutants.length} ${row.id}`);
  };
  const matrix = await coreMatrix({ mutants, seed: String(seed), reach, jobs, onRow });
  if (json && process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  process.stdout.write(json ? `${JSON.stringify(matrix, null, 2)}\n` : summary(matrix));
  const isWell = [matrix.canary, matrix.survivors, matrix.misjudged].every(({ length }) => length === 0);
  return isWell ? EXIT.ok : EXIT.failed;
}

/** Whether the pattern is its id (`*` for any text), its category or its file. */
function isNamed({ id, category, file }: CoreMutant, pattern: string) {
  const literal = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(id) || category === pattern || file === pattern;
}

function outcome({ verdict, first, kills, reason }: Row): string {
  if (first === undefined) {
    const [ending] = kills;
    return verdict === 'equivalent'
      ? `equivalent: ${reason}`
      : `SURVIVED${ending === undefined ? '' : `: ${ending.what}`}`;
  }
  const others = kills.filter(({ oracle }) => oracle !== first.oracle).map(({ oracle }) => oracle);
  return `killed by ${first.oracle} after ${first.after}${others.length === 0 ? '' : `, also ${others.join(', ')}`}`;
}

function oracleTable(rows: readonly Row[]): readonly string[] {
  const spoke = new Map<string, { first: number; all: number }>();
  for (const { first, kills } of rows) {
    for (const { oracle } of kills) {
      const count = spoke.get(oracle) ?? { first: 0, all: 0 };
      spoke.set(oracle, { first: count.first + (oracle === first?.oracle ? 1 : 0), all: count.all + 1 });
    }
  }
  const lines = [...spoke]
    .sort(([one, a], [other, b]) => b.all - a.all || (one < other ? -1 : 1))
    .map(([name, { first, all }]) => `${name.padEnd(26)}  ${String(first).padStart(7)}  ${String(all).padStart(6)}`);
  return lines.length === 0 ? [] : ['oracle                        first  at all', ...lines];
}

function summary({ canary, killed, total, rows, survivors, misjudged }: CoreMatrix): string {
  const lines = ['', 'category                    planted  killed  equivalent  survived'];
  for (const category of CATEGORIES) {
    const own = rows.filter((row) => row.category === category);
    if (own.length === 0) continue;
    const count = (verdict: Row['verdict']) => String(own.filter((row) => row.verdict === verdict).length);
    lines.push(
      `${category.padEnd(26)}  ${String(own.length).padStart(7)}  ${count('killed').padStart(6)}` +
        `  ${count('equivalent').padStart(10)}  ${count('survived').padStart(8)}`,
    );
  }
  lines.push('', ...oracleTable(rows), '', `${killed} of ${total} core mutants killed`);
  for (const row of rows.filter(({ id }) => survivors.includes(id))) {
    lines.push(`survived: ${row.id} (${row.file}): ${row.why}`);
  }
  for (const id of misjudged) lines.push(`killed, although its row calls it equivalent: ${id}`);
  for (const { oracle, what } of canary) lines.push(`the sound venue is accused by ${oracle}: ${what}`);
  return `${lines.join('\n')}\n`;
}
