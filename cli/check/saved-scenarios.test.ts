import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStop } from '../../conformance/client/stop.ts';
import { findingIn } from '../../conformance/fixtures/saved-mutants.ts';
import type { Report } from '../../conformance/report.ts';
import { mutantById } from '../../proof/judge/catalog.ts';
import { mutated } from '../../proof/judge/mutated.ts';
import { finding, report, result } from '../../reports/fixtures/report.ts';
import { parseReport } from '../../reports/report-file.ts';
import { type RunningServer, startServer } from '../../sim/http/server.ts';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { createScenarioSaver } from './saved-scenarios.ts';

const printed = capturePrinted();
const { file } = testFolder('save');
const saved = file('saved');
const credentials = file('credentials.json');
let sound: RunningServer;
let broken: RunningServer;

beforeAll(async () => {
  const wrap = mutantById('place-order.fok-partly')?.wrap;
  if (wrap === undefined) throw new Error('the mutant is gone');
  const simulator = createSimulator();
  file('credentials.json', JSON.stringify(simulator.credentials));
  sound = await startServer(simulator.handle, { control: simulator });
  const worse = mutated(createSimulator(), wrap);
  broken = await startServer(worse.handle, { control: worse });
});
afterAll(() => Promise.all([sound.close(), broken.close()]));

describe('touchstone check --save-scenarios', () => {
  const writing = (url: string): string[] => [url, '--credentials', credentials, '--allow-writes', '--quiet'];

  it('writes what failed as scenarios, which fail there again and pass on a sound service', async () => {
    const only = ['--only', '4.3/fok.killed', '--save-scenarios', saved];
    const reports = ['--report', `json=${file('r.json')}`, '--report', `html=${file('r.html')}`];
    expect(await run(['check', ...writing(broken.url), ...only, ...reports])).toBe(EXIT.failed);
    const files = readdirSync(saved);
    expect(files).toContain('place-order.fok-killed-buy--4.3-fok.killed.yaml');
    const text = readFileSync(join(saved, files[0] ?? ''), 'utf8');
    const { checks } = parseReport(readFileSync(file('r.json'), 'utf8'), 'r.json');
    const scenarios = checks.flatMap(({ findings }) => findings.flatMap(({ scenario }) => scenario ?? []));
    expect(scenarios).toEqual(files.map((name) => ({ file: name, text: readFileSync(join(saved, name), 'utf8') })));
    const page = readFileSync(file('r.html'), 'utf8');
    expect(page).toContain(JSON.stringify(text).slice(1, -1));
    await run(['report', file('r.json'), '--as', 'html', '--output', file('again.html')]);
    expect(readFileSync(file('again.html'), 'utf8') === page).toBe(true);
    const { wallets } = JSON.parse(readFileSync(credentials, 'utf8'));
    for (const { apiKey, secret, passphrase } of wallets)
      for (const word of [apiKey, secret, passphrase]) expect(text).not.toContain(word);
    const play = (url: string): Promise<number | string> =>
      run(['run', saved, '--target', url, '--credentials', credentials, '--allow-writes']);
    expect(await play(broken.url), printed.err).toBe(EXIT.failed);
    expect(await play(sound.url), printed.err).toBe(EXIT.ok);
    expect(await run(['run', saved])).toBe(EXIT.ok);
  });

  it('writes nothing if nothing failed', async () => {
    const none = file('none');
    await run(['check', ...writing(sound.url), '--only', '4.3/fok.killed', '--save-scenarios', none]);
    expect(readdirSync(none)).toEqual([]);
  });

  it('names the flag if the folder cannot be made', async () => {
    expect(await run(['check', '--save-scenarios', join(import.meta.filename, 'x')])).toBe(EXIT.usage);
    expect(printed.err).toMatch(/is no folder that can be written in \(ENOTDIR\): name another with --save-scenarios/);
  });
});

describe('a report whose finding has no scenario', () => {
  /** Saves the finding of a mutant. `onSend` is called before each request. */
  const savedReport = async (folder: string, parts: Partial<Report> = {}, onSend?: (run: AbortController) => void) => {
    const mutant = mutantById('positions.limit-501');
    if (mutant === undefined) throw new Error('the mutant is gone');
    const { sighting, broken: service } = await findingIn(mutant);
    const { check, clause } = sighting;
    const interruption = new AbortController();
    const target = inProcessTarget(service);
    const saver = createScenarioSaver({
      folder,
      checks: [],
      register: loadRegister(),
      place: {
        target: {
          ...target,
          send(request) {
            onSend?.(interruption);
            return target.send(request);
          },
        },
        gone: () => undefined,
        stop: createStop(interruption.signal),
        credentials: service.credentials,
        simulated: { seed: 1 },
        seed: 1,
        share: 1,
        maxRps: undefined,
      },
    });
    saver.see(sighting);
    // The report shows another finding of the clause.
    const failing = report([result(check, 'fail', { findings: [finding('fail', { clause })] })], parts);
    const said: string[] = [];
    const { report: whole, error } = await saver.save(failing, (line) => said.push(line));
    return { scenario: whole.checks[0]?.findings[0]?.scenario, error, said };
  };

  it('has the reason: the run was interrupted, or stopped before', async () => {
    const folder = file('interrupted');
    mkdirSync(folder);
    const { said, ...during } = await savedReport(folder, {}, (run) => run.abort('interrupted'));
    expect(during).toEqual({ scenario: { reason: 'the run was interrupted' }, error: undefined });
    expect(said.at(-1)).toBe('not saved: 1 finding: the run was interrupted');
    expect(await savedReport(folder, { complete: false, stopped: 'max-time' })).toEqual({
      scenario: { reason: 'the run was stopped' },
      error: undefined,
      said: ['not saved: 1 finding: the run was stopped'],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has no path of this machine if the file cannot be written', async () => {
    const { scenario, error } = await savedReport(file('missing'));
    expect(scenario).toEqual({ reason: 'its file cannot be written' });
    expect(String(error)).toContain('missing/positions.');
  });
});
