/** proof/judge/mutants/stateful-fills: fills that are missing from books, positions, feed or trades. */
import { family, type Mutant } from '../variant.ts';
import { plus } from '../wrappers/edit.ts';
import { copy, edit, set } from '../wrappers/responses.ts';

const { on } = family('stateful');

export const fillMutants: readonly Mutant[] = [
  ...on('positions', [
    ['average-last', 'D/position-maths.avgPrice', 'avgPrice is the current price', copy('*.avgPrice', 'curPrice')],
  ]),
  ...on('builder-trades', [
    ['makers-unnamed', '4.3/fill.trade', 'maker orders have no ids', set('*.maker_orders.*.order_id', '')],
    ['price-dear', '4.3/fill.price-limit', 'trade prices are ten cents too high', edit('*.price', plus(0.1))],
    ['price-cheap', 'D/matching.maker-price', 'trade prices are a cent too low', edit('*.price', plus(-0.01))],
  ]),
];
