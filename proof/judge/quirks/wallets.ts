/** proof/judge/quirks/wallets: quirks of positions, activity and holders. */
import { onEach, onRoute, quirks } from '../variant.ts';
import { relisted, restated } from '../wrappers/lists.ts';
import { assuming } from '../wrappers/requests.ts';
import { eachRow, edit, errors, keeping, shouted } from '../wrappers/responses.ts';
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
} from './wallet-wrappers.ts';

const REDEMPTION = { type: 'REDEEM', outcomeIndex: 999, side: '', outcome: '', asset: '' };

export const walletQuirks = quirks([
  ['floating-point-noise', 'D/number-spelling: binary floating point noise', noiseEverywhere],
  ['noise-between-rows', 'equal values of two rows differ by noise', noiseByRow],
  ['money-in-cents', 'D/position-maths: rounded to cents', bothLists(withNumbers(MONEY, cents))],
  [
    'whole-percentages',
    'D/position-maths: truncated percentages',
    bothLists(withNumbers(['percentPnl', 'percentRealizedPnl'], Math.trunc)),
  ],
  [
    'percent-of-initial',
    'D/position-maths: percentRealizedPnl over initialValue',
    bothLists((row) => ({
      ...row,
      percentRealizedPnl: at(row, 'initialValue') === 0 ? 0 : (100 * at(row, 'realizedPnl')) / at(row, 'initialValue'),
    })),
  ],
  ['free-splits', 'D/position-cost: a split costs nothing and is left out of totalBought', bothLists(splitFree)],
  [
    'fees-in-cost',
    'D/position-cost: fees raise avgPrice',
    bothLists((row) => costing(row, Math.min(at(row, 'avgPrice') * 1.01, 1))),
  ],
  [
    'unrealised-redemptions',
    'D/position-cost: redemptions left out of realizedPnl',
    restated('closed-positions', (row) => {
      const isRedeemed = at(row, 'curPrice') === 0 || at(row, 'curPrice') === 1;
      return isRedeemed ? { ...row, realizedPnl: 0, percentRealizedPnl: 0 } : row;
    }),
  ],
  [
    'average-in-cents',
    'D/average-precision: rounded to cents after each fill',
    bothLists((row) => costing(row, cents(at(row, 'avgPrice')))),
  ],
  [
    'first-in-first-out',
    'D/average-precision: first in, first out instead of an average',
    restated('positions', (row) => (at(row, 'realizedPnl') === 0 ? row : costing(row, at(row, 'avgPrice') * 0.9))),
  ],
  [
    'winners-redeemable',
    'D/position-flags: redeemable for winning outcomes only',
    restated('positions', (row) => ({
      ...row,
      redeemable: row['redeemable'] === true && at(row, 'curPrice') > 0,
    })),
  ],
  [
    'resolved-closed',
    'D/closed-membership: positions in resolved markets',
    restated('closed-positions', (row) => [row], resolvedRows),
  ],
  ['round-trips', 'D/closed-membership: one row for each round trip', restated('closed-positions', rounds)],
  [
    'closed-size-kept',
    'D/closed-values: size as it was before the position closed',
    restated('closed-positions', (row) =>
      costing(
        { ...row, size: at(row, 'totalBought'), currentValue: at(row, 'totalBought') * at(row, 'curPrice') },
        at(row, 'avgPrice'),
      ),
    ),
  ],
  [
    'closed-average-zero',
    'D/closed-values: avgPrice 0',
    restated('closed-positions', (row) => ({ ...row, avgPrice: 0 })),
  ],
  ['entry-per-transaction', 'D/activity-entries: one entry for each transaction', relisted('activity', perTransaction)],
  ['entry-per-leg', 'D/activity-entries: one for each leg on both sides', relisted('activity', perLeg)],
  ['conversions-without-side', 'D/activity-entries: an empty side on conversions', onRoute('activity', EMPTY_SIDE)],
  ['trades-only', 'D/activity-types: TRADE only', relisted('activity', (rows) => rows.filter(isTrade))],
  ['rewards-in-feed', 'D/activity-types: REWARD as well', relisted('activity', withReward)],
  ['holder-token-asset', 'D/holder-asset: asset is the token id as well', onRoute('holders', tokenAsAsset)],
  ['held-groups-only', 'D/holders-groups: empty groups left out', onRoute('holders', keeping(isHeld))],
  ['limit-per-outcome', 'D/holders-limit: limit holders for each outcome', onRoute('holders', perOutcome)],
  ['oldest-activity-first', 'D/activity-list: oldest first', relisted('activity', (rows) => rows.toReversed())],
  ['short-activity', 'D/activity-list: another default', onRoute('activity', assuming('limit', '20'))],
  ['title-letter-case', 'D/title-match: letter case counts', caseCounts],
  ['titles-by-language', 'D/sort-keys: texts by the rules of a language', byLanguage],
  [
    'other-value-code',
    'D/wallet-values: another code before the colon',
    onEach(
      WALLET,
      errors((json) => ({ ...json, error: String(json['error']).replace(/^invalid_field: /, 'bad_value: ') })),
    ),
  ],
  ['strangers-not-found', 'D/wallet-user: 404 for an unknown wallet', onEach(BY_USER, strangersNotFound)],
  ['checksum-required', 'D/wallet-user: checksum required', onEach(BY_USER, checksummed)],
  [
    'outcomes-in-capitals',
    'outcomes in rows of the wallet lists are in capitals',
    onEach(BY_USER, edit('*.outcome|oppositeOutcome', shouted)),
  ],
  [
    'redemptions-without-outcome',
    'entries that are not trades are redemptions, and name no outcome',
    onRoute(
      'activity',
      eachRow((row) => (isTrade(row) ? row : { ...row, ...REDEMPTION })),
    ),
  ],
]);
