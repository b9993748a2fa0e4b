/** conformance/new-route.test: each step of the recipe "Route" of docs/recipes.md is named by compiler or test. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { editedText, type Step } from './fixtures/new-route/edits.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FILES = [
  'spec/route.ts',
  'spec/ids.generated.ts',
  'spec/tables/family-rows.ts',
  'spec/tables/catalog-routes.ts',
  'sim/route-functions.ts',
  'conformance/checks/subjects.ts',
  'proof/judge/mutants/stale-reads.ts',
];
/** The files above alone, with unresolved imports (error 2307): the compiler needs a second, not a minute. */
const OPTIONS =
  '--noEmit --ignoreConfig --noResolve --strict --noImplicitAny false --module nodenext --target es2024 ' +
  '--allowImportingTsExtensions';

/** The errors of one run of the compiler after each of these lists of steps. */
function errorsAfter(lists: readonly (readonly Step[])[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'new-route-'));
  try {
    const files = lists.flatMap((steps, index) =>
      FILES.map((file) => {
        const copy = join(String(index), file);
        mkdirSync(dirname(join(folder, copy)), { recursive: true });
        writeFileSync(join(folder, copy), editedText(file, readFileSync(join(ROOT, file), 'utf8'), steps));
        return copy;
      }),
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, ...OPTIONS.split(' '), ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    const errors = [...stdout.matchAll(/^(\d)\/([^(\n]+)\(.*error TS(?!2307)\d+: (.{40})/gm)];
    return lists.map((_, index) =>
      errors.flatMap(([, place, file, text]) => (Number(place) === index ? [`${file} ${text}`] : [])),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The outcome of the program with some steps of the recipe. */
function outcomeAfter(...steps: readonly Step[]) {
  const program = fileURLToPath(new URL('./fixtures/new-route/program.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...steps], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as {
    clauses: string[];
    unjudged: string[];
    exampleStatus: number;
    verdicts: [id: string, verdict: string][];
  };
}

describe('adding GET /tags/{slug}', () => {
  it('the compiler names what is missing: ids, then function, subject and stale responses, then nothing', () => {
    const steps: readonly Step[][] = [['row'], ['row', 'ids'], ['row', 'ids', 'function', 'subject', 'stale']];
    expect(errorsAfter(steps)).toEqual([
      [
        "spec/tables/catalog-routes.ts Type '\"tag\"' is not assignable to type '",
        "spec/tables/catalog-routes.ts Type '\"tag\"' is not assignable to type '",
      ],
      [
        "conformance/checks/subjects.ts Property 'tag' is missing in type '{ mar",
        "proof/judge/mutants/stale-reads.ts Property 'tag' is missing in type '{ rea",
        "sim/route-functions.ts Property 'tag' is missing in type '{ 'he",
      ],
      [],
    ]);
  });

  it('a test names the place that does not follow from the row: an example', () => {
    expect(outcomeAfter('row', 'ids', 'function', 'subject').exampleStatus).toBe(404);
  });

  it('clauses, the operation and checks exist after these steps, and the simulator passes', () => {
    const outcome = outcomeAfter('row', 'ids', 'function', 'subject', 'example');
    expect(outcome.clauses).toEqual(
      expect.arrayContaining([
        '4.1/tag',
        '4.1/tag.open',
        '4.99/slug.match',
        '4.99/response.shape',
        '7/tag.family',
        '7/tag.not-found',
      ]),
    );
    expect(outcome).toMatchObject({ unjudged: [], exampleStatus: 200 });
    expect(outcome.verdicts).toEqual([
      ['tag.shape', 'pass'],
      ['tag.error-shape', 'pass'],
      ['tag.exists', 'pass'],
      ['tag.internal-error', 'pass'],
      ['tag.slug.whole', 'pass'],
      ['tag.not-found.unknown', 'pass'],
      ['property.requests.tag', 'pass'],
    ]);
  });
});
