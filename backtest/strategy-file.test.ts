/** backtest/strategy-file tests: strategies that load, and the errors about others. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../spec/fixtures/test-folder.ts';
import type { Context, Strategy } from './strategy.ts';
import { checkStrategy, guarded, loadStrategy, makeStrategy } from './strategy-file.ts';

const { folder } = testFolder('strategy');
let files = 0;

/** Each file has another name, because Node.js loads a name once. */
function write(text: string, extension = 'ts'): string {
  files += 1;
  const file = join(folder, `strategy-${files}.${extension}`);
  writeFileSync(file, text);
  return file;
}

async function load(text: string, extension?: string): Promise<Strategy> {
  const file = write(text, extension);
  return makeStrategy(file, await loadStrategy(file), { size: 7 });
}

describe('a strategy', () => {
  it.each([
    [
      'TypeScript',
      'ts',
      'const size = (params: { size?: number }): number => params.size ?? 0;\n' +
        'export default (params: { size: number }) => ({ onStart(context: unknown): void {}, size: size(params) });',
    ],
    ['JavaScript', 'js', 'export default (params) => ({ onStart() {}, size: params.size });'],
    ['a module', 'mjs', 'export default (params) => ({ onStart() {}, size: params.size });'],
    ['CommonJS', 'cjs', 'module.exports = (params) => ({ onStart() {}, size: params.size });'],
  ])('of %s loads and gets its parameters', async (_, extension, text) => {
    expect(await load(text, extension)).toMatchObject({ onStart: expect.any(Function), size: 7 });
  });

  it('can be an instance of a class, and have names that only look like callbacks', async () => {
    const text = `class Maker { on = true; onlyBids = 3; onBookCount = 0; once() {} onBook() { return this.onlyBids; } }
      export default () => new Maker();`;
    expect(await load(text)).toHaveProperty('onBook');
  });
});

describe('a file that is no strategy', () => {
  const faults: Record<string, readonly [string, RegExp, string?]> = {
    'does not parse as TypeScript': [
      'const a: number = 1;\nexport default () => ({ onBook( { }\n',
      /-\d+\.ts does not parse: .* \(line 2\)$/,
    ],
    'does not parse as JavaScript': [
      'const a = 1;\n\nexport default () => ({ onBook( { }\n',
      /does not parse: .* \(line [34]\)$/,
      'mjs',
    ],
    'has syntax that cannot be stripped': [
      'enum Side { buy }\nexport default () => ({});',
      /does not parse: .*enum.* \(line 1\)$/,
    ],
    'imports a file that does not exist': [`import './nothing.ts';`, /imports what does not exist: .*nothing\.ts/],
    throws: [
      `const a = 1;\nthrow new RangeError('too late');`,
      /threw while it was loaded: RangeError: too late \(line 2\)$/,
    ],
    'has no default export': [
      'export const onBook = () => {};',
      /has no default export: export a function that makes a strategy/,
    ],
    'exports an object': ['export default { onBook() {} };', /exports an object by default: export a function/],
    'exports a class': ['export default class Maker { onBook() {} }', /exports a class: .* new Maker\(params\)$/],
    'has a factory that throws': [
      `export default () => {\n  throw new RangeError('spread is negative');\n};`,
      /makes the strategy threw RangeError: spread is negative \(line 2\)$/,
    ],
    'has a factory that is asynchronous': [
      'export default async () => ({});',
      /the strategy is a promise: .* without async$/,
    ],
    'has a factory that returns nothing': [
      'export default () => {};',
      /returned undefined, expected an object with callbacks/,
    ],
    'has a factory that returns a list': ['export default () => 7;', /returned a number, expected an object/],
    'misspells a callback': [
      'export default () => ({ onbook() {} });',
      /onbook is no callback: did you mean onBook\?$/,
    ],
    'separates words in a callback': [
      'export default () => ({ on_fill() {} });',
      /on_fill is no callback: did you mean onFill\?$/,
    ],
    'has a callback of another library': [
      'export default () => ({ onTrades() {} });',
      /onTrades is no callback: did you mean onTrade\?$/,
    ],
    'has a callback that exists nowhere': [
      'export default () => ({ onHeartbeatMissed() {} });',
      /onHeartbeatMissed is no callback: known are onStart, onMarketStart/,
    ],
    'has a callback that is no function': [
      'export default () => ({ onBook: 5, onFill: {} });',
      /onBook is a number, expected a function; onFill is an object, expected a function$/,
    ],
    'has an asynchronous callback': [
      'export default () => ({ async onBook() {} });',
      /onBook is asynchronous: callbacks are synchronous functions/,
    ],
  };
  it.each(Object.entries(faults))('%s', async (_, [text, expected, extension]) => {
    await expect(load(text, extension)).rejects.toThrow(expected);
    await expect(load(text, extension)).rejects.toMatchObject({ name: 'StrategyLoadError' });
  });

  it('does not exist, is a folder, or is of another kind', async () => {
    await expect(loadStrategy(join(folder, 'none.ts'))).rejects.toThrow(/none\.ts does not exist/);
    await expect(loadStrategy(folder)).rejects.toThrow(/is no file/);
    await expect(loadStrategy(write('{}', 'json'))).rejects.toThrow(/has to end in \.ts, \.mts, \.js/);
  });
});

describe('the gate of a strategy', () => {
  const context = {} as Context;

  it('comes before every callback, which keeps its object', () => {
    const calls: string[] = [];
    const strategy: Strategy & { readonly name: string } = {
      name: 'own',
      onStart() {
        calls.push(`${this.name} start`);
      },
      onTimer(name) {
        calls.push(`${this.name} ${name}`);
      },
    };
    const run = guarded(strategy, () => calls.push('gate'));
    run.onStart?.(context);
    run.onTimer?.('noon', context);
    expect(calls).toEqual(['gate', 'own start', 'gate', 'own noon']);
    expect(Object.keys(run)).toEqual(['onStart', 'onTimer']);
  });

  it('ends the run when it throws, and when a callback returns a promise', () => {
    const late = checkStrategy({ onEnd: () => Promise.reject(new Error('no one waits for this')) });
    expect(() => guarded(late, () => undefined).onEnd?.(context)).toThrow(
      /onEnd returned a promise: callbacks are synchronous/,
    );
    const never = checkStrategy({ onEnd: () => expect.unreachable() });
    const cut = (): void => {
      throw new Error('cut');
    };
    expect(() => guarded(never, cut).onEnd?.(context)).toThrow('cut');
  });
});
