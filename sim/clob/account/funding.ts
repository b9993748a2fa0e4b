/** sim/clob/account/funding: what a wallet gets that a private key opens. */

/** Dollars, and shares of each outcome of every open market. */
export type Funding = { readonly dollars: number; readonly shares: number };

export const DEFAULT_FUNDING: Funding = { dollars: 10_000, shares: 0 };
