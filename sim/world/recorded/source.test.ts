/** sim/world/recorded/source.test: elements keep their text and get the right lines. */
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { elementsOf } from './source.ts';

describe('elementsOf', () => {
  test.prop([fc.array(fc.jsonValue()), fc.constantFrom(0, 1, 2), fc.constantFrom('', '\n', ' \n\t')])(
    'returns every element of an array with its line',
    (values, indent, around) => {
      const text = around + JSON.stringify(values, null, indent) + around;
      const elements = elementsOf(text) ?? [];
      expect(elements.map((element) => JSON.parse(element.text))).toEqual(JSON.parse(JSON.stringify(values)));
      const lines = text.split('\n');
      for (const element of elements) {
        const [first = ''] = element.text.trimStart().split('\n');
        expect(lines[element.line - 1]).toContain(first);
      }
    },
  );

  it.each(['{}', '7', '', '[', '[1', '[1] 2', '[{]', '"[1]"', '["a]'])('leaves %j alone', (text) => {
    expect(elementsOf(text)).toBeUndefined();
  });

  it('does not mistake brackets, commas and quotes inside strings', () => {
    const text = String.raw`["a]", "b\",[", "c\\", {"d,": "}"}]`;
    expect(elementsOf(text)?.map((element) => element.text.trim())).toEqual([
      '"a]"',
      String.raw`"b\",["`,
      String.raw`"c\\"`,
      '{"d,": "}"}',
    ]);
  });
});
