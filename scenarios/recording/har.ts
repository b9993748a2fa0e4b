/**
 * scenarios/recording/har: reads HAR 1.2 files, as browsers and proxies write them. The file is not trusted: its size is bounded,
 * a schema validates it, and a defect is reported in one line with its place.
 */
import { z } from 'zod';
import { parseUnbounded } from '../../spec/json.ts';
import { type JsonBounds, jsonExcess } from '../../spec/json-bounds.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import { EXCHANGES_MAX, type Exchange } from './exchange.ts';
import { exchangeOf, type HarBase, HarEntry, isAnswered, parseHarBase } from './har-entry.ts';

/** Characters of a file. */
export const HAR_LENGTH_MAX = 50_000_000;
/** The bounds of one body do not hold for a file with many. */
const BOUNDS: JsonBounds = { depth: 200, values: 5_000_000, items: 200_000, stringBytes: HAR_LENGTH_MAX };

const Har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

export type HarOptions = {
  /** Only requests below this URL are read; without it, all have to go to one origin. */
  readonly base?: string;
};

/** The exchanges of a HAR file in the order in which they began, or one line that states why there are none. */
export function readHar(text: string, options: HarOptions = {}): Result<readonly Exchange[], string> {
  const parsed = parseHarEntries(text);
  if (!parsed.ok) return parsed;
  const entries: HarEntry[] = [];
  for (const entry of parsed.value) {
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  const base = baseOf(entries, options.base);
  if (!base.ok) return base;
  const exchanges = entries.filter(isAnswered).flatMap((entry) => exchangeOf(entry, base.value) ?? []);
  if (exchanges.length === 0) return refuse(`no entry has a response from ${base.value.origin}${base.value.prefix}`);
  if (exchanges.length > EXCHANGES_MAX) {
    return refuse(`the file has ${exchanges.length} exchanges, and a scenario takes ${EXCHANGES_MAX}: record less`);
  }
  return ok(exchanges.toSorted((a, b) => a.at - b.at));
}

/** Each entry of a HAR file, or one line that states its defect; or one line that states why the file is not a HAR file. */
export function parseHarEntries(text: string): Result<readonly Result<HarEntry, string>[], string> {
  if (text.length > HAR_LENGTH_MAX) return refuse(`the file is larger than ${HAR_LENGTH_MAX / 1e6} MB: record less`);
  const excess = jsonExcess(text, BOUNDS);
  if (excess !== undefined) return refuse(`the file ${excess}: record less`);
  const json = parseUnbounded(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (json === undefined) return refuse('the file is not JSON: export the traffic as HAR');
  const har = Har.safeParse(json);
  if (!har.success) return refuse('the file has no list log.entries: export the traffic as HAR');
  return ok(
    har.data.log.entries.map((entry, index) => {
      const parsed = HarEntry.safeParse(entry);
      return parsed.success ? ok(parsed.data) : refuse(defectOf(parsed.error, ['log', 'entries', index]));
    }),
  );
}

function defectOf(error: z.ZodError, place: readonly PropertyKey[]): string {
  const [issue] = error.issues;
  const parts = [...place, ...(issue?.path ?? [])];
  const path = parts.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return `${path.slice(1)}: ${issue?.message ?? 'not as HAR 1.2 has it'}`;
}

function baseOf(entries: readonly HarEntry[], base: string | undefined): Result<HarBase, string> {
  if (base !== undefined) return parseHarBase(base);
  const origins = [...new Set(entries.map((entry) => new URL(entry.request.url).origin))];
  const [origin] = origins;
  if (origin === undefined) return refuse('log.entries: there are no entries');
  if (origins.length === 1) return ok({ origin, prefix: '' });
  return refuse(
    `the file has requests to ${origins.length} origins, ${origin} first: pass the base URL of one of them`,
  );
}
