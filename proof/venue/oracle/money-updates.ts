/** proof/venue/oracle/money-updates: events that change balances, except trades, applied to the facts. */
import { enter, type Facts, holdingOf, type MarketFacts, newWallet, touch } from './facts.ts';
import type { EventOf } from './invariant.ts';
import { addBacking, addCash, addDebt, addSets, addTokens } from './money-facts.ts';

export function applyWallet(facts: Facts, event: EventOf<'wallet-opened'>): void {
  enter(facts.wallets, event.wallet, newWallet(event.wallet));
  const wallet = facts.wallets[event.wallet];
  if (wallet !== undefined) touch(facts, facts.touched.wallets, wallet);
}

export function applyDeposit(facts: Facts, event: EventOf<'deposited'>): void {
  const wallet = facts.wallets[event.wallet];
  if (wallet === undefined) return;
  facts.accounts.deposits += event.amount;
  addCash(facts, wallet, event.amount);
}

export function applySplit(facts: Facts, event: EventOf<'split'>): void {
  changeSets(facts, event.wallet, event.market, event.size);
}

export function applyMerge(facts: Facts, event: EventOf<'merged'>): void {
  changeSets(facts, event.wallet, event.market, -event.size);
}

function changeSets(facts: Facts, walletIndex: number, marketIndex: number, sets: number) {
  const wallet = facts.wallets[walletIndex];
  const market = facts.markets[marketIndex];
  if (wallet === undefined || market === undefined) return;
  const holding = holdingOf(wallet, market);
  addCash(facts, wallet, -sets);
  addTokens(facts, holding, 0, sets);
  addTokens(facts, holding, 1, sets);
  addSets(facts, market, sets);
}

export function applyRedemption(facts: Facts, event: EventOf<'redeemed'>): void {
  const wallet = facts.wallets[event.wallet];
  const market = facts.markets[event.market];
  if (wallet === undefined || market === undefined) return;
  const holding = holdingOf(wallet, market);
  addCash(facts, wallet, event.paid[0] + event.paid[1]);
  addTokens(facts, holding, 0, -event.sizes[0]);
  addTokens(facts, holding, 1, -event.sizes[1]);
  payOut(facts, market, event);
}

export function applyTransfer(facts: Facts, { wallet, to, amount, market, outcome }: EventOf<'transferred'>): void {
  const [from, receiver] = [facts.wallets[wallet], facts.wallets[to]];
  if (from === undefined || receiver === undefined) return;
  if (market === undefined || outcome === undefined) {
    addCash(facts, from, -amount);
    addCash(facts, receiver, amount);
    return;
  }
  const place = facts.markets[market];
  if (place === undefined) return;
  addTokens(facts, holdingOf(from, place), outcome, -amount);
  addTokens(facts, holdingOf(receiver, place), outcome, amount);
}

/** With the last token redeemed, the rest of the collateral is residual. */
function payOut(facts: Facts, market: MarketFacts, { sizes, paid }: EventOf<'redeemed'>) {
  market.supply[0] -= sizes[0];
  market.supply[1] -= sizes[1];
  const cash = paid[0] + paid[1];
  const left = market.supply[0] + market.supply[1] === 0 ? market.collateral - cash : 0;
  addBacking(facts, market, -cash - left);
  facts.accounts.residual += left;
  touch(facts, facts.touched.markets, market);
}

/** The group keeps the second-outcome tokens; every other member gets complete sets on credit. */
export function applyConversion(facts: Facts, event: EventOf<'converted'>): void {
  const wallet = facts.wallets[event.wallet];
  const group = facts.groups[event.group];
  if (wallet === undefined || group === undefined) return;
  addCash(facts, wallet, event.paid);
  for (const index of event.markets) {
    const market = facts.markets[index];
    if (market === undefined) continue;
    addTokens(facts, holdingOf(wallet, market), 1, -event.size);
    market.vault += event.size;
    touch(facts, facts.touched.markets, market);
  }
  for (const index of event.others) {
    const market = facts.markets[index];
    if (market === undefined) continue;
    addTokens(facts, holdingOf(wallet, market), 0, event.size);
    addSets(facts, market, event.size);
    market.vault += event.size;
  }
  addDebt(facts, group, (group.members.length - 1) * event.size);
  facts.changedGroup = group;
}
