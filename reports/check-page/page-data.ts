/** reports/check-page/page-data: the data that the page of a check run has for its scripts. */

import type { HttpTraceExchange } from '../../conformance/http-trace.ts';
import type { Report } from '../../conformance/report.ts';
import type { ClauseLevel } from '../../spec/clauses/clause.ts';
import type { ClauseState } from './clause-states.ts';

/** A clause of the register, or of the report alone: then without text. Clauses with a finding have advice. */
export type PageClause = Readonly<{
  id: string;
  section: string;
  state: ClauseState;
  text?: string;
  level?: ClauseLevel;
  excluded?: string;
  basis?: string;
  looks?: string;
  fix?: string;
}>;

/** An exchange of the trace. `isCut`: the page has no room for its bodies. */
export type PageExchange = HttpTraceExchange & { readonly isCut?: true };

export type CheckPageData = Readonly<{
  report: Report;
  clauses: readonly PageClause[];
  /** By id. */
  routes: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  /** Milliseconds by check; empty without a file of timings. */
  timings: Readonly<Record<string, number>>;
  exchanges: readonly PageExchange[];
  /** Flags with which `touchstone replay` repeats a finding; absent if it cannot. */
  replayFlags?: string;
}>;
