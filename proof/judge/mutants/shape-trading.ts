/** proof/judge/mutants/shape-trading: market data whose fields are missing, null or of another type. */
import { isObject } from '../../../spec/json.ts';
import { family, type Mutant } from '../variant.ts';
import { asNumber, asText, nulled } from '../wrappers/edit.ts';
import { bodies, drop, edit, wrapped } from '../wrappers/responses.ts';

const { on } = family('shape');

/** The list without its envelope. */
const bare = bodies((json) => (isObject(json) ? json['data'] : json));

export const tradingShapeMutants: readonly Mutant[] = [
  ...on('trading-market', [
    ['id-text', '2.10/market_id.type', 'market_id is text', edit('market_id', asText)],
    ['winner-text', '2.13/winner.type', 'winner is text', edit('tokens.last.winner', asText)],
    ['rates-null', '2.12/rates', 'rates is null', edit('rewards.rates', nulled)],
  ]),
  ...on('trading-settings', [
    ['start-null', '2.17/gst', 'gst is null where no game is played', edit('gst', nulled)],
    ['tick-text', '2.17/mts.type', 'mts is text', edit('mts', asText)],
    ['fee-missing', '2.17/fd.to', 'the fee has no payer', drop('fd.to')],
  ]),
  ...on('sampling-markets', [
    ['envelope-lost', '4.15/sampling-markets.response.shape', 'the array comes without its envelope', bare],
    ['tags-null', '2.10/tags', 'tags of the last market is null', edit('data.last.tags', nulled)],
  ]),
  ...on('sampling-simplified-markets', [
    ['count-missing', '4.15/sampling-simplified-markets.count', 'the envelope has no count', drop('count')],
    ['flag-number', '2.11/neg_risk.type', 'neg_risk is 0 or 1', edit('data.*.neg_risk', asNumber)],
  ]),
  ...on('simplified-markets', [
    ['limit-text', '4.15/simplified-markets.limit.type', 'limit is text', edit('limit', asText)],
    ['price-text', '2.13/price.type', 'prices of tokens are texts', edit('data.*.tokens.*.price', asText)],
  ]),
  ...on('books', [
    [
      'bids-missing',
      '2.14/bids',
      'an empty side is left out',
      edit('*.bids', (value) => (Array.isArray(value) && value.length === 0 ? undefined : value)),
    ],
    ['prices-numbers', '2.14/level.price.type', 'prices of levels are numbers', edit('*.asks.*.price', asNumber)],
    ['wrapped', '4.16/response.shape', 'the array is wrapped in an object', wrapped],
  ]),
  ...on('prices', [
    ['numbers', '4.17/BUY.type', 'best prices are numbers', edit('*.BUY', asNumber)],
    [
      'array',
      '4.17/response.shape',
      'the prices come in an array',
      bodies((json) => (isObject(json) ? Object.values(json) : json)),
    ],
  ]),
];
