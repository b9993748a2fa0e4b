/** backtest/audit/script: a strategy that repeats the decisions of a run at their moments, blind to the market. */
import type { Decision } from '../result.ts';
import type { Context, Strategy } from '../strategy.ts';

export function scriptOf(decisions: readonly Decision[]): Strategy {
  return {
    onStart(context) {
      for (const [number, { at }] of decisions.entries()) context.timer(String(number), at);
    },
    onTimer(number, context) {
      const decision = decisions[Number(number)];
      if (decision !== undefined) repeat(decision, context);
    },
  };
}

function repeat(decision: Decision, context: Context) {
  switch (decision.kind) {
    case 'place':
      context.place(decision.request);
      break;
    case 'cancel':
      context.cancel(decision.order);
      break;
    case 'split':
    case 'merge':
      context[decision.kind](decision.market, decision.size);
      break;
    case 'forecast':
      context.forecast(decision.token, decision.probability);
  }
}
