/** cli/init/files: the work of `touchstone init`: reads a deployment, writes target and credentials. */
import { lstatSync } from 'node:fs';
import { flagAt, textAt } from '../../base/json.ts';
import type { Exchange } from '../../conformance/check.ts';
import { isResponse, type Silence } from '../../conformance/client/caller.ts';
import { discover } from '../../conformance/discovery/discover.ts';
import { isNotAllowlisted } from '../../conformance/discovery/preflight.ts';
import { distinct, spread } from '../../conformance/discovery/reader.ts';
import { credentialsTemplate } from '../../conformance/sandbox/credentials-template.ts';
import { lookAtMarkets } from '../../conformance/sandbox/market-look.ts';
import { targetTemplate, type WalletDataLook, type WayIn } from '../../conformance/sandbox/target-template.ts';
import { allChecks } from '../../conformance/suite.ts';
import { visible } from '../../reports/untrusted.ts';
import { get, isSuccess } from '../../wire/message.ts';
import { hasVariable, networkWords } from '../deployment/network-words.ts';
import { type ReadTarget, withReadTarget } from '../deployment/read-target.ts';
import { CliError, EXIT, type ExitCode } from '../exit.ts';
import { assertApart, assertWritable, namedFiles, writePrivate, writeWhole } from '../files/whole-file.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { InitFlags } from './command.ts';

const MARKETS = 40;
const NO_WALLET = `0x${'0'.repeat(40)}`;

/** Writes both files, or none. Throws `CliError` if a file exists, or the target does not respond. */
export async function init(url: string, flags: InitFlags): Promise<ExitCode> {
  const { targetConfig, credentials, force } = flags;
  for (const file of [targetConfig, credentials]) {
    if (!force) assertAbsent(file, url, file === credentials);
    assertWritable(file);
  }
  assertApart(namedFiles({ '--target-config': targetConfig, '--credentials': credentials }));
  const texts = await withReadTarget(url, flags, (target) => templatesOf(target, flags));
  writeWhole(targetConfig, texts.target);
  // Its comments contain questions of markets.
  writePrivate(credentials, texts.credentials.split('\n').map(visible).join('\n'));
  const command = (...words: readonly string[]) => ['touchstone', ...words].map(shellWord).join(' ');
  // The target file has the other headers and the routes.
  const unwritten = { ...flags, header: flags.header.filter((text) => !hasVariable(text)), route: [] };
  const lines = [
    `${targetConfig}: read it, and fill in the missing values`,
    `${credentials}: fill in two wallets, then: ` +
      `${command('doctor', url, '--credentials', credentials, ...networkWords(flags))}`,
    `first run, reading only: ${command('check', url, '--target-config', targetConfig, ...networkWords(unwritten))}`,
  ];
  process.stdout.write(`${lines.map(visible).join('\n')}\n`);
  return EXIT.ok;
}

function assertAbsent(file: string, url: string, isCredentials: boolean) {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  const look = isCredentials ? `; to look at it: touchstone doctor ${url} --credentials ${file}` : '';
  throw new CliError(`${file} is there already: name another file, or add --force to overwrite it${look}`);
}

/** Wallet data is closed if the deployment refuses this caller. A missing route is a fault, which `check` must find. */
function lookOf(probe: Exchange | Silence): WalletDataLook {
  const what = `GET /positions answers ${isResponse(probe) ? probe.status : probe.trouble}`;
  if (!isResponse(probe)) return { state: 'unknown', what };
  if (isSuccess(probe)) return { state: 'open', what };
  const isRefused = isNotAllowlisted(probe) || probe.status === 401 || probe.status === 403;
  return { state: isRefused ? 'closed' : 'unknown', what };
}

function wayInOf({ header, route }: InitFlags): WayIn {
  const entries = (texts: readonly string[]): Record<string, string> =>
    Object.fromEntries(texts.map((text) => text.split(/=(.*)/s)));
  const hidden = Object.keys(entries(header.filter((text) => !hasVariable(text))));
  return { headers: entries(header.filter(hasVariable)), hidden, routes: entries(route) };
}

async function templatesOf({ label, caller, reader }: ReadTarget, flags: InitFlags) {
  const walletData = lookOf(await caller.send(get('/positions', { user: NO_WALLET })));
  const bindings = await discover(reader, {
    named: {},
    credentialed: [],
    writeMarkets: [],
    isWalletOpen: walletData.state !== 'closed',
    isWriting: false,
  });
  const open = bindings.markets.filter((market) => flagAt(market, 'closed') !== true);
  const ids = spread(distinct(open.map((market) => textAt(market, 'conditionId'))), MARKETS);
  return {
    target: targetTemplate(label, bindings, allChecks(), walletData, wayInOf(flags)),
    credentials: credentialsTemplate(label, await lookAtMarkets(reader, ids)),
  };
}
