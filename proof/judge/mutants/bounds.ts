/** proof/judge/mutants/bounds: wrong limits, offsets, defaults and lengths, and accepted values of the wrong type. */
import { objectsIn, parseJson } from '../../../spec/json.ts';
import { family, type Mutant, type Wrap } from '../variant.ts';
import { asked, assuming, ignoring, reading, refusing, withQuery } from '../wrappers/requests.ts';
import { withBody } from '../wrappers/responses.ts';

const { on } = family('bounds');

/** A limit of one more than `max` returns that many rows, repeated if there are not enough. */
function unbounded(max: number): Wrap {
  return (handle) => (request) => {
    if (new URLSearchParams(request.query).get('limit') !== String(max + 1)) return handle(request);
    const full = handle(withQuery(request, (query) => query.set('limit', String(max))));
    const list = objectsIn(parseJson(full.body));
    return withBody(full, [...list, ...list, ...Array.from({ length: max }, () => list[0])].slice(0, max + 1));
  };
}

/** One value is refused. */
function refusesAt(name: string, value: string): Wrap {
  return refusing((query) => query.get(name) === value);
}

/** One value is read as another. */
function taking(name: string, value: string, meaning: string): Wrap {
  return reading(name, (given) => (given === value ? meaning : given));
}

/** Rounds a fraction down, and ignores other malformed integers. */
function sloppyInteger(name: string): Wrap {
  return asked((query) => {
    const value = query.get(name);
    if (value === null || /^-?\d+$/.test(value)) return;
    const whole = Number.parseInt(value, 10);
    if (Number.isNaN(whole)) query.delete(name);
    else query.set(name, String(whole));
  });
}

/** A malformed flag counts as false. */
function sloppyFlag(name: string): Wrap {
  return reading(name, (value) => String(value === 'true'));
}

/** Longer texts are cut. */
function cutting(name: string, length: number): Wrap {
  return reading(name, (value) => value.slice(0, length));
}

/** Texts of `length` and more are refused. */
function shorter(name: string, length: number): Wrap {
  return refusing((query) => (query.get(name) ?? '').length >= length);
}

