/** backtest/strategy-check: whether a value is a strategy: known names, synchronous functions. */
import { likely } from '../base/closest.ts';
import { type Context, type Strategy, StrategyError } from './strategy.ts';

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

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** A value in words, as in `an object`. */
export function describeValue(value: unknown): string {
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
    const called = (what: unknown, context?: Context): void => {
      gate();
      const returned = callback.call(strategy, what, context);
      if (returned !== undefined) assertSynchronous(name, returned);
    };
    return [[name, called] as const];
  });
  return Object.fromEntries(own);
}

function assertSynchronous(name: CallbackName, returned: unknown): void {
  if (!isPromise(returned)) return;
  returned.then(undefined, () => undefined);
  throw new StrategyError(
    `${name} returned a promise: callbacks are synchronous, because time stands still while one runs`,
  );
}
