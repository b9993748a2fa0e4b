/** tidy/docs/terminal: runs the commands of a document in its folder, in this process, and returns what they print. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import type { capturePrinted } from '../../cli/fixtures/printed.ts';
import { run } from '../../cli/program.ts';
import type { CheckId } from '../../conformance/check-ids.generated.ts';
import { matcherOf } from '../../conformance/execution/schedule.ts';
import manifest from '../../package.json' with { type: 'json' };
import { allQuirks, mutantsForProperties, profileMutants } from '../../proof/judge/catalog.ts';
import type { ShellLine } from '../blocks.ts';

/** Added flags follow those of the document and replace their values. */
function shorter(words: readonly string[], exitCode: number): readonly string[] {
  const args = words.map((word) => {
    if (word === 'medium') return 'small';
    return /^scenarios(?:\/|$)/.test(word) ? fewScenarios(word, words) : word;
  });
  const has = (flag: string) => args.includes(flag);
  switch (args[0]) {
    case 'mutants':
    case 'quirks': {
      const names =
        args[0] === 'quirks'
          ? allQuirks.flatMap(({ id, alternative }) => [id, alternative?.decision ?? id])
          : [...mutantsForProperties, ...profileMutants].flatMap(({ id, breaks, family }) => [id, breaks, family]);
      const patterns = args.filter((_, index) => args[index - 1] === '--only');
      expect(patterns.filter((pattern) => !names.some((name) => matcherOf([pattern])(name)))).toEqual([]);
      return [...args, '--help'];
    }
    case 'soak':
      return has('--commands') ? args : [...args, '--commands', '100'];
    case 'backtest':
      if (has('agents')) return [...args, '--hours', '0.05'];
      return args.some((word) => word.includes('quotes-2026')) ? [...args, '--to', '2026-07-10T20:40:00Z'] : args;
    case 'check':
      return has('--only') || has('--list') || has('--har') ? args : [...args, ...fewChecks(args, exitCode)];
    default:
      return args;
  }
}

/** A small folder of the library, or a folder with the tags of a command. */
function fewScenarios(word: string, words: readonly string[]): string {
  expect(existsSync(join(root, word)), word).toBe(true);
  return `scenarios/library/${words.includes('--tags') ? 'orders' : 'catalog'}`;
}

function fewChecks(args: readonly string[], exitCode: number): readonly string[] {
  const target = args.includes('--world') ? ['--in-process'] : [];
  // The shown expectations are of these.
  const few: readonly CheckId[] = args.includes('--expect')
    ? ['positions.limit.over-max', 'closed-positions.shape']
    : ['markets.shape'];
  return [...target, ...few.flatMap((id) => ['--only', id]), ...(exitCode === 5 ? [] : ['--min-coverage', '0'])];
}

type Service = {
  /** Undefined if the command ended without serving. */
  readonly url: string | undefined;
  /** Emulates a signal and returns the exit code. `cli/serve/service.test.ts` sends real signals. */
  stop(): Promise<number>;
};

const START_MS_MAX = 60_000;

async function startService(args: readonly string[], printed: ReturnType<typeof capturePrinted>): Promise<Service> {
  const others = new Set(process.listeners('SIGHUP'));
  let code: number | string | undefined;
  const ended = run([...args, '--port', '0']).then((value) => {
    code = value;
  });
  await vi.waitUntil(() => code !== undefined || printed.out.includes('\n'), { timeout: START_MS_MAX, interval: 5 });
  const listeners = process.listeners('SIGHUP').filter((listener) => !others.has(listener));
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(printed.out)?.[0],
    async stop() {
      for (const listener of listeners) {
        process.off('SIGHUP', listener);
        listener('SIGHUP');
      }
      await ended;
      return Number(code);
    },
  };
}

/** The end of a command. Its output is undefined if another test runs it. */
export type Ended = { readonly code: number; readonly output?: { readonly out: string; readonly err: string } };

const root = join(import.meta.dirname, '../..');
/** The address of a running service in the documents. */
const SHOWN_URL = 'http://127.0.0.1:4010';
/** Programs of the system that the documents use. */
const TOOLS: readonly string[] = ['cat', 'head', 'printf', 'sed'];

export class Terminal {
  readonly #cwd: string;
  readonly #printed: ReturnType<typeof capturePrinted>;
  /** The actual address for each shown one. */
  readonly #addresses: Map<string, string>;
  readonly #services: Service[] = [];

