/**
 * scenarios/recording/har: reads HAR 1.2 files, as browsers and proxies write them. The file is not trusted: its size is bounded,
 * a schema validates it, and a defect is reported in one line with its place.
 */
import { z } from 'zod';
import { parseUnbounded } from '../../spec/json.ts';
import { ok, type Result, refuse } from '../../spec/result.ts';
import type { Request, Response } from '../../wire/message.ts';
import { EXCHANGES_MAX, type Exchange } from './exchange.ts';

/** Characters of a file. */
export const HAR_LENGTH_MAX = 50_000_000;

const Header = z.object({ name: z.string().max(1_000), value: z.string() });
const Entry = z.object({
  startedDateTime: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'a moment in ISO 8601'),
  request: z.object({
    method: z.string().regex(/^[A-Za-z]{1,20}$/, 'a method, such as GET'),
    url: z.string().refine((text) => URL.canParse(text), 'an absolute URL'),
    headers: z.array(Header).default([]),
    postData: z.object({ text: z.string().optional(), encoding: z.string().optional() }).nullish(),
  }),
  response: z.object({
    /** 0 without a response. */
    status: z.int().min(0).max(599),
    headers: z.array(Header).default([]),
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).default({}),
  }),
});
type Entry = z.infer<typeof Entry>;
const Har = z.object({ log: z.object({ entries: z.array(Entry) }) });

export type HarOptions = {
  /** Only requests below this URL are read; without it, all have to go to one origin. */
  readonly base?: string;
};

type Base = { readonly origin: string; readonly prefix: string };

/** The exchanges of a HAR file in the order in which they began, or one line that states why there are none. */
export function readHar(text: string, options: HarOptions = {}): Result<readonly Exchange[], string> {
  if (text.length > HAR_LENGTH_MAX) return refuse(`the file is larger than ${HAR_LENGTH_MAX / 1e6} MB: record less`);
  // The bounds of one body do not hold for a file with many.
  const json = parseUnbounded(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (json === undefined) return refuse('the file is not JSON: export the traffic as HAR');
  const parsed = Har.safeParse(json);
  if (!parsed.success) return refuse(defectOf(parsed.error));
  const { entries } = parsed.data.log;
  const base = baseOf(entries, options.base);
  if (!base.ok) return base;
  const exchanges = entries.filter(isAnswered).flatMap((entry) => exchangeOf(entry, base.value));
  if (exchanges.length === 0) return refuse(`no entry has a response from ${base.value.origin}${base.value.prefix}`);
  if (exchanges.length > EXCHANGES_MAX) {
    return refuse(`the file has ${exchanges.length} exchanges, and a scenario takes ${EXCHANGES_MAX}: record less`);
  }
  return ok(exchanges.toSorted((a, b) => a.at - b.at));
}

function defectOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const parts = issue?.path ?? [];
  const path = parts.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return `${path.slice(1) || 'the file'}: ${issue?.message ?? 'not as HAR 1.2 has it'}`;
}

function baseOf(entries: readonly Entry[], base: string | undefined): Result<Base, string> {
  if (base !== undefined) {
    if (!/^https?:/i.test(base) || !URL.canParse(base)) {
      return refuse(`${JSON.stringify(base)} is not a base URL: write it as https://HOST`);
    }
    const { origin, pathname } = new URL(base);
    return ok({ origin, prefix: pathname.replace(/\/+$/, '') });
  }
  const origins = [...new Set(entries.map((entry) => new URL(entry.request.url).origin))];
  const [origin] = origins;
  if (origin === undefined) return refuse('log.entries: there are no entries');
  if (origins.length === 1) return ok({ origin, prefix: '' });
  return refuse(
    `the file has requests to ${origins.length} origins, ${origin} first: pass the base URL of one of them`,
  );
}

/** Lost requests and preflight requests of browsers are left out. */
function isAnswered({ request, response }: Entry): boolean {
  const isPreflight = request.method.toUpperCase() === 'OPTIONS';
  return response.status >= 100 && !isPreflight;
}

function exchangeOf({ startedDateTime, request: sent, response: got }: Entry, { origin, prefix }: Base): Exchange[] {
  const url = new URL(sent.url);
  if (url.origin !== origin || !`${url.pathname}/`.startsWith(`${prefix}/`)) return [];
  const body = sent.postData?.text === undefined ? undefined : requestBody(sent.postData.text, sent.postData.encoding);
  const request: Request = {
    method: sent.method.toUpperCase(),
    path: url.pathname.slice(prefix.length) || '/',
    query: url.search.slice(1),
    headers: recordOf(sent.headers),
    ...(body === undefined || body === '' ? {} : { body }),
  };
  const { text = '', encoding } = got.content;
  const content = encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
  const response: Response = { status: got.status, headers: recordOf(got.headers), body: content };
  return [{ request, response, at: Date.parse(startedDateTime) }];
}

function requestBody(text: string, encoding: string | undefined): NonNullable<Request['body']> {
  if (encoding !== 'base64') return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    return { unreadable: 'not-utf8' };
  }
}

/** Names in lower case, as requests carry them; without the pseudo headers of HTTP/2. */
function recordOf(headers: readonly z.infer<typeof Header>[]): Record<string, string> {
  const named = headers.filter(({ name }) => !name.startsWith(':'));
  return Object.fromEntries(named.map(({ name, value }) => [name.toLowerCase(), value]));
}
