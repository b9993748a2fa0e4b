/** conformance/checks/trading/refused: two views know the same markets (interface 4.13, 4.14). */
import type { RouteId } from '../../../spec/route.ts';
import { routeById } from '../../../spec/routes.ts';
import { isSuccess } from '../../../wire/message.ts';
import type { CheckContext, ClauseId, Exchange } from '../../check.ts';
import { success } from '../assertions.ts';
import { sendPath } from '../requests.ts';

/** Reports a view that refuses a market which `other` shows. Other checks report server errors. */
export async function judgeRefused(
  context: CheckContext,
  clause: ClauseId,
  refusal: Exchange,
  { other, condition }: { readonly other: RouteId; readonly condition: string },
): Promise<void> {
  if (refusal.status >= 500 || !isSuccess(await sendPath(context, other, condition))) return;
  const { method, path } = routeById(other);
  context.judge(success(clause, refusal, `${method} ${path} has a response for ${condition}`));
}
