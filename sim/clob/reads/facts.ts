/** sim/clob/reads/facts: the service itself, and the constants of a token: price step, group, fee, market. */
import { invariant } from '../../../base/result.ts';
import { unitsToNumber } from '../../../base/units.ts';
import { okJson, okValue, type RouteFunction, type RouteFunctions } from '../../routes/call.ts';
import type { Service } from '../../service.ts';
import type { TokenCard } from '../../views/token-card.ts';
import { tokenOf } from './tokens.ts';

/** A response about the token of the query, or of the path. */
function factOf(fact: (card: TokenCard, service: Service) => object): RouteFunction {
  return (service, { route, params, pathValue }) => {
    const card = tokenOf(service, route.pathParam === undefined ? params['token_id'] : pathValue);
    return card.ok ? okValue(fact(card.value, service)) : card.refusal;
  };
}

export const FACT_FUNCTIONS: RouteFunctions = {
  'P/time': (_, { now }) => okJson(String(Math.floor(now / 1_000))),
  'P/ok': () => okJson('"OK"'),
  'P/version': ({ profile }) => okValue({ version: profile.clob?.orderVersion }),
  'P/tick-size': factOf(({ market }, { world }) => {
    const view = world.venue.market(market.index);
    invariant(view !== undefined, `market ${market.index} is listed`);
    return { minimum_tick_size: unitsToNumber(view.terms.tick, 4) };
  }),
  'P/neg-risk': factOf(({ market }) => ({ neg_risk: market.negRisk })),
  'P/fee-rate': factOf(({ market }) => ({ base_fee: market.takerBaseFee })),
  'P/market-by-token': factOf(({ conditionId, market }) => ({
    condition_id: conditionId,
    primary_token_id: market.tokenIds[0],
    secondary_token_id: market.tokenIds[1],
  })),
};
