/** proof/clients tests: `@polymarket/clob-client-v2` runs unchanged, with all signature types and two clocks. */
import { AssetType, ClobClient, OrderType, Side, type SignatureTypeV2 } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import { expect, it } from 'vitest';
import { WALLETS } from '../../spec/clob/fixtures/vectors.ts';
import { type Clock, type MarketService, PRIVATE_KEY, startMarketService } from './fixtures/market-service.ts';

const account = privateKeyToAccount(PRIVATE_KEY);
const signer = createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:1') });
const FUNDERS = [account.address, WALLETS.proxy, WALLETS.safe, WALLETS.deposit];

async function clientOf({ url }: MarketService, type: number): Promise<ClobClient> {
  const base = { host: url, chain: 137, signer };
  const creds = await new ClobClient(base).createOrDeriveApiKey();
  const funderAddress = FUNDERS[type] ?? '';
  return new ClobClient({ ...base, throwOnError: true, creds, signatureType: type as SignatureTypeV2, funderAddress });
}

/** Rests, lists, cancels, takes, and reads the account. Returns what the client saw. */
async function flow(service: MarketService, type: number) {
  const client = await clientOf(service, type);
  const tokenID = service.token;
  const book = await client.getOrderBook(tokenID);
  const quotes = [
    await client.getPrice(tokenID, 'BUY'),
    await client.getMidpoint(tokenID),
    await client.getSpread(tokenID),
  ];
  const resting = await client.createAndPostOrder({ tokenID, price: 0.3, side: Side.BUY, size: 20 });
  const expiration = Math.floor(service.simulator.now() / 1_000) + 600;
  const dated = { tokenID, price: 0.2, side: Side.BUY, size: 20, expiration };
  await client.createAndPostOrder(dated, undefined, OrderType.GTD);
  const open = await client.getOpenOrders();
  const one = await client.getOrder(resting.orderID);
  const cancelled = await client.cancelOrder({ orderID: resting.orderID });
  const rest = await client.cancelMarketOrders({ asset_id: tokenID });
  const taken = await client.createAndPostMarketOrder(
    { tokenID, amount: 12, side: Side.BUY, orderType: OrderType.FOK },
    undefined,
    OrderType.FOK,
  );
  const [trade = ''] = taken.tradeIDs ?? [];
  const trades = await client.getTrades({ id: trade });
  const cash = await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  const shares = await client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: tokenID });
  await client.updateBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  const others = [
    await client.postHeartbeat(),
    await client.getNotifications(),
    await client.getApiKeys(),
    await client.getClosedOnlyMode(),
    await client.getPricesHistory({ market: tokenID, interval: 'max' as never }),
    await client.cancelAll(),
  ];
  return { book, quotes, resting, open, one, cancelled, rest, taken, trade, trades, cash, shares, others };
}

it.concurrent.each<Clock>(['real', 'virtual'])('the whole flow on a %s clock', async (clock) => {
  const service = await startMarketService(clock);
  try {
    for (const type of [0, 1, 2, 3]) {
      const seen = await flow(service, type);
      const maker = expect.stringMatching(new RegExp(FUNDERS[type] ?? '', 'i'));
      expect(seen.quotes).toEqual([{ price: '0.48' }, { mid: '0.5' }, { spread: '0.04' }]);
      expect(seen.open).toHaveLength(2);
      expect(seen.one).toMatchObject({
        id: seen.resting.orderID,
        price: '0.3',
        original_size: '20',
        maker_address: maker,
      });
      expect(seen.cancelled).toEqual({ canceled: [seen.resting.orderID], not_canceled: {} });
      expect(seen.rest.canceled).toHaveLength(1);
      expect(seen.taken).toMatchObject({
        success: true,
        status: 'matched',
        makingAmount: '11.999988',
        takingAmount: '23.0769',
      });
      expect(seen.trades).toMatchObject([{ id: seen.trade, trader_side: 'TAKER', maker_address: maker }]);
      expect([seen.cash.balance, seen.shares.balance]).toEqual(['9988000012', '23076900']);
    }
    expect(service.refusals.filter((line) => !line.startsWith('POST /auth/api-key: 400'))).toEqual([]);
    expect(service.simulator.bugs).toEqual([]);
  } finally {
    await service.close();
  }
});
