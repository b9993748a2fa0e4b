/** proof/venue/reads/position-claims: filters, sorts and pages of positions are those of a plain scan (4.7, 4.8). */
import { formatMicro } from '../../../base/units.ts';
import { closedPositions, positions } from '../../../sim/routes/wallets.ts';
import type { Service } from '../../../sim/service.ts';
import type { ClosedPosition, Position } from '../../../spec/resources/wallet-data.ts';
import { type Claim, listOf, numberOf } from '../oracle/claim.ts';
import { firstOf } from '../oracle/invariant.ts';
import { mismatch } from '../oracle/run-comparison.ts';
import { okBody } from './calls.ts';
import { checkAtEnd } from './read-run.ts';

type Query = Readonly<Record<string, string>>;
type Row = ClosedPosition & Partial<Pick<Position, 'negativeRisk'>>;

const COLUMNS: Readonly<Record<string, (row: Row) => number | string>> = {
  CURRENT: (row) => row.currentValue,
  INITIAL: (row) => row.initialValue,
  TOKENS: (row) => row.size,
  CASHPNL: (row) => row.cashPnl,
  PERCENTPNL: (row) => row.percentPnl,
  TITLE: (row) => row.title,
  RESOLVING: (row) => row.endDate,
  PRICE: (row) => row.curPrice,
  AVGPRICE: (row) => row.avgPrice,
  REALIZEDPNL: (row) => row.realizedPnl,
  TIMESTAMP: (row) => row.timestamp,
};

type Read = (service: Service, query: Query) => readonly Row[];

const current: Read = (service, query) => okBody('positions', positions, service, { query }) as Position[];
const closed: Read = (service, query) =>
  okBody('closed-positions', closedPositions, service, { query }) as ClosedPosition[];

/** Choices: wallet, queries. */
export const positionsScanned: Claim = scanned('positions', current, { sizeThreshold: '0', limit: '500' });
export const closedScanned: Claim = scanned('closed positions', closed, { limit: '50' });

function scanned(what: string, read: Read, whole: Query): Claim {
  return (run) =>
    checkAtEnd(run, (service) => {
      const user = service.world.accounts[numberOf(run.choices, 'wallet')]?.address ?? '';
      const all = read(service, { ...whole, user });
      return firstOf(listOf(run.choices, 'queries'), (text) => {
        const query = Object.fromEntries(new URLSearchParams(String(text)));
        const shown = read(service, { ...query, user });
        if (shown.length > 1) run.note('rows');
        return mismatch(`${what} of ${text}`, shown, select(all, query));
      });
    });
}

function select(rows: readonly Row[], query: Query): readonly Row[] {
  const { sortBy = '', sortDirection, market = '', title = '', limit, offset } = query;
  const column = COLUMNS[sortBy];
  if (column === undefined) throw new Error(`no column ${sortBy}`);
  const kept = rows.filter(
    (row) =>
      (market === '' || market.split(',').includes(row.conditionId)) &&
      row.title.toLowerCase().includes(title.toLowerCase()) &&
      row.size >= Number(query['sizeThreshold'] ?? 0) &&
      (query['redeemable'] !== 'true' || row.redeemable) &&
      (query['mergeable'] !== 'true' || row.mergeable),
  );
  const compare = (a: number | string, b: number | string) => (a < b ? -1 : Number(a > b));
  const sorted = kept.toSorted(
    (a, b) =>
      (sortDirection === 'ASC' ? 1 : -1) * compare(column(a), column(b)) ||
      compare(a.conditionId, b.conditionId) ||
      a.outcomeIndex - b.outcomeIndex,
  );
  return sorted.slice(Number(offset), Number(offset) + Number(limit));
}

/** A threshold includes an equal balance and excludes a smaller one. The first wallet has one balance, twice. */
export const thresholdExact: Claim = (run) =>
  checkAtEnd(run, (service) => {
    const user = service.world.accounts[0]?.address ?? '';
    const { free } = service.world.venue.tokens(0, 0, 0);
    const countFrom = (threshold: number) => current(service, { user, sizeThreshold: formatMicro(threshold) }).length;
    return mismatch(`balances from ${free} and from one more`, [countFrom(free), countFrom(free + 1)], [2, 0]);
  });
