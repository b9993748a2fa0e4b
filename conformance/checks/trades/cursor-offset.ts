/** conformance/checks/trades/cursor-offset: a cursor into builder trades while others may trade (interface 4.6). */
import { encodeCursor } from '../../../spec/cursor.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { judgeAgreement } from '../agreement.ts';
import type { Claim } from '../assertions.ts';
import { sendGet } from '../requests.ts';

/** Judges that a cursor skips `offset` trades of the list with these filters. */
export async function judgeOffset(context: CheckContext, filters: Query, offset: number): Promise<void> {
  const because = `this is trade ${offset + 1} of the list`;
  const states = (page: Exchange, of: Exchange): Claim => {
    return { of, must: { at: { '/0/id': new SameAs(page, `/${offset}/id`) } }, because };
  };
  const reads = {
    left: () => sendGet(context, 'builder-trades', filters),
    right: () => sendGet(context, 'builder-trades', { ...filters, next_cursor: encodeCursor(offset) }),
  };
  const { right } = await judgeAgreement(context, reads, [{ clause: '4.6/next_cursor.offset', states }]);
  if (isSuccess(right)) context.verified('4.6/next_cursor.accepted');
}
