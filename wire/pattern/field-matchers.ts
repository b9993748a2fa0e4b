/** wire/pattern/field-matchers: the matcher `$joined`, about fields of one object. */
import { pointed } from '../../base/json-pointer.ts';
import { excerpt } from './excerpt.ts';
import { hasOnly } from './list-matchers.ts';
import { isNumber, isPointer, type Matcher } from './matcher.ts';

type Joined = { readonly at: string; readonly of: readonly (string | number)[] };

/** A text that other fields of its object determine: `{at: /asset, of: [/conditionId, ':', /outcomeIndex]}`; a part that is no pointer is itself. */
const joined: Matcher = {
  fault: (operand) =>
    hasOnly(operand, {
      at: isPointer,
      of: (of) => Array.isArray(of) && of.every((part) => typeof part === 'string' || isNumber(part)),
    })
      ? undefined
      : 'needs {at: /pointer, of: [/pointers and texts]}',
  words: ({ at, of }: Joined) => `an object with ${of.join('')} at ${at}`,
  compare: ({ at, of }: Joined, actual, { pointer }, { report }) => {
    const parts = of.map((part) => (String(part).startsWith('/') ? pointed(actual, String(part)).value : part));
    const { value } = pointed(actual, at);
    if (parts.includes(undefined) || value !== parts.join(''))
      report(`${pointer}${at}`, excerpt(parts.join('')), value);
  },
};

export const FIELD_MATCHERS: readonly (readonly [string, Matcher])[] = [['$joined', joined]];
