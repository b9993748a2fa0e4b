/** reports/check-page/page-data: the data that the page of a check run has for its scripts. */

import type { HttpTraceExchange } from '../../conformance/http-trace.ts';
import type { Report } from '../../conformance/report.ts';
import type { ClauseLevel } from '../../spec/clauses/clause.ts';
import type { ClauseState } from './clause-states.ts';

/** A clause of the register, or of the report alone: then without text. Clauses with a finding have advice. */
export type PageClause = {
  readonly id: string;
  readonly section: string;
  readonly state: ClauseState;
  readonly text?: string;
  readonly level?: ClauseLevel;
  readonly excluded?: string;
  readonly basis?: string;
  readonly looks?: string;
  readonly fix?: string;
};

/** An exchange of the trace. `isCut`: the page has no room for its bodies. */
export type PageExchange = HttpTraceExchange & { readonly isCut?: true };

export type CheckPageData = {
  readonly report: Report;
  readonly clauses: readonly PageClause[];
  /** By id. */
  readonly routes: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  /** Milliseconds by check; empty without a file of timings. */
  readonly timings: Readonly<Record<string, number>>;
  readonly exchanges: readonly PageExchange[];
  /** Flags with which `touchstone replay` repeats a finding; absent if it cannot. */
  readonly replayFlags?: string;
};
