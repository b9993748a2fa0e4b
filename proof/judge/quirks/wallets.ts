/** proof/judge/quirks/wallets: lawful oddities of positions, activity and holders. */
import { objectsIn } from '../../../spec/json.ts';
import type { Quirk } from '../quirk.ts';
import { onRoute, together } from '../variant.ts';
import { relisted, restated } from '../wrappers/lists.ts';
import { onEach } from '../wrappers/oddities.ts';
import { assuming } from '../wrappers/requests.ts';
import { bodies, edit, errors, rows } from '../wrappers/responses.ts';
import {
  at,
  BY_USER,
  bothLists,
  byLanguage,
  caseCounts,
  cents,
  checksummed,
  costing,
  EMPTY_SIDE,
  isHeld,
  isTrade,
  MONEY,
  noiseByRow,
  noiseEverywhere,
  perLeg,
  perOutcome,
  perTransaction,
  resolvedRows,
  rounds,
  splitFree,
  strangersNotFound,
  tokenAsAsset,
  WALLET,
  withNumbers,
  withReward,
} from './wallet-oddities.ts';

const inCapitals = (name: unknown): string => String(name).toUpperCase();

const REDEMPTION = { type: 'REDEEM', outcomeIndex: 999, side: '', outcome: '', asset: '' };

