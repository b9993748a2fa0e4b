/** conformance/shape/absences: where the interface states that fields are absent (2.2, 2.5, 2.6). */
import type { z } from 'zod';
import type { ClauseId } from '../../spec/ids.generated.ts';
import { EventMarket, EventSummary } from '../../spec/resources/catalog-market.ts';
import { ClosedPosition } from '../../spec/resources/wallet-data.ts';

/** The clause broken by an extra field: by this one, or by any. */
export type StatedAbsence = { readonly clause: ClauseId; readonly field: string | 'any' };

export const ABSENCES: ReadonlyMap<z.core.$ZodType, StatedAbsence> = new Map<z.core.$ZodType, StatedAbsence>([
  [ClosedPosition, { clause: '2.2/negativeRisk.absent', field: 'negativeRisk' }],
  [EventMarket, { clause: '2.6/markets.no-events', field: 'events' }],
  [EventSummary, { clause: '2.5/summary.only', field: 'any' }],
]);
