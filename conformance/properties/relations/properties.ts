/** conformance/properties/relations/properties: statements about several requests that need no model. */
import type { Property } from '../property.ts';
import { batchProperties } from './batches.ts';
import { cancelledProperty } from './cancelled.ts';
import { freshProperty } from './fresh.ts';
import { improvedProperty, mintedProperty } from './minted.ts';
import { cursorProperties, pageProperties } from './pages.ts';
import { takersProperty } from './takers.ts';

export const relationProperties: readonly Property[] = [
  ...pageProperties,
  ...cursorProperties,
  ...batchProperties,
  cancelledProperty,
  improvedProperty,
  mintedProperty,
  freshProperty,
  takersProperty,
];
