/** sim/clob/trading/party: the wallet for which an order is signed, and the proof that the caller signed it. */
import { ok, type Result, refuse } from '../../../base/result.ts';
import { CLOB_CONTRACTS } from '../../../spec/clob/contracts.ts';
import type { Service } from '../../service.ts';
import type { WorldAccount } from '../../world/world.ts';
import { openWallet } from '../account/open-account.ts';
import { type Owner, ownersOf } from '../account/owners.ts';
import { verifyOrder } from '../signatures/order.ts';
import { SIGNER_KEYS } from '../signatures/signer-keys.ts';
import type { SignedForm } from './signed-body.ts';

export type Party = { readonly wallet: WorldAccount; readonly orderId: string };

/** Verifies the signature and finds the wallet of `maker`. An unknown one is funded, as only the chain knows it. */
export function partyOf(service: Service, owner: Owner, signedForm: SignedForm, now: number): Result<Party, string> {
  const { form, signed, card } = signedForm;
  const { standard, negativeRisk } = CLOB_CONTRACTS[service.profile.clob?.contracts ?? 'polymarket'];
  const domains = card.market.negRisk ? negativeRisk : standard;
  const order = { ...signed, ...amountsOf(form), salt: form.salt, tokenId: form.tokenId, side: form.side };
  const verified = verifyOrder({ order, domains, owner: owner.address }, SIGNER_KEYS);
  if (!verified.ok) return verified;
  const wallet = makerOf(service, owner, form.maker, signed.signatureType, now);
  return wallet.ok ? ok({ wallet: wallet.value, orderId: verified.value.id }) : wallet;
}

function amountsOf({ maker, signer, makerAmount, takerAmount }: SignedForm['form']) {
  return { maker, signer, makerAmount: String(makerAmount), takerAmount: String(takerAmount) };
}

function makerOf(
  service: Service,
  owner: Owner,
  maker: string,
  type: 0 | 1 | 2 | 3,
  now: number,
): Result<WorldAccount, string> {
  const address = maker.toLowerCase();
  const find = (wallets: readonly WorldAccount[] = []): WorldAccount | undefined =>
    wallets.find((wallet) => wallet.address.toLowerCase() === address);
  const known = find(owner.wallets);
  if (known !== undefined) return ok(known);
  if (service.views.people.byAddress(maker) !== undefined) return refuse('order.maker is a wallet of another owner');
  openWallet(service, owner.address, maker, type, now);
  const opened = find(ownersOf(service.world).byAddress(owner.address)?.wallets);
  return opened === undefined ? refuse('order.maker is not a wallet') : ok(opened);
}
