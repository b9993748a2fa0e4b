/** reports/page/assets: the styles and scripts of pages as text: those of this project, and uPlot from its package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const uplotFolder = () => dirname(createRequire(import.meta.url).resolve('uplot/package.json'));

/** The styles of every page, and those of one kind of page: its file, below `reports/`. */
export function kitStyles(...own: readonly string[]): readonly string[] {
  return [
    readFileSync(join(uplotFolder(), 'dist/uPlot.min.css'), 'utf8'),
    ...['page/page.css', ...own].map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')),
  ];
}

/** The chart library with its licence, which asks to be part of every copy. */
export function chartLibrary(): string {
  const licence = readFileSync(join(uplotFolder(), 'LICENSE'), 'utf8').trim();
  return `/*! uPlot\n${licence}\n*/\n${readFileSync(join(uplotFolder(), 'dist/uPlot.iife.min.js'), 'utf8')}`;
}

/** Modules of `reports/browser/` as one script, in the given order: a module comes after those that it imports. */
export function browserScript(names: readonly string[]): string {
  const texts = names.map((name) => readFileSync(join(import.meta.dirname, '../browser', `${name}.js`), 'utf8'));
  return `(() => {\n'use strict';\n${joinedModules(texts)}\n})();\n`;
}

/** One scope for all modules. Throws if two of them declare the same name. */
export function joinedModules(texts: readonly string[]): string {
  const seen = new Set<string>();
  for (const [, name = ''] of texts.join('\n').matchAll(/^(?:export )?(?:function|const|let|class) (\w+)/gm)) {
    if (seen.has(name)) throw new Error(`two browser modules declare ${name}`);
    seen.add(name);
  }
  return texts.map((text) => text.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export /gm, '')).join('\n');
}
