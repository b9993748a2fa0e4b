/**
 * conformance/sandbox/diagnosis: diagnoses the wallets and markets of a credentials file at a deployment: keys,
 * signatures, tokens, markets. It changes nothing: besides reads it sends the cancel of an order that does not exist.
 * Each problem states a remedy.
 */
import { type JsonObject, numberAt, objectsIn, textAt, textOrEmpty } from '../../base/json.ts';
import type { Wallet } from '../../wire/credentials.ts';
import { isSuccess } from '../../wire/message.ts';
import { type Caller, isResponse } from '../client/caller.ts';
import type { Reader } from '../discovery/reader.ts';
import {
  LIVE_ORDERS,
  SIGNING_REMEDY,
  type Signatory,
  spoiled,
  tryBody,
  tryQuery,
  tryVariants,
} from '../discovery/signing-trial.ts';
import { cut } from '../evidence/excerpt.ts';
import { inWords } from './credentials-template.ts';
import { lookAtMarkets, type MarketLook } from './market-look.ts';

/** `unknown`: reads cannot show it. `limited`: the run works, with fewer results. */
export type Line = {
  readonly state: 'ok' | 'limited' | 'unknown' | 'problem';
  readonly text: string;
  readonly next?: string;
};

export const ok = (text: string): Line => ({ state: 'ok', text });
const limited = (text: string, next: string): Line => ({ state: 'limited', text, next });
const unknown = (text: string, next: string): Line => ({ state: 'unknown', text, next });
export const problem = (text: string, next: string): Line => ({ state: 'problem', text, next });

/** Shares of each token that a run uses, several times over. */
const ENOUGH_SHARES = 200;
const MARKETS = 10;

/** Diagnoses whole wallets, and the markets named for writes. */
export async function diagnose(
  caller: Caller,
  reader: Reader,
  wallets: readonly Wallet[],
  markets: readonly string[],
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const wallet of wallets) lines.push(await keyLine(caller, wallet));
  const known = wallets[lines.findIndex(({ state }) => state === 'ok')];
  if (known !== undefined) lines.push(...(await signatureLines(signatoryOf(caller, known))));
  lines.push(cashLine);
  const held = await reader.each(wallets, (wallet) => holdings(reader, wallet));
  const [first = new Map<string, number>(), ...others] = held.map((one) => one ?? new Map<string, number>());
  const shared = [...first.keys()].filter((id) => others.every((one) => one.has(id)));
  const chosen = (markets.length > 0 ? markets : shared).slice(0, MARKETS);
  wallets.forEach((wallet, index) => {
    lines.push(tokenLine(wallet, held[index], chosen));
  });
  if (chosen.length === 0) return [...lines, noMarketLine];
  const looks = await lookAtMarkets(reader, chosen);
  return [...lines, ...looks.map(marketLine), ...widthLines(looks)];
}

async function keyLine(caller: Caller, wallet: Wallet): Promise<Line> {
  const who = `wallet ${wallet.address}`;
  const result = await caller.send(LIVE_ORDERS, wallet);
  if (!isResponse(result)) return problem(`${who}: no answer (${result.detail})`, 'try again');
  if (!isSuccess(result)) {
    const variant = await tryVariants(LIVE_ORDERS, result, signatoryOf(caller, wallet));
    if (variant !== undefined) return problem(`${who}: ${variant}`, SIGNING_REMEDY);
    const said = cut(textAt(result.json, 'error') ?? result.text, 100);
    return problem(
      `${who}: GET /data/orders signed with its key answers ${result.status} (${said})`,
      'compare key, passphrase and secret with what the service knows, and `touchstone sign` with what it computes',
    );
  }
  const other = await caller.send(LIVE_ORDERS, spoiled(wallet));
  if (!isResponse(other) || !isSuccess(other)) return ok(`${who}: its key is accepted`);
  return unknown(
    `${who}: GET /data/orders answers, whatever the signature, so the key is not proved`,
    'the first order of `touchstone check --allow-writes` shows whether it is accepted',
  );
}