  /** `url` is the address of the service that the document expects to run. */
  constructor(cwd: string, url: string, printed: ReturnType<typeof capturePrinted>) {
    this.#cwd = cwd;
    this.#printed = printed;
    this.#addresses = new Map([[SHOWN_URL, url]]);
  }

  /** Another address that the document shows, and the actual one. */
  redirect(shown: string, url: string): void {
    this.#addresses.set(shown, url);
  }

  /** Runs a command. If the document does not show its output, it does less work. */
  async perform(line: ShellLine, isShown: boolean): Promise<Ended> {
    const [program = '', ...words] = line.words;
    const short = (args: readonly string[]) => (isShown ? args : shorter(args, line.exitCode));
    if (program === 'npm') return await this.#npm(words, short);
    if (program === 'npx') return await this.#touchstone(short(words.slice(words.indexOf('touchstone') + 1)));
    if (program === 'curl') return await curl(this.#actual(words.at(-1) ?? ''), words);
    if (!TOOLS.includes(program)) throw new Error(`${line.text}: no way to try this command is known`);
    const text = line.text.replaceAll(/\w[\w.-]*(?:\/[\w.-]+)+/g, (word) => this.#actual(word));
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', text], { cwd: this.#cwd });
    return { code: 0, output: { out: stdout, err: stderr } };
  }

  /** Stops the services that still run. */
  async close(): Promise<void> {
    for (const { stop } of this.#services.splice(0)) await stop();
  }

  async #npm(words: readonly string[], short: (args: readonly string[]) => readonly string[]): Promise<Ended> {
    const [verb = '', script = '', ...rest] = words.filter((word) => word !== '-s');
    if (verb === 'run' && script === 'touchstone')
      return await this.#touchstone(short(rest.slice(rest.indexOf('--') + 1)));
    const name = verb === 'run' ? script : verb === 'start' ? 'start' : 'test';
    const found = new Map(Object.entries(manifest.scripts)).get(name);
    const [, file, ...args] = found?.replace(/^exec /, '').split(' ') ?? [];
    if (file !== 'cli/main.ts') return { code: found === undefined ? 1 : 0 };
    return await this.#touchstone(short(args));
  }

  /** Runs a command in this process, which has loaded all tables: a process for each would take long. */
  async #touchstone(words: readonly string[]): Promise<Ended> {
    const printed = this.#printed;
    const home = process.cwd();
    const args = words.map((word) => this.#actual(word));
    [printed.out, printed.err] = ['', ''];
    process.exitCode = undefined;
    process.chdir(this.#cwd);
    try {
      const code = ['serve', 'proxy'].includes(args[0] ?? '') ? await this.#serve(args) : Number(await run(args));
      if (args.includes('--help')) expect(printed.out).toContain(`Usage: touchstone ${args[0]}`);
      return { code, output: { out: this.#shown(printed.out), err: this.#shown(printed.err) } };
    } finally {
      process.chdir(home);
    }
  }

  /** A service with a port runs until the terminal is closed; any other stops when it is ready. */
  async #serve(args: readonly string[]): Promise<number> {
    const service = await startService(args, this.#printed);
    const port = args[args.indexOf('--port') + 1];
    if (service.url === undefined || !args.includes('--port') || port === '0') return await service.stop();
    this.#services.push(service);
    this.#addresses.set(`http://127.0.0.1:${port}`, service.url);
    return 0;
  }

  /** An address or a path of the document as it is here. */
  #actual(word: string): string {
    if (word.includes('/') && existsSync(join(root, word))) return join(root, word);
    return [...this.#addresses].reduce((text, [shown, url]) => text.replace(shown, url), word);
  }

  /** Addresses and paths as the document has them. */
  #shown(text: string): string {
    const relative = text.replaceAll(`${root}/`, '');
    return [...this.#addresses].reduce((whole, [shown, url]) => whole.replaceAll(url, shown), relative);
  }
}

/** `-d BODY` posts the body. */
async function curl(url: string, words: readonly string[]): Promise<Ended> {
  const place = words.indexOf('-d');
  const response = await fetch(url, place === -1 ? {} : { method: 'POST', body: words[place + 1] ?? '' });
  return { code: response.ok ? 0 : 22, output: { out: await response.text(), err: '' } };
}
