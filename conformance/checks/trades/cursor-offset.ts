/** conformance/checks/trades/cursor-offset: a cursor into a list of builder trades, to which other wallets may add meanwhile (interface 4.6). */
import { encodeCursor } from '../../../spec/cursor.ts';
import { objectsIn } from '../../../spec/json.ts';
import { isSuccess, type Query } from '../../../wire/message.ts';
import { type CheckContext, type Exchange, SameAs } from '../../check.ts';
import { type Difference, judgeAgreement } from '../agreement.ts';
import { statusOf } from '../assertions.ts';
import { sendGet } from '../requests.ts';

/** Judges that a cursor skips `offset` trades of the list with these filters. */
export async function judgeOffset(context: CheckContext, filters: Query, offset: number): Promise<void> {
  const differs = (page: Exchange, shifted: Exchange): Difference | undefined => {
    const [expected, actual] = [objectsIn(page.json)[offset]?.['id'], objectsIn(shifted.json)[0]?.['id']];
    if (expected === actual) return undefined;
    return {
      pointer: '/0/id',
      expected: `the trade ${String(expected)}, number ${offset + 1} of the list`,
      actual: actual ?? statusOf(shifted),
      expectation: { at: { '/0/id': new SameAs(page, `/${offset}/id`) } },
    };
  };
  const ask = {
    left: () => sendGet(context, 'builder-trades', filters),
    right: () => sendGet(context, 'builder-trades', { ...filters, next_cursor: encodeCursor(offset) }),
  };
  const { right } = await judgeAgreement(context, ask, [{ clause: '4.6/next_cursor.offset', differs }]);
  if (isSuccess(right)) context.verified('4.6/next_cursor.accepted');
}
