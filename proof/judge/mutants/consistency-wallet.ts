/** proof/judge/mutants/consistency-wallet: wallet rows that contradict themselves, their market or another route. */
import { family } from '../variant.ts';
import {
  type Change,
  copy,
  edit,
  inverted,
  lastRowTwice,
  lastTwice,
  lowered,
  plus,
  STRANGER,
  set,
  times,
} from '../wrappers/responses.ts';

const { table } = family('consistency');

const nextIndex: Change = (value) => String(value).replace(/\d+$/, (index) => String(Number(index) + 1));
const questioned: Change = (value) => `${String(value)}?`;

export const walletConsistencyMutants = table({
  positions: [
    ['asset-other', '2.1/asset.form', 'asset has the index of the other outcome', edit('*.asset', nextIndex)],
    ['opposite-same', '2.1/oppositeAsset.other', 'oppositeAsset is the asset', copy('*.oppositeAsset', 'asset')],
    ['outcome-swapped', '2.1/outcome.named', 'outcome is the opposite one', copy('*.outcome', 'oppositeOutcome')],
    ['opposite-swapped', '2.1/oppositeOutcome.other', 'they are the same', copy('*.oppositeOutcome', 'outcome')],
    ['index-high', '2.1/outcomeIndex.range', 'outcomes count from one', edit('*.outcomeIndex', plus(1))],
    ['wallet-other', '2.1/proxyWallet.user', 'rows name another wallet', set('last.proxyWallet', STRANGER)],
    ['wallet-lower', '1/wallet.checksummed', 'addresses are in lower case', edit('*.proxyWallet', lowered)],
    ['milliseconds', '2.1/timestamp.seconds', 'timestamp counts milliseconds', edit('*.timestamp', times(1_000))],
    ['title-other', '2.1/market.same', 'titles differ from the catalog', edit('*.title', questioned)],
    ['risk-inverted', '2.1/negativeRisk.same', 'negativeRisk is inverted', edit('*.negativeRisk', inverted)],
    ['cents', '2.1/curPrice.range', 'prices are in cents', edit('*.curPrice', times(100))],
    ['size-zero', '2.1/size.positive', 'the last position is empty', set('last.size', 0)],
    ['asset-twice', '2.1/asset.unique', 'the last position comes twice', lastRowTwice],
  ],
  'closed-positions': [
    ['asset-other', '2.2/asset.form', 'asset has the index of the other outcome', edit('*.asset', nextIndex)],
    ['opposite-same', '2.2/oppositeAsset.other', 'oppositeAsset is the asset', copy('*.oppositeAsset', 'asset')],
    ['outcome-swapped', '2.2/outcome.named', 'outcome is the opposite one', copy('*.outcome', 'oppositeOutcome')],
    ['wallet-other', '2.2/proxyWallet.user', 'rows name another wallet', set('last.proxyWallet', STRANGER)],
    ['slug-other', '2.2/market.same', 'slugs are those of events', copy('*.slug', 'eventSlug')],
  ],
  'builder-trades': [
    ['id-shared', '2.16/id.unique', 'all trades have one id', set('*.id', '7')],
    ['price-zero', '2.16/price.range', 'prices are zero', set('*.price', '0')],
  ],
  activity: [
    ['side-lower', '2.3/side.BUY', 'a purchase has side buy', edit('*.side', lowered)],
    ['sale-word', '2.3/side.SELL', 'a sale has side ASK', edit('*.side', (side) => (side === 'SELL' ? 'ASK' : side))],
    ['type-word', '2.3/type.TRADE', 'a trade is a FILL', edit('*.type', (type) => (type === 'TRADE' ? 'FILL' : type))],
    ['wallet-other', '2.3/proxyWallet.user', 'an entry names another wallet', set('last.proxyWallet', STRANGER)],
    ['milliseconds', '2.3/timestamp.seconds', 'timestamp counts milliseconds', edit('*.timestamp', times(1_000))],
    ['cents', '2.3/price.range', 'prices are in cents', edit('*.price', times(100))],
    ['icon-other', 'D/row-icons', 'icons differ from the catalog', set('*.icon', 'https://example.test/icon.png')],
    ['event-other', '2.3/market.same', 'events are named by the slugs of markets', copy('*.eventSlug', 'slug')],
  ],
  holders: [
    ['amount-double', '4.10/amount.position', 'amounts are twice the position', edit('*.holders.*.amount', times(2))],
    ['token-condition', '2.4/token.of-market', 'token is not a token id', set('*.token', '1')],
    ['group-twice', '2.4/token.unique', 'the last group comes twice', lastRowTwice],
    ['holder-twice', '2.4/holders.unique', 'the last holder comes twice', edit('*.holders', lastTwice)],
    [
      'outcomes-mixed',
      '2.4/holders.one-outcome',
      'a group mixes outcomes',
      edit('*.holders.last.outcomeIndex', (index) => 1 - Number(index)),
    ],
    ['names-empty', '2.4/holders.profile', 'holders have no names', set('*.holders.*.name', '')],
  ],
});
