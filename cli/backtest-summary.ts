/** cli/backtest-summary: the result of a backtest in a few lines. */
import { rosierThanDefault } from '../backtest/options.ts';
import type { AuditBadge } from '../backtest/report-schema.ts';
import type { BacktestResult, RunEnd } from '../backtest/result.ts';
import { visible } from '../reports/untrusted.ts';

const MICROS = 1_000_000;
const STACK_LINES = 6;

/** What was run, on what, what came of it, and why it ended. */
export function summaryText(result: BacktestResult, badge?: AuditBadge): string {
  const { strategy, data, orders, fills, deposit, equity, assumptions } = result;
  const last = equity.at(-1);
  const account = last === undefined ? deposit : last.cash + last.holdings;
  return [
    `${visible(strategy)} on ${data.rows} rows, fidelity ${assumptions.fidelity}, queue model ${assumptions.queue}\n`,
    ...rosierThanDefault(assumptions).map((text) => `rosier than the defaults: ${text}\n`),
    `${orders.length} orders, ${fills.length} fills\n`,
    `account ${(account / MICROS).toFixed(2)} dollars of ${(deposit / MICROS).toFixed(2)}\n`,
    endText(result.end),
    ...(badge === undefined ? [] : [auditText(badge)]),
  ].join('');
}

function auditText({ passed, audits }: AuditBadge): string {
  const lines = audits.map(({ title, verdict, detail }) => `  ${verdict}: ${title} (${visible(detail)})\n`);
  return `audit ${passed ? 'passed' : 'failed'}\n${lines.join('')}`;
}

function endText(end: RunEnd): string {
  if (end.kind === 'complete') return '';
  if (end.kind === 'interrupted') return `interrupted at row ${end.row}: the report ends there\n`;
  const where = `${end.callback} at row ${end.row}: the report ends there`;
  if (end.kind === 'strategy-hung') return `the strategy hung for more than ${end.seconds} seconds in ${where}\n`;
  const stack = end.stack
    .split('\n')
    .slice(1, STACK_LINES)
    .map((line) => `${visible(line)}\n`);
  return `the strategy threw in ${where}\n${visible(end.message)}\n${stack.join('')}`;
}
