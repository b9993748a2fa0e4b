import { expect, it } from 'vitest';
import { tooOldNode } from './node-version.ts';

it.each(['v20.20.2', 'v22.18.9', 'v18.0.0'])(
  '%s is too old: the message names the version that is needed',
  (version) => {
    expect(tooOldNode(version)).toBe(`needs Node 22.19 or newer, this is ${version}`);
  },
);

it.each(['v22.19.0', 'v24.0.0', 'v100.1.0'])('%s is supported', (version) => {
  expect(tooOldNode(version)).toBeUndefined();
});
