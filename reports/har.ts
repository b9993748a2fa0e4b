/** reports/har: the trace of a run as HAR 1.2, with the check that sent a request, its verdict, and labels. */
import type { HttpTraceExchange } from '../conformance/http-trace.ts';
import type { Report } from '../conformance/report.ts';
import type { HttpTrace } from './http-trace.ts';
import type { ReportExtras } from './report-writer.ts';
import { safeJson } from './untrusted.ts';

/** An address that belongs to no one: the trace has paths alone, because its target may be the built-in simulator. */
const ORIGIN = 'http://target.invalid';

export function harReport(report: Report, { trace }: ReportExtras): string {
  const verdicts = new Map(report.checks.map(({ id, verdict }) => [id, verdict]));
  const entries = trace?.exchanges.map((exchange) => entryOf(exchange, trace, report, verdicts)) ?? [];
  const creator = { name: 'touchstone', version: report.touchstone };
  const log = { version: '1.2', creator, entries, comment: report.target, _labels: report.labels };
  return `${safeJson({ log }, 1)}\n`;
}

function entryOf(
  { number, check, route, at, milliseconds, request, response, trouble }: HttpTraceExchange,
  { header }: HttpTrace,
  report: Report,
  verdicts: ReadonlyMap<string, string>,
): object {
  return {
    startedDateTime: new Date(Date.parse(header.startedAt) + Math.round(at)).toISOString(),
    time: milliseconds,
    request: requestOf(request, report),
    response: responseOf(response, trouble),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _number: number,
    _route: route,
    ...(check !== undefined && { _check: check, _verdict: verdicts.get(check) }),
  };
}

function requestOf({ method, target, headers, body, bodyBytes }: HttpTraceExchange['request'], report: Report): object {
  const base = URL.canParse(report.target) ? report.target.replace(/\/$/, '') : ORIGIN;
  const query = [...new URLSearchParams(target.split(/\?(.*)/s)[1] ?? '')];
  return {
    method,
    url: `${base}${target}`,
    httpVersion: 'HTTP/1.1',
    headers: pairs(Object.entries(headers)),
    queryString: pairs(query),
    cookies: [],
    ...(body !== undefined && { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
    headersSize: -1,
    bodySize: bodyBytes ?? 0,
  };
}

/** HAR has status 0 for a request without a response. */
function responseOf(response: HttpTraceExchange['response'], trouble: string | undefined): object {
  const { status, headers, body, bodyBytes } = response ?? { status: 0, headers: {}, body: '', bodyBytes: -1 };
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    headers: pairs(Object.entries(headers)),
    cookies: [],
    content: { size: bodyBytes, mimeType: headers['content-type'] ?? '', text: body },
    redirectURL: '',
    headersSize: -1,
    bodySize: bodyBytes,
    _error: trouble,
  };
}

function pairs(entries: readonly (readonly [string, string])[]): readonly object[] {
  return entries.map(([name, value]) => ({ name, value }));
}
