/** backtest/data/layouts/receive-times: the column `received_us`: when the recorder received a row. */
import { isAbsent } from '../cell-texts.ts';
import type { Cell } from '../cell-values.ts';
import type { Intake } from '../intake.ts';
import { TimeColumn } from '../times.ts';

export class ReceiveTimes {
  readonly #times = new TimeColumn();

  /** Unix microseconds; 0 when the time is absent or, which is counted, not understood. */
  micros(cell: Cell, intake: Intake): number {
    if (isAbsent(cell)) return 0;
    const time = this.#times.micros(cell);
    if (!Number.isNaN(time)) return time;
    intake.lose('unread-value', `received_us: ${this.#times.fault(cell)}`);
    return 0;
  }
}
