/** spec/openapi/bodies: the request bodies of writing and batch routes, with the rules of the document profile. */
import { z } from 'zod';
import type { Profile } from '../profile.ts';
import { CancelRequest, OrderSubmission, SignedOrder } from '../resources/order.ts';
import type { JsonSchema } from './components.ts';

const unsignedDigits = { type: 'string', pattern: '^\\d+$' };

/** Schemas under the names `<body kind>-body`. Unknown fields of a body are ignored, so that these schemas allow them. */
export function bodySchemas(profile: Profile): Record<string, JsonSchema> {
  const { types, signatureTypes } = profile.order;
  const signed = open(SignedOrder, {
    side: { type: 'string', enum: ['BUY', 'SELL'] },
    signatureType: { type: 'integer', enum: signatureTypes },
    makerAmount: unsignedDigits,
    takerAmount: unsignedDigits,
    expiration: { ...unsignedDigits, description: 'Unix seconds, with the order type GTD only' },
  });
  const token = { type: 'object', properties: { token_id: { type: 'string' } }, required: ['token_id'] };
  return {
    'order-body': open(OrderSubmission, {
      order: signed,
      orderType: { type: 'string', enum: types },
      postOnly: {
        type: 'boolean',
        description: 'refuse the order instead of matching it on arrival; absent means false',
      },
    }),
    'cancel-body': open(CancelRequest, {}),
    'tokens-body': { type: 'array', items: token, maxItems: profile.batch.max },
    'heartbeat-body': {
      type: 'object',
      properties: { heartbeat_id: { type: ['string', 'null'], description: 'absent, null or empty to start' } },
    },
  };
}

function open(schema: z.ZodType, properties: JsonSchema): JsonSchema {
  const { $schema, additionalProperties, ...rest } = z.toJSONSchema(schema);
  return { ...rest, properties: { ...rest.properties, ...properties } };
}
