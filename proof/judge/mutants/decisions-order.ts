/** proof/judge/mutants/decisions-order: refused orders are accepted, and types are not validated. */

import { family, type Mutant } from '../variant.ts';
import { inOrder, leniently, onPaper, taking } from '../wrappers/orders.ts';
import { otherStatus } from '../wrappers/responses.ts';

const { on } = family('decisions');

export const orderDecisionMutants: readonly Mutant[] = on('place-order', [
  [
    'amounts-numbers',
    'D/order-body.types',
    'makerAmount may be a number',
    leniently((body) => inOrder(body, { makerAmount: String(body.order['makerAmount']) })),
  ],
  [
    'type-text',
    'D/order-body.types',
    'signatureType may be text',
    leniently((body) => inOrder(body, { signatureType: 3 })),
  ],
  [
    'metadata-optional',
    'D/order-body.metadata',
    'metadata may be left out',
    leniently((body) => inOrder(body, { metadata: '', ...body.order })),
  ],
  [
    'owner-optional',
    'D/order-body.owner',
    'owner may be left out',
    leniently((body, { apiKey }) => ({ owner: apiKey, ...body })),
  ],
  [
    'owner-any',
    'D/order-owner.owner',
    'owner is ignored',
    leniently((body, { apiKey }) => ({ ...body, owner: apiKey })),
  ],
  [
    'maker-any',
    'D/order-owner.maker',
    'maker is ignored',
    leniently((body, { address }) => inOrder(body, { maker: address })),
  ],
  [
    'salt-twice',
    'D/order-duplicate',
    'a salt may be repeated',
    leniently((body) => inOrder(body, { salt: `${String(body.order['salt'])}1` })),
  ],
  [
    'type-unknown',
    'D/order-types.unknown',
    'an unknown order type counts as GTC',
    leniently((body) => ({ ...body, orderType: 'GTC' })),
  ],
  [
    'expiration-ignored',
    'D/order-expiration.gtd-only',
    'expiration is ignored where it is not needed',
    leniently((body) => inOrder(body, { expiration: undefined })),
  ],
  ['off-tick', 'D/order-amounts.tick', 'prices off the tick are accepted', onPaper(/on the tick/)],
  ['small', 'D/order-amounts.minimum', 'orders below the minimum are accepted', onPaper(/below the minimum/)],
  ['credit', 'D/order-funds.cash', 'the cash is not checked', onPaper(/dollars, /)],
  ['short', 'D/order-funds.tokens', 'the tokens are not checked', onPaper(/shares, /)],
  ['condition-other', 'D/order-token.condition', 'any condition is accepted', onPaper(/conditionId/)],
  ['refused-422', 'D/order-refusals.status', 'refused orders have status 422', otherStatus(/./, 422)],
  [
    'closed-400',
    'D/order-refusals.not-accepting',
    'a closed market is a bad request',
    otherStatus(/takes no orders/, 400),
  ],
  [
    'signature-any',
    'D/order-signature.form',
    'signatures are ignored',
    taking(
      ({ order }) => 'signature' in order,
      (body) => inOrder(body, { signature: '0x5a' }),
    ),
  ],
]);
