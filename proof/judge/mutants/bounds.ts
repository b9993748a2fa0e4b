/** proof/judge/mutants/bounds: wrong limits, offsets and lengths, and accepted values of the wrong type. */
import { beyond } from '../generated/parameters.ts';
import { family } from '../variant.ts';
import { editQuery, reading, readingAs, refusingValue } from '../wrappers/requests.ts';

const { table } = family('bounds');

function sloppyInteger(name: string) {
  return editQuery((query) => {
    const value = query.get(name);
    if (value === null || /^-?\d+$/.test(value)) return;
    const whole = Number.parseInt(value, 10);
    if (Number.isNaN(whole)) query.delete(name);
    else query.set(name, String(whole));
  });
}

function sloppyFlag(name: string) {
  return reading(name, (value) => String(value === 'true'));
}

export const boundsMutants = table({
  'closed-positions': [
    [
      'title-101',
      '4.7/title.maxLength.refused',
      'a too long title is cut',
      reading('title', (title) => title.slice(0, 100)),
    ],
    ['limit-clamped', '4.7/limit.max.refused', 'limit=51 counts as 50', readingAs('limit', '51', '50')],
    ['offset-beyond', '4.7/offset.max.refused', 'a larger offset is accepted', readingAs('offset', '100001', '0')],
    [
      'sort-unknown',
      '4.7/sortBy.enum',
      'an unknown key is the default',
      readingAs('sortBy', 'SIDEWAYS', 'REALIZEDPNL'),
    ],
  ],
  positions: [
    ['limit-501', '4.8/limit.max', 'limit=501 returns 501 rows', beyond(500)],
    ['limit-0-refused', '4.8/limit.accepted', 'limit=0 is refused', refusingValue('limit', '0')],
    [
      'threshold-text',
      '4.8/sizeThreshold.type',
      'a threshold that is not a number counts as 1',
      readingAs('sizeThreshold', 'abc', '1'),
    ],
    [
      'threshold-negative',
      '4.8/sizeThreshold.min.refused',
      'a negative threshold counts as 0',
      readingAs('sizeThreshold', '-0.5', '0'),
    ],
    ['redeemable-maybe', '4.8/redeemable.type', 'redeemable=maybe counts as false', sloppyFlag('redeemable')],
    [
      'sort-sibling',
      '4.8/sortBy.enum',
      'keys of closed ones are accepted',
      readingAs('sortBy', 'REALIZEDPNL', 'CASHPNL'),
    ],
    [
      'direction-unknown',
      '4.8/sortDirection.enum',
      'any direction is accepted',
      readingAs('sortDirection', 'SIDEWAYS', 'ASC'),
    ],
  ],
  activity: [['limit-fraction', '4.9/limit.type', 'limit=1.5 counts as 1', sloppyInteger('limit')]],
  holders: [
    ['limit-negative', '4.10/limit.min.refused', 'a negative limit counts as 0', readingAs('limit', '-1', '0')],
  ],
  markets: [
    ['limit-0', '4.11/limit.min.refused', 'limit=0 counts as 1', readingAs('limit', '0', '1')],
    ['tag-text', '4.11/tag_id.type', 'a tag_id that is not a number counts as absent', sloppyInteger('tag_id')],
    ['active-maybe', '4.11/active.type', 'active=maybe counts as false', sloppyFlag('active')],
  ],
  'event-creators': [
    ['offset-text', '4.20/event-creators.offset.type', 'offset=abc counts as 0', sloppyInteger('offset')],
  ],
  'comment-replies': [
    ['offset-negative', '4.18/offset.min.refused', 'offset=-1 counts as 0', readingAs('offset', '-1', '0')],
  ],
});
