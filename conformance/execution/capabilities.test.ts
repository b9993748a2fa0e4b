/** conformance/execution/capabilities tests: throttling, which runs provoke only if the target allows it. */
import { expect, it } from 'vitest';
import { capabilitiesOf, type Offer } from './capabilities.ts';

const offer: Offer = {
  hasControl: false,
  hasCredentials: true,
  mayWrite: true,
  isWalletBlocked: false,
  isTradingBlocked: false,
  isThorough: true,
  file: undefined,
};

it.each([
  [false, undefined, 'not-claimed'],
  [false, { limits: false }, 'not-claimed'],
  [false, { limits: true }, 'claimed'],
  [true, undefined, 'claimed'],
  [true, {}, 'claimed'],
  [true, { limits: true }, 'claimed'],
  [true, { limits: false }, 'not-claimed'],
] as const)('control of time %j and the target file %j: %s', (hasControl, file, state) => {
  const { limits, 'limits-sustained': sustained } = capabilitiesOf({ ...offer, hasControl, file });
  expect([limits, sustained]).toEqual([state, state]);
});
