import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Report } from '../../conformance/report.ts';
import { type HttpTrace, parseHttpTrace } from '../../reports/http-trace.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { file } = testFolder('trace');
const [traceFile, harFile, jsonFile] = [file('trace.ndjson'), file('run.har'), file('report.json')];
const printed = capturePrinted();
let text = '';
let trace: HttpTrace;

beforeAll(async () => {
  const outputs = ['--trace', traceFile, '--report', `har=${harFile}`, '--report', `json=${jsonFile}`];
  await run(['check', '--in-process', '--quiet', '--only', 'live-orders.*', ...outputs]);
  process.exitCode = undefined;
  text = readFileSync(traceFile, 'utf8');
  trace = parseHttpTrace(text, traceFile);
});

describe('check --trace', () => {
  it('has every request of the run, with its check, route and time', () => {
    const report = Report.parse(JSON.parse(readFileSync(jsonFile, 'utf8')));
    expect(trace).toMatchObject({ header: { target: report.target, seed: '1' }, dropped: 0, isWhole: true });
    expect(trace.exchanges.length).toBeGreaterThanOrEqual(report.requests);
    expect(trace.exchanges.map(({ number }) => number)).toEqual(trace.exchanges.map((_, index) => index + 1));
    const ran = report.checks.filter(({ requests }) => requests > 0);
    for (const { id, requests } of ran)
      expect(trace.exchanges.filter(({ check }) => check === id).length, id).toBe(requests);
    expect(trace.exchanges.filter(({ route }) => route === 'live-orders').length).toBeGreaterThan(0);
  });

  it.skipIf(!existsSync('/dev/full'))('that cannot be written loses no other report', async () => {
    const json = file('untraced.json');
    const flags = ['--in-process', '--quiet', '--only', 'live-orders.shape', '--trace', '/dev/full'];
    expect(await run(['check', ...flags, '--min-coverage', '0', '--report', `json=${json}`])).toBe(2);
    expect(printed.err).toContain('/dev/full cannot be written (ENOSPC): the trace is not complete');
    expect(existsSync(json)).toBe(true);
    expect(await run(['check', ...flags, '--report', `har=${file('never.har')}`])).toBe(2);
    expect(printed.err).toContain('--report har needs check --trace FILE as well, a regular file');
  });

  it('has no secret', () => {
    const signed = trace.exchanges
      .flatMap(({ request }) => Object.entries(request.headers))
      .filter(([name]) => /^svc_/i.test(name));
    const values = new Set(
      signed.filter(([name]) => /api_key|passphrase|signature/i.test(name)).map(([, value]) => value),
    );
    expect(values).toContain('<apiKey 1>');
    expect(values).toContain('<signature>');
  });

  it('is used as far as it goes when the run was killed', () => {
    const lines = text.split('\n');
    const cut = `${lines.slice(0, 5).join('\n')}\n${lines[5]?.slice(0, 40)}`;
    expect(parseHttpTrace(cut, 'cut')).toEqual({ ...trace, exchanges: trace.exchanges.slice(0, 4), isWhole: false });
  });

  it.each([
    ['{"trace":2,"kind":"header"}\n', /^foreign:1: the trace has format 2, and this version reads up to 1/],
    ['{"kind":"footer","exchanges":0,"dropped":0}\n', /^foreign:1: this is not a trace/],
    ['{"kind":"other"}\n', /^foreign:1: /],
    ['hello\n', /^foreign:1: this is not a trace/],
    ['{\n  "format": 1\n}\n', /^foreign:1: this is not a trace/],
    ['{"kind":"hea', /^foreign:1:13: the file ends too early/],
  ])('refuses %s', (foreign, message) => {
    expect(() => parseHttpTrace(foreign, 'foreign')).toThrow(message);
  });
});

describe('HAR', () => {
  it('has an entry for each exchange, with the verdict of its check', () => {
    const { log } = JSON.parse(readFileSync(harFile, 'utf8'));
    expect(log.entries).toHaveLength(trace.exchanges.length);
    expect(log.entries.find(({ _check }: { _check?: string }) => _check !== undefined)).toMatchObject({
      request: { method: expect.any(String), url: expect.stringContaining('http://target.invalid/') },
      _verdict: expect.any(String),
    });
  });

  it('has the same bytes from the report and the trace', async () => {
    expect(await run(['report', jsonFile, '--as', 'har', '--trace', traceFile])).toBe(0);
    expect(printed.out).toBe(readFileSync(harFile, 'utf8'));
  });

  it.each([
    ['check', '--report', `har=${harFile}`],
    ['report', jsonFile, '--as', 'har'],
  ])('needs a trace: %s', async (...words) => {
    expect(await run(words)).toBe(2);
    expect(printed.err).toMatch(/har needs (?:check )?--trace FILE/);
  });
});
