/** conformance/properties/lists/suite: each list route equals its own whole list, filtered, sorted and cut. */
import type { Property } from '../property.ts';
import { accountLists } from './accounts.ts';
import { catalogLists, cursorLists } from './catalog.ts';
import { holdersProperty } from './holders.ts';
import { listProperty } from './list-property.ts';
import { walletLists } from './wallets.ts';

export const listProperties: readonly Property[] = [
  ...[...catalogLists, ...walletLists].map(listProperty),
  holdersProperty,
  ...[...accountLists, ...cursorLists].map(listProperty),
];
