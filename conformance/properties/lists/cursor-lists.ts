/** conformance/properties/lists/cursor-lists: the three market lists with a cursor (interface 4.15). */
import { AS_LISTED, type ListSpec } from './list-spec.ts';

const common = {
  capability: 'read',
  needs: [],
  key: 'condition_id',
  runs: 2,
  once: 2,
  filters: [],
  bases: () => [{ query: {} }],
  orders: [AS_LISTED],
} as const;

export const cursorLists: readonly ListSpec[] = [
  {
    ...common,
    id: 'sampling-markets',
    title: 'any page of the sampling markets is a part of the whole list',
    isSample: true,
  },
  {
    ...common,
    id: 'sampling-simplified-markets',
    title: 'any page of the sampling simplified markets is a part of the whole list',
    isSample: true,
  },
  { ...common, id: 'simplified-markets', title: 'any page of the simplified markets is a part of the whole list' },
];
