/** backtest/strategy-file: loads a strategy from a file, checks its callbacks, and guards each call of one. */

import { readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { likely } from '../base/closest.ts';
import { systemCode } from '../base/system-code.ts';
import { type Context, type Params, type Strategy, StrategyError, type StrategyFactory } from './strategy.ts';

/** The callbacks of a strategy, in the order of a run. */
export const CALLBACKS = [
  'onStart',
  'onMarketStart',
  'onBook',
  'onTrade',
  'onFill',
  'onOrder',
  'onTimer',
  'onMarketEnd',
  'onResolve',
  'onEnd',
] as const;

type CallbackName = (typeof CALLBACKS)[number];

/** A strategy that cannot be used: its file, its factory or its callbacks are wrong. */
export class StrategyLoadError extends Error {
  override readonly name = 'StrategyLoadError';
}

/** Checks what a factory returned. Throws `StrategyLoadError` that names every fault of its callbacks. */
export function checkStrategy(value: unknown): Strategy {
  if (isPromise(value)) {
    throw new StrategyLoadError('the strategy is a promise: the exported function must be synchronous, without async');
  }
  if (typeof value !== 'object' || value === null) {
    throw new StrategyLoadError(
      `the exported function returned ${describeValue(value)}, expected an object with callbacks such as onBook`,
    );
  }
  const faults = namesOf(value).flatMap((name) => faultOf(name, Reflect.get(value, name)) ?? []);
  if (faults.length > 0) throw new StrategyLoadError(faults.join('; '));
  return value;
}

/** Own and inherited names, so that a strategy can be an instance of a class. */
function namesOf(value: object): readonly string[] {
  const names = new Set<string>();
  for (let at: object | null = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names];
}

function faultOf(name: string, value: unknown): string | undefined {
  if (CALLBACKS.some((known) => known === name)) {
    if (value === undefined) return undefined;
    if (typeof value !== 'function') return `${name} is ${describeValue(value)}, expected a function`;
    if (!/^Async(?:Generator)?Function$/.test(value.constructor.name)) return undefined;
    return `${name} is asynchronous: callbacks are synchronous functions, because time stands still while one runs`;
  }
  const plain = letters(name);
  const meant = CALLBACKS.find((known) => letters(known) === plain);
  if (meant !== undefined) return `${name} is no callback: did you mean ${meant}?`;
  if (typeof value !== 'function' || !/^on[A-Z]/.test(name)) return undefined;
  const [near] = likely(name, CALLBACKS);
  const hint = near === undefined ? `known are ${CALLBACKS.join(', ')}` : `did you mean ${near}?`;
  return `${name} is no callback: ${hint}`;
}

const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** A value in words, as in `an object`. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** The strategy with `gate` before each callback. A promise throws `StrategyError`: it would run at no moment. */
export function guarded(strategy: Strategy, gate: () => void): Strategy {
  // A callback that the strategy lacks stays away: the engine then has nothing to prepare for it.
  const own = CALLBACKS.flatMap((name) => {
    const callback = strategy[name] as ((what: unknown, context?: Context) => unknown) | undefined;
    if (callback === undefined) return [];
    const called = (what: unknown, context?: Context) => {
      gate();
      const returned = callback.call(strategy, what, context);
      if (returned !== undefined) assertSynchronous(name, returned);
    };
    return [[name, called] as const];
  });
  return Object.fromEntries(own);
}

function assertSynchronous(name: CallbackName, returned: unknown) {
  if (!isPromise(returned)) return;
  returned.then(undefined, () => undefined);
  throw new StrategyError(
    `${name} returned a promise: callbacks are synchronous, because time stands still while one runs`,
  );
}

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

function textOf(error: unknown, file: string) {
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
