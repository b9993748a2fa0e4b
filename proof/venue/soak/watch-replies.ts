/** proof/venue/soak/watch-replies: marks of replies that no event shows. */
import type { Result } from '../../../base/result.ts';
import { MICRO } from '../../../base/units.ts';
import type { Command, Refusal, Reply } from '../../../spec/venue/command.ts';
import { SIZE_LIMIT } from '../../../spec/venue/rules.ts';
import type { Watch } from './watch-state.ts';

export function observeReply(watch: Watch, command: Command, reply: Result<Reply, Refusal>): void {
  const { marks } = watch;
  if (!reply.ok) {
    const { kind } = reply.refusal;
    marks.refusals[kind] += 1;
    observeRefusal(watch, command, kind);
    return;
  }
  if (command.kind !== 'place' || reply.value.kind !== 'placed') return;
  const isPart = reply.value.size > 0 && reply.value.size < command.size;
  if (command.type === 'FOK' && reply.value.size === command.size) marks.happenings['FOK filled'] += 1;
  else if (command.type === 'FAK' && isPart) marks.happenings['FAK filled in part'] += 1;
  else if (isPart && (watch.orders[reply.value.order]?.left ?? 0) > 0) {
    marks.happenings['order traded in part and resting'] += 1;
  }
}

function observeRefusal({ marks, trades, markets }: Watch, command: Command, refusal: Refusal['kind']): void {
  const { happenings } = marks;
  if (refusal === 'self-trade') happenings['self-trade in mode cancel-newest'] += 1;
  if (refusal === 'size-invalid' && 'size' in command && command.size > 0 && command.size <= SIZE_LIMIT) {
    if (command.kind === 'place') happenings['order too large for its level refused'] += 1;
    if (command.kind === 'convert') happenings['conversion too large for the books refused'] += 1;
  }
  if (refusal === 'group-payout' && command.kind === 'resolve-market') {
    if (command.payout[0] === MICRO) happenings['second winner of a group refused'] += 1;
    if (command.payout[1] === MICRO) happenings['group without a winner refused'] += 1;
  }
  if (refusal === 'cannot-reverse' && command.kind === 'disturb-settlement') {
    const market = markets[trades[command.trade]?.market ?? -1];
    if (market?.payout !== undefined) happenings['settlement of a resolved market not reversed'] += 1;
  }
}
