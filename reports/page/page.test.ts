import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { browserScript, chartLibrary, joinedModules, kitStyles } from './assets.ts';
import { html } from './html.ts';
import { page } from './page.ts';

const sample = (
  scripts: readonly string[] = ['let a = 1;'],
  styles: readonly string[] = ['p { color: red }'],
): string => page({ title: 'A <page>', body: html`<p>text</p>`, styles, scripts });

/** The sources of a directive of the policy. */
function sources(text: string, directive: string): readonly string[] {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
  const found = policy.split('; ').find((each) => each.startsWith(`${directive} `));
  return (found ?? '').split(' ').slice(1);
}

describe('a page', () => {
  it('allows its own scripts and styles by their hashes, and nothing else', () => {
    const text = sample(['one();', 'two();']);
    const inFile = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    expect(inFile).toEqual(['one();', 'two();']);
    const hashes = inFile.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(sources(text, 'script-src')).toEqual(hashes);
    expect(sources(text, 'style-src')).toHaveLength(1);
    expect(sources(text, 'default-src')).toEqual(["'none'"]);
    expect(sources(text, 'trusted-types')).toEqual(["'none'"]);
    expect(text).not.toContain('unsafe');
  });

  it('states the policy before anything that it governs', () => {
    const text = sample();
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.search(/<style|<script|<title/));
  });

  it('allows no script and no style when there are none', () => {
    const text = sample([], []);
    expect([sources(text, 'script-src'), sources(text, 'style-src')]).toEqual([["'none'"], ["'none'"]]);
  });

  it('refuses scripts and styles that would end their own element', () => {
    expect(() => sample(['"</SCRIPT>"'])).toThrow('contains its own end');
    expect(() => sample(['"<!--"'])).toThrow('contains its own end');
    expect(() => sample([], ['</style>'])).toThrow('contains its own end');
  });
});

describe('the assets', () => {
  it('hold uPlot with its licence, and no address', () => {
    expect(chartLibrary()).toContain('Permission is hereby granted');
    expect(kitStyles().join('')).not.toMatch(/url\(|@import/);
  });

  it('join modules into one scope without imports and exports', () => {
    expect(joinedModules(["import { a } from './a.js';\nexport function b() {}\n", 'export const c = 1;\n'])).toBe(
      'function b() {}\n\nconst c = 1;\n',
    );
    expect(browserScript(['tables'])).not.toMatch(/^(?:import|export) /m);
  });

  it('refuse two modules that declare the same name', () => {
    expect(() => joinedModules(['function a() {}', 'export const a = 1;'])).toThrow('two browser modules declare a');
  });
});
