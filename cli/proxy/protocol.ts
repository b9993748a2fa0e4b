/** cli/proxy/protocol: the messages between the proxy and the thread that judges. */
import type { Report } from '../../conformance/report.ts';
import type { Forwarded } from '../../wire/forwarded.ts';

export type ToJudge =
  | { readonly kind: 'forwarded'; readonly forwarded: Forwarded }
  /** No further exchange follows: `remarks` are those of the report. */
  | { readonly kind: 'end'; readonly remarks: readonly string[] };

export type FromJudge =
  /** One exchange was taken from the queue. `lines`: its new findings, without secrets. */
  | { readonly kind: 'judged'; readonly bytes: number; readonly lines: readonly string[] }
  | { readonly kind: 'report'; readonly report: Report };