const walletBounds: readonly Mutant[] = [
  ...on('closed-positions', [
    ['limit-51', '4.7/limit.max', 'limit=51 returns 51 rows', unbounded(50)],
    ['limit-50-refused', '4.7/limit.max', 'limit=50 is refused', refusesAt('limit', '50')],
    ['limit-default', '4.7/limit.default', 'the default of limit is 9', assuming('limit', '9')],
    ['title-101', '4.7/title.maxLength.refused', 'a too long title is cut', cutting('title', 100)],
    ['limit-clamped', '4.7/limit.max.refused', 'limit=51 counts as 50', taking('limit', '51', '50')],
    ['offset-beyond', '4.7/offset.max.refused', 'a larger offset is accepted', taking('offset', '100001', '0')],
    ['sort-unknown', '4.7/sortBy.enum', 'an unknown key is the default', taking('sortBy', 'SIDEWAYS', 'REALIZEDPNL')],
  ]),
  ...on('positions', [
    ['limit-501', '4.8/limit.max', 'limit=501 returns 501 rows', unbounded(500)],
    ['limit-0', '4.8/limit.min', 'limit=0 counts as absent', taking('limit', '0', '100')],
    ['limit-0-refused', '4.8/limit.accepted', 'limit=0 is refused', refusesAt('limit', '0')],
    ['limit-default', '4.8/limit.default', 'the default of limit is 99', assuming('limit', '99'), 'medium'],
    ['title-100', '4.8/title.maxLength', 'a title of 100 characters is refused', shorter('title', 100)],
    [
      'threshold-text',
      '4.8/sizeThreshold.type',
      'a threshold that is not a number counts as 1',
      taking('sizeThreshold', 'abc', '1'),
    ],
    [
      'threshold-negative',
      '4.8/sizeThreshold.min.refused',
      'a negative threshold counts as 0',
      taking('sizeThreshold', '-0.5', '0'),
    ],
    ['threshold-default', '4.8/sizeThreshold.default', 'it is 0 by default', assuming('sizeThreshold', '0')],
    ['redeemable-maybe', '4.8/redeemable.type', 'redeemable=maybe counts as false', sloppyFlag('redeemable')],
    ['redeemable-default', '4.8/redeemable.default', 'only redeemable rows by default', assuming('redeemable', 'true')],
    ['sort-sibling', '4.8/sortBy.enum', 'keys of closed ones are accepted', taking('sortBy', 'REALIZEDPNL', 'CASHPNL')],
    ['sort-default', '4.8/sortBy.default', 'rows are sorted by value by default', assuming('sortBy', 'CURRENT')],
    [
      'direction-unknown',
      '4.8/sortDirection.enum',
      'any direction is accepted',
      taking('sortDirection', 'SIDEWAYS', 'ASC'),
    ],
  ]),
  ...on('activity', [
    ['limit-501', '4.9/limit.max', 'limit=501 returns 501 entries', unbounded(500)],
    ['limit-fraction', '4.9/limit.type', 'limit=1.5 counts as 1', sloppyInteger('limit')],
    ['offset-ceiling', '4.9/offset.max', 'offset=10000 is refused', refusesAt('offset', '10000')],
  ]),
  ...on('holders', [
    ['limit-501', '4.10/limit.max', 'limit=501 returns more than the maximum', unbounded(500)],
    ['limit-negative', '4.10/limit.min.refused', 'a negative limit counts as 0', taking('limit', '-1', '0')],
    ['limit-0', '4.10/limit.min', 'limit=0 counts as 100', taking('limit', '0', '100')],
    ['balance-default', '4.10/minBalance.default', 'the default of minBalance is 0', assuming('minBalance', '0')],
    ['limit-default', '4.10/limit.default', 'the default of limit is 50', assuming('limit', '50'), 'medium'],
  ]),
];

const catalogBounds: readonly Mutant[] = [
  ...on('markets', [
    ['limit-101', '4.11/limit.max', 'limit=101 returns 101 markets', unbounded(100)],
    ['limit-default', '4.11/limit.default', 'the default of limit is 21', assuming('limit', '21')],
    ['limit-0', '4.11/limit.min.refused', 'limit=0 counts as 1', taking('limit', '0', '1')],
    ['limit-1-refused', '4.11/limit.min', 'limit=1 is refused', refusesAt('limit', '1')],
    ['tag-text', '4.11/tag_id.type', 'a tag_id that is not a number counts as absent', sloppyInteger('tag_id')],
    ['active-maybe', '4.11/active.type', 'active=maybe counts as false', sloppyFlag('active')],
    ['ascending-default', '4.11/ascending.default', 'lists ascend by default', assuming('ascending', 'true')],
  ]),
  ...on('event-creators', [
    ['limit-101', '4.20/event-creators.limit.max', 'limit=101 returns 101 items', unbounded(100)],
    ['offset-text', '4.20/event-creators.offset.type', 'offset=abc counts as 0', sloppyInteger('offset')],
    ['limit-default', '4.20/event-creators.limit.default', 'the default of limit is 19', assuming('limit', '19')],
  ]),
  ...on('comment-replies', [
    ['limit-100-refused', '4.18/limit.max', 'limit=100 is refused', refusesAt('limit', '100')],
    ['limit-default', '4.18/limit.default', 'the default of limit is 10', assuming('limit', '10')],
    ['offset-negative', '4.18/offset.min.refused', 'offset=-1 counts as 0', taking('offset', '-1', '0')],
    ['limit-ignored', '4.18/limit.cut', 'limit is ignored', ignoring('limit')],
  ]),
];

export const boundsMutants: readonly Mutant[] = [...walletBounds, ...catalogBounds];
