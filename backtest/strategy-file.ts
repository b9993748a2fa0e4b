/** backtest/strategy-file: loads a strategy from a file of TypeScript or JavaScript, whose default export makes it. */
import { readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemCode } from '../base/system-code.ts';
import type { Params, Strategy, StrategyFactory } from './strategy.ts';
import { checkStrategy, describeValue, StrategyLoadError } from './strategy-check.ts';

const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.cjs'];

/** Loads a file and returns its default export. Throws `StrategyLoadError` with the file and what is wrong with it. */
export async function loadStrategy(file: string): Promise<StrategyFactory> {
  assertStrategyFile(file);
  const { default: exported } = await load(file);
  if (typeof exported !== 'function') {
    const found = exported === undefined ? 'has no default export' : `exports ${describeValue(exported)} by default`;
    throw new StrategyLoadError(
      `${file} ${found}: export a function that makes a strategy, ` +
        'as in export default (params) => ({ onBook(book, context) {} })',
    );
  }
  if (/^class\b/.test(Function.prototype.toString.call(exported))) {
    throw new StrategyLoadError(
      `${file} exports a class: export a function that makes one, ` +
        `as in export default (params) => new ${exported.name || 'MyStrategy'}(params)`,
    );
  }
  return exported as StrategyFactory;
}

/** Makes a strategy and checks it. Throws `StrategyLoadError`, also when the factory throws. */
export function makeStrategy(file: string, factory: StrategyFactory, params: Params): Strategy {
  try {
    return checkStrategy(factory(params));
  } catch (error) {
    if (error instanceof StrategyLoadError) throw new StrategyLoadError(`${file}: ${error.message}`);
    throw new StrategyLoadError(`${file}: the function that makes the strategy threw ${textOf(error, file)}`);
  }
}

/** Throws `StrategyLoadError` when the file does not exist, or its name is not one that Node.js can import. */
export function assertStrategyFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new StrategyLoadError(`${file} does not exist: check the path of the strategy`);
  if (!stats.isFile()) throw new StrategyLoadError(`${file} is no file: name the file of a strategy`);
  if (!EXTENSIONS.includes(extname(file))) {
    throw new StrategyLoadError(`${file} is no strategy: its name has to end in ${EXTENSIONS.join(', ')}`);
  }
}

async function load(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new StrategyLoadError(`${file} does not parse: ${error.message}${placeOf(error, file)}`);
    }
    if (systemCode(error, '') === 'ERR_MODULE_NOT_FOUND') {
      throw new StrategyLoadError(`${file} imports what does not exist: ${messageOf(error)}`);
    }
    throw new StrategyLoadError(`${file} threw while it was loaded: ${textOf(error, file)}`);
  }
}

/** The place of a syntax error, which the loader states for TypeScript; plain JavaScript is parsed again for it. */
function placeOf(error: SyntaxError, file: string): string {
  const stated = statedPlace(error);
  if (stated !== undefined) return stated;
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { sourceUrl: file });
  } catch (second) {
    if (second instanceof SyntaxError) return statedPlace(second) ?? '';
  }
  return '';
}

function statedPlace({ stack = '' }: SyntaxError): string | undefined {
  const [, line] = /^[^\n]*:(\d+)\n/.exec(stack) ?? [];
  return line === undefined ? undefined : ` (line ${line})`;
}

function textOf(error: unknown, file: string): string {
  const place = error instanceof Error ? /:(\d+):\d+\)?$/.exec(frameOf(error, file)) : null;
  return `${messageOf(error)}${place === null ? '' : ` (line ${place[1]})`}`;
}

function frameOf({ stack = '' }: Error, file: string): string {
  const url = pathToFileURL(resolve(file)).href;
  return stack.split('\n').find((line) => line.includes(url)) ?? '';
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const advice = systemCode(error, '') === 'ERR_ACCESS_DENIED' ? ' (--allow-read PATH permits it)' : '';
  return `${error.name}: ${error.message}${advice}`;
}