function signatoryOf(caller: Caller, wallet: Wallet): Signatory {
  return {
    wallet,
    seconds: () => caller.seconds(),
    async send(request) {
      const result = await caller.send(request);
      return isResponse(result) ? result : undefined;
    },
  };
}

/** The query may be signed as well, by a lawful choice; without the body no order of the run would be accepted. */
async function signatureLines(signatory: Signatory): Promise<readonly Line[]> {
  const query = await tryQuery(signatory);
  const body = await tryBody(signatory);
  if (query === undefined && body === undefined)
    return [ok('signatures: a request with a query and one with a body are accepted')];
  return [
    ...(query === undefined ? [] : [limited(`signatures: ${query.text}`, SIGNING_REMEDY)]),
    ...(body === undefined ? [] : [problem(`signatures: ${body.text}`, SIGNING_REMEDY)]),
  ];
}

const cashLine = unknown(
  'cash: no route of the interface shows it',
  'give each wallet some hundred dollars; purchases of `touchstone check --allow-writes` show whether it is there',
);

/** The smaller holding of the two tokens, by market; undefined if wallet data is not accessible. */
async function holdings(reader: Reader, { address }: Wallet): Promise<ReadonlyMap<string, number> | undefined> {
  const rows = await reader.read('/positions', { user: address, limit: '500', sizeThreshold: '0' });
  if (!Array.isArray(rows)) return undefined;
  const byMarket = Map.groupBy(objectsIn(rows), (row) => textOrEmpty(row, 'conditionId'));
  const both = [...byMarket].filter(([, positions]) => new Set(positions.map(outcomeOf)).size > 1);
  return new Map(both.map(([id, positions]) => [id, Math.min(...positions.map((row) => numberAt(row, 'size') ?? 0))]));
}

const outcomeOf = (row: JsonObject) => numberAt(row, 'outcomeIndex');

function tokenLine(
  { address }: Wallet,
  held: ReadonlyMap<string, number> | undefined,
  markets: readonly string[],
): Line {
  const who = `wallet ${address}: tokens`;
  if (held === undefined)
    return unknown(`${who}: GET /positions does not answer`, 'sales of the run show whether they are there');
  const lacking = markets.filter((id) => (held.get(id) ?? 0) < ENOUGH_SHARES);
  if (markets.length === 0 || lacking.length === markets.length)
    return problem(
      `${who}: fewer than ${ENOUGH_SHARES} shares of both outcomes in every market for writes`,
      'buy or split some, or name other markets',
    );
  if (lacking.length === 0) return ok(`${who}: enough of both outcomes in ${markets.length} markets`);
  return limited(
    `${who}: fewer than ${ENOUGH_SHARES} shares of both outcomes in ${cut(lacking.join(', '), 300)}`,
    'buy or split some there, or take these markets out',
  );
}

const noMarketLine = problem(
  'no market for writes is named, and none in which every wallet holds both tokens was found',
  'name some in the credentials file: markets: ["0x..."]',
);

function marketLine(look: MarketLook): Line {
  const what = `market ${cut(look.conditionId, 100)}`;
  if (look.isAccepting === undefined)
    return problem(`${what}: GET /markets/{condition_id} does not know it`, 'correct or remove its id');
  if (!look.isAccepting) return problem(`${what}: it accepts no orders`, 'name another market');
  if (look.spread === undefined)
    return problem(`${what}: POST /books shows no book of it`, 'name a market with an order book');
  return { state: look.spread >= 2 ? 'ok' : 'limited', text: `${what}: ${inWords(look)}` };
}

/** The checks that the widest spread of all markets allows. */
function widthLines(looks: readonly MarketLook[]): readonly Line[] {
  const widest = Math.max(0, ...looks.map(({ spread, isAccepting }) => (isAccepting === true ? (spread ?? 0) : 0)));
  if (widest >= 3) return [ok('spreads leave room for every check that trades')];
  if (widest === 0) return [];
  return [
    limited(
      `the widest spread is ${widest} price step${widest === 1 ? '' : 's'}: ${
        widest === 1
          ? 'fills meet orders of other wallets, and their side is not judged'
          : 'price priority is not judged'
      }`,
      'name a market with a spread of three price steps or more',
    ),
  ];
}
