/** sim/routes/holders: `GET /holders` (interface 4.10): the largest holders of each outcome token. */
import { formatMicro, unitsToNumber } from '../../base/units.ts';
import type { OutcomeIndex } from '../../spec/venue/command.ts';
import type { Holding } from '../views/holdings.ts';
import type { Views } from '../views/views.ts';
import { okJson, type RouteFunction } from './call.ts';

/** One group per token of each requested market, in order of request and outcome, without unknown markets. */
export const holders: RouteFunction = ({ views }, { params }) => {
  views.catchUp();
  const limit = Number(params['limit']);
  const smallest = Number(params['minBalance']);
  const groups: string[] = [];
  const { market: conditions } = params;
  const markets = views.tokens.marketsByConditions(typeof conditions === 'object' ? conditions : []);
  for (const market of markets) {
    const top = topHolders(views, market, limit, smallest);
    groups.push(groupText(views, market, 0, top), groupText(views, market, 1, top));
  }
  return okJson(`[${groups.join(',')}]`);
};

/** The largest holdings of both tokens together, none below `smallest` shares. */
function topHolders(views: Views, market: number, limit: number, smallest: number): readonly Holding[] {
  const first = ranked(views, market, 0);
  const second = ranked(views, market, 1);
  const top: Holding[] = [];
  let taken = 0;
  while (top.length < limit) {
    const one = first[taken];
    const other = second[top.length - taken];
    const isFirst = one !== undefined && (other === undefined || compareHoldings(views, one, other) < 0);
    const next = isFirst ? one : other;
    if (next === undefined || unitsToNumber(next.size, 6) < smallest) break;
    if (isFirst) taken += 1;
    top.push(next);
  }
  return top;
}

function ranked(views: Views, market: number, outcome: OutcomeIndex): readonly Holding[] {
  const set = views.holdings.ofToken(market, outcome);
  return set.remembered('holders', () =>
    set.all.filter((holding) => holding.size > 0).sort((a, b) => compareHoldings(views, a, b)),
  );
}

function compareHoldings(views: Views, a: Holding, b: Holding): number {
  if (a.size !== b.size) return b.size - a.size;
  if (a.wallet === b.wallet) return a.outcome - b.outcome;
  return views.people.person(a.wallet).account.address < views.people.person(b.wallet).account.address ? -1 : 1;
}

function groupText(views: Views, market: number, outcome: OutcomeIndex, top: readonly Holding[]): string {
  const { tokenId } = views.tokens.card(market, outcome);
  const own = top.filter((holding) => holding.outcome === outcome);
  const holders = own.map((holding) => holderText(views, holding)).join(',');
  return `{"token":${JSON.stringify(tokenId)},"holders":[${holders}]}`;
}

function holderText(views: Views, holding: Holding): string {
  const { wallet, names, account } = views.people.person(holding.wallet);
  const { asset } = views.tokens.card(holding.market, holding.outcome);
  const isPublic = account.profile?.displayUsernamePublic ?? false;
  return (
    `{${wallet},"asset":${JSON.stringify(asset)},"amount":${formatMicro(holding.size)}` +
    `,"displayUsernamePublic":${isPublic},"outcomeIndex":${holding.outcome},${names}}`
  );
}
