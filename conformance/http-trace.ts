/**
 * conformance/http-trace: the JSON lines of the file of `check --trace`: a header, all exchanges in the order in which
 * they ended, and a footer. A file without a footer is of a run that was cut off. Secrets are replaced before a line
 * is written.
 */
import { z } from 'zod';

export const HTTP_TRACE_FORMAT = 1;

const HttpTraceHeader = z.strictObject({
  kind: z.literal('header'),
  trace: z.literal(HTTP_TRACE_FORMAT),
  touchstone: z.string(),
  target: z.string(),
  seed: z.string(),
  /** The start of the run on the clock of this machine. */
  startedAt: z.iso.datetime(),
});
export type HttpTraceHeader = z.infer<typeof HttpTraceHeader>;

/** One exchange. Bodies are cut at a bound; `bodyBytes` is the length that they had. */
const HttpTraceExchange = z.strictObject({
  kind: z.literal('exchange'),
  /** From 1, in the order in which exchanges ended. */
  number: z.int(),
  /** The check that sent it; absent for preflight, discovery and clean-up. */
  check: z.string().optional(),
  route: z.string().optional(),
  /** Milliseconds since the start of the run at which the request was sent, and until the response was complete. */
  at: z.number(),
  milliseconds: z.number(),
  request: z.strictObject({
    method: z.string(),
    /** Path and query. */
    target: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
    bodyBytes: z.int().optional(),
  }),
  /** Absent if no response arrived; then `trouble` says why. */
  response: z
    .strictObject({
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      bodyBytes: z.int(),
    })
    .optional(),
  trouble: z.string().optional(),
});
export type HttpTraceExchange = z.infer<typeof HttpTraceExchange>;

const HttpTraceFooter = z.strictObject({
  kind: z.literal('footer'),
  exchanges: z.int(),
  /** Exchanges that were left out, because the file had its largest size. */
  dropped: z.int(),
});
export type HttpTraceFooter = z.infer<typeof HttpTraceFooter>;

export const HttpTraceLine = z.discriminatedUnion('kind', [HttpTraceHeader, HttpTraceExchange, HttpTraceFooter]);
