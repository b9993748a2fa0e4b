/** scenarios/recording/har-entry: an entry of a HAR 1.2 file: schema, base URL, request and response as records. */
import { z } from 'zod';
import { ok, type Result, refuse } from '../../base/result.ts';
import type { Request } from '../../wire/message.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Characters of a URL, and of the value of a header: some thousand times as many as a service accepts. */
const LINE_MAX = 1_000_000;
const Header = z.object({ name: z.string().max(1_000), value: z.string().max(LINE_MAX) });
/** Their number is checked first: each broken one has an issue. */
const Headers = z.array(z.unknown()).max(10_000).pipe(z.array(Header)).default([]);

export const HarEntry = z.object({
  startedDateTime: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'a moment in ISO 8601'),
  request: z.object({
    method: z.string().regex(/^[A-Za-z]{1,20}$/, 'a method, such as GET'),
    url: z
      .string()
      .max(LINE_MAX, { abort: true })
      .refine((text) => URL.canParse(text), 'an absolute URL'),
    headers: Headers,
    postData: z.object({ text: z.string().optional(), encoding: z.string().optional() }).nullish(),
  }),
  response: z.object({
    /** 0 without a response. */
    status: z.int().min(0).max(599),
    headers: Headers,
    content: z
      .object({
        text: z.string().optional(),
        encoding: z.string().optional(),
        /** Bytes of the whole body, more than `text` has if the recorder cut it off; -1 if it is not known. */
        size: z.number().optional().catch(undefined),
        mimeType: z.string().optional().catch(undefined),
      })
      .default({}),
  }),
});
export type HarEntry = z.infer<typeof HarEntry>;

/** Only requests below this origin and path prefix are read. */
export type HarBase = { readonly origin: string; readonly prefix: string };

/** The base in a text, or one line that states why it is not valid. */
export function parseHarBase(text: string): Result<HarBase, string> {
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    return refuse(`${JSON.stringify(text)} is not a base URL: write it as https://HOST`);
  const { origin, pathname } = new URL(text);
  return ok({ origin, prefix: pathname.replace(/\/+$/, '') });
}

/** Lost requests and preflight requests of browsers are left out. */
export function isAnswered({ request, response }: HarEntry): boolean {
  const isPreflight = request.method.toUpperCase() === 'OPTIONS';
  return response.status >= 100 && !isPreflight;
}

/** The request of an entry below `base`; undefined for any other address. */
export function requestOf({ request: sent }: HarEntry, { origin, prefix }: HarBase): Request | undefined {
  const url = new URL(sent.url);
  if (url.origin !== origin || !`${url.pathname}/`.startsWith(`${prefix}/`)) return undefined;
  const body = sent.postData?.text === undefined ? undefined : requestBody(sent.postData.text, sent.postData.encoding);
  return {
    method: sent.method.toUpperCase(),
    path: url.pathname.slice(prefix.length) || '/',
    query: url.search.slice(1),
    headers: recordOf(sent.headers),
    ...(body !== undefined && body !== '' && { body }),
  };
}

/** The exchange of an entry below `base`; undefined for any other address. */
export function exchangeOf(entry: HarEntry, base: HarBase): RecordedExchange | undefined {
  const request = requestOf(entry, base);
  if (request === undefined) return undefined;
  const { status, headers, content } = entry.response;
  const body = recordedBytes(content).toString('utf8');
  return { request, response: { status, headers: recordOf(headers), body }, at: Date.parse(entry.startedDateTime) };
}

type Recorded = { readonly text?: string | undefined; readonly encoding?: string | undefined };

export function recordedBytes(content: Recorded): Buffer {
  const { text = '', encoding } = content;
  return encoding === 'base64' && !isMislabelled(content) ? Buffer.from(text, 'base64') : Buffer.from(text);
}

/** True for a body that the recorder calls base64 and that is plain text: some recorders do so. */
export function isMislabelled({ text = '', encoding }: Recorded): boolean {
  return encoding === 'base64' && /[^A-Za-z0-9+/_=\s-]/.test(text);
}

function requestBody(text: string, encoding: string | undefined): NonNullable<Request['body']> {
  if (encoding !== 'base64' || isMislabelled({ text, encoding })) return text;
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