export const walletQuirks: readonly Quirk[] = [
  {
    id: 'floating-point-noise',
    title: 'numbers have binary floating point noise',
    alternative: { decision: 'number-spelling', text: 'binary floating point noise' },
    wrap: noiseEverywhere,
  },
  { id: 'noise-between-rows', title: 'equal values of two rows differ by noise', wrap: noiseByRow },
  {
    id: 'money-in-cents',
    title: 'money columns of positions are rounded to cents',
    alternative: { decision: 'position-maths', text: 'rounded to cents' },
    wrap: bothLists(withNumbers(MONEY, cents)),
  },
  {
    id: 'whole-percentages',
    title: 'percentages of positions are cut to whole numbers',
    alternative: { decision: 'position-maths', text: 'truncated percentages' },
    wrap: bothLists(withNumbers(['percentPnl', 'percentRealizedPnl'], Math.trunc)),
  },
  {
    id: 'percent-of-initial',
    title: 'percentRealizedPnl is over initialValue',
    alternative: { decision: 'position-maths', text: 'percentRealizedPnl over initialValue' },
    wrap: bothLists((row) => ({
      ...row,
      percentRealizedPnl: at(row, 'initialValue') === 0 ? 0 : (100 * at(row, 'realizedPnl')) / at(row, 'initialValue'),
    })),
  },
  {
    id: 'free-splits',
    title: 'a split costs nothing and is not bought',
    alternative: { decision: 'position-cost', text: 'a split costs nothing and is left out of totalBought' },
    wrap: bothLists(splitFree),
  },
  {
    id: 'fees-in-cost',
    title: 'fees raise the average price',
    alternative: { decision: 'position-cost', text: 'fees raise avgPrice' },
    wrap: bothLists((row) => costing(row, Math.min(at(row, 'avgPrice') * 1.01, 1))),
  },
  {
    id: 'unrealised-redemptions',
    title: 'redemptions are not in realizedPnl',
    alternative: { decision: 'position-cost', text: 'redemptions left out of realizedPnl' },
    wrap: restated('closed-positions', (row) => {
      const isRedeemed = at(row, 'curPrice') === 0 || at(row, 'curPrice') === 1;
      return isRedeemed ? { ...row, realizedPnl: 0, percentRealizedPnl: 0 } : row;
    }),
  },
  {
    id: 'average-in-cents',
    title: 'the average price is rounded to cents',
    alternative: { decision: 'average-precision', text: 'rounded to cents after each fill' },
    wrap: bothLists((row) => costing(row, cents(at(row, 'avgPrice')))),
  },
  {
    id: 'first-in-first-out',
    title: 'the oldest shares are sold first, so that a sale changes the average cost of the rest',
    alternative: { decision: 'average-precision', text: 'first in, first out instead of an average' },
    wrap: restated('positions', (row) =>
      at(row, 'realizedPnl') === 0 ? row : costing(row, at(row, 'avgPrice') * 0.9),
    ),
  },
  {
    id: 'winners-redeemable',
    title: 'only winning outcomes are redeemable',
    alternative: { decision: 'position-flags', text: 'redeemable for winning outcomes only' },
    wrap: restated('positions', (row) => ({
      ...row,
      redeemable: row['redeemable'] === true && at(row, 'curPrice') > 0,
    })),
  },
  {
    id: 'resolved-closed',
    title: 'positions in resolved markets are closed ones as well',
    alternative: { decision: 'closed-membership', text: 'positions in resolved markets' },
    wrap: restated('closed-positions', (row) => [row], resolvedRows),
  },
  {
    id: 'round-trips',
    title: 'a closed position has a row for each round trip',
    alternative: { decision: 'closed-membership', text: 'one row for each round trip' },
    wrap: restated('closed-positions', rounds),
  },
  {
    id: 'closed-size-kept',
    title: 'a closed position shows the size it had',
    alternative: { decision: 'closed-values', text: 'size as it was before the position closed' },
    wrap: restated('closed-positions', (row) =>
      costing(
        { ...row, size: at(row, 'totalBought'), currentValue: at(row, 'totalBought') * at(row, 'curPrice') },
        at(row, 'avgPrice'),
      ),
    ),
  },
  {
    id: 'closed-average-zero',
    title: 'a closed position has an average price of 0',
    alternative: { decision: 'closed-values', text: 'avgPrice 0' },
    wrap: restated('closed-positions', (row) => ({ ...row, avgPrice: 0 })),
  },
  {
    id: 'entry-per-transaction',
    title: 'a transaction has one entry in the feed',
    alternative: { decision: 'activity-entries', text: 'one entry for each transaction' },
    wrap: relisted('activity', perTransaction),
  },
  {
    id: 'entry-per-leg',
    title: 'a trade has an entry for each filled order, on both sides',
    alternative: { decision: 'activity-entries', text: 'one for each leg on both sides' },
    wrap: relisted('activity', perLeg),
  },
  {
    id: 'conversions-without-side',
    title: 'entries that are not trades have an empty side',
    alternative: { decision: 'activity-entries', text: 'an empty side on conversions' },
    wrap: onRoute('activity', EMPTY_SIDE),
  },
  {
    id: 'trades-only',
    title: 'the feed has only trades',
    alternative: { decision: 'activity-types', text: 'TRADE only' },
    wrap: relisted('activity', (rows) => rows.filter(isTrade)),
  },
  {
    id: 'rewards-in-feed',
    title: 'the feed has rewards as well, which belong to no market',
    alternative: { decision: 'activity-types', text: 'REWARD as well' },
    wrap: relisted('activity', withReward),
  },
  {
    id: 'holder-token-asset',
    title: 'asset of a holder is the token id',
    alternative: { decision: 'holder-asset', text: 'asset is the token id as well' },
    wrap: onRoute('holders', tokenAsAsset),
  },
  {
    id: 'held-groups-only',
    title: 'a token without holders has no group',
    alternative: { decision: 'holders-groups', text: 'empty groups left out' },
    wrap: onRoute(
      'holders',
      bodies((groups) => objectsIn(groups).filter(isHeld)),
    ),
  },
  {
    id: 'limit-per-outcome',
    title: 'limit counts the holders of each outcome',
    alternative: { decision: 'holders-limit', text: 'limit holders for each outcome' },
    wrap: onRoute('holders', perOutcome),
  },
  {
    id: 'oldest-activity-first',
    title: 'the feed is sorted oldest first',
    alternative: { decision: 'activity-list', text: 'oldest first' },
    wrap: relisted('activity', (rows) => rows.toReversed()),
  },
  {
    id: 'short-activity',
    title: 'the feed has 20 entries by default',
    alternative: { decision: 'activity-list', text: 'another default' },
    wrap: onRoute('activity', assuming('limit', '20')),
  },
  {
    id: 'title-letter-case',
    title: 'title is case-sensitive',
    alternative: { decision: 'title-match', text: 'letter case counts' },
    wrap: together([caseCounts('positions'), caseCounts('closed-positions')]),
  },
  {
    id: 'titles-by-language',
    title: 'titles are sorted by the rules of a language',
    alternative: { decision: 'sort-keys', text: 'texts by the rules of a language' },
    wrap: together([byLanguage('positions'), byLanguage('closed-positions')]),
  },
  {
    id: 'other-value-code',
    title: 'invalid values of a wallet route have another error code',
    alternative: { decision: 'wallet-values', text: 'another code before the colon' },
    wrap: onEach(
      WALLET,
      errors((json) => ({ ...json, error: String(json['error']).replace(/^invalid_field: /, 'bad_value: ') })),
    ),
  },
  {
    id: 'strangers-not-found',
    title: 'a wallet of which nothing is known is not found',
    alternative: { decision: 'wallet-user', text: '404 for an unknown wallet' },
    wrap: onEach(BY_USER, strangersNotFound),
  },
  {
    id: 'checksum-required',
    title: 'a user in lower case is refused',
    alternative: { decision: 'wallet-user', text: 'checksum required' },
    wrap: onEach(BY_USER, checksummed),
  },
  {
    id: 'outcomes-in-capitals',
    title: 'outcomes in rows of the wallet lists are in capitals',
    wrap: onEach(
      ['positions', 'closed-positions', 'activity'],
      together([edit('*.outcome', inCapitals), edit('*.oppositeOutcome', inCapitals)]),
    ),
  },
  {
    id: 'redemptions-without-outcome',
    title: 'entries that are not trades are redemptions, and name no outcome',
    wrap: onRoute(
      'activity',
      rows((list) => list.map((row) => (isTrade(row) ? row : { ...row, ...REDEMPTION }))),
    ),
  },
];
