import { describe, expect, it } from 'vitest';
import { dataBlock, html, multiline } from './html.ts';

const HOSTILE = `</script><script>alert(1)</script>"'&\u2028\u202e\u0000`;

describe('a template', () => {
  it('escapes text in content and attributes', () => {
    const text = html`<a title="${HOSTILE}">${HOSTILE}</a>`.toString();
    expect(text.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
    expect(text.match(/"/g)).toHaveLength(2);
    expect(text).toContain('&#60;script&#62;alert(1)');
  });

  it('shows marks that reorder text as their codes', () => {
    expect(html`${'a\u202eb'}`.toString()).toBe('a\\u202eb');
  });

  it('takes templates as they are, joins lists, and leaves nothing for undefined and false', () => {
    expect(html`<p>${[html`<b>${1}</b>`, undefined, false, '<']}</p>`.toString()).toBe('<p><b>1</b>&#60;</p>');
  });

  it('keeps the line breaks of the text', () => {
    expect(multiline('a\n<b>').toString()).toBe('a<br>&#60;b&#62;');
  });
});

describe('a block of data', () => {
  it('cannot be ended by its values, and keeps them', () => {
    const block = dataBlock('data', { text: HOSTILE, comment: '<!--' }).toString();
    const [, json = ''] = /^<script type="application\/json" id="data">(.*)<\/script>$/s.exec(block) ?? [];
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text: HOSTILE, comment: '<!--' });
  });
});
