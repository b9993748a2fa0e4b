/** conformance/checks/catalog/empty-values: parameters of the catalog with an empty value (`D/empty-values`). */
import { routeById } from '../../../spec/routes.ts';
import type { Check } from '../../check.ts';
import { judgeAgreement, sameResponse } from '../agreement.ts';
import { refusalOf } from '../assertions.ts';
import { check, claimCheck } from '../definition.ts';
import { sendGet, sendSample } from '../requests.ts';

const textCheck = check('markets', 'empty-text', {
  title: 'an optional text filter with an empty value has no effect',
  clauses: ['D/empty-values.text'],
  kind: 'filter',
  needs: ['market'],
  cost: { markets: 2 },
  run: async (context) => {
    const ask = {
      left: () => sendGet(context, 'markets', { limit: '2' }),
      right: () => sendGet(context, 'markets', { limit: '2', slug: '' }),
    };
    const states = sameResponse('an empty slug has no effect');
    await judgeAgreement(context, ask, [{ clause: 'D/empty-values.text', states }]);
  },
});

function numberCheck(id: 'markets' | 'comment-replies' | 'event-creators'): Check {
  return claimCheck(id, 'empty-number', {
    title: 'an empty value for limit is refused',
    clauses: ['D/empty-values.number'],
    kind: 'error',
    claim: async (context) =>
      refusalOf(await sendSample(context, routeById(id), { limit: '' }), 'limit is empty, which is not a number'),
  });
}

export const emptyValueChecks: readonly Check[] = [
  textCheck,
  numberCheck('markets'),
  numberCheck('comment-replies'),
  numberCheck('event-creators'),
];
