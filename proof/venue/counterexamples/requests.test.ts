/** proof/venue/counterexamples/requests.test: a failing property saves a scenario that fails for the same reason. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScenario } from '../../../scenarios/reading/read-scenario.ts';
import type { ScenarioResult } from '../../../scenarios/running/result.ts';
import { runScenario } from '../../../scenarios/running/run-scenario.ts';
import { type InProcessOptions, inProcessStage } from '../../../scenarios/stages/in-process.ts';
import { testFolder } from '../../../spec/fixtures/test-folder.ts';
import { type Request, requestTarget } from '../../../wire/message.ts';
import { anything, checkCancellations, SEED } from './fixtures/drawn-requests.ts';
import { checkWithMutant, PROCESS_MS } from './fixtures/planted.ts';
import { assertRequests, type PlainRequest, sendStep } from './requests.ts';

type Wrap = NonNullable<InProcessOptions['wrap']>;

const { folder } = testFolder('kept');

/** The error message of the property; empty if it holds. */
async function failing(property: string, wrap?: Wrap, place = folder): Promise<string> {
  try {
    const keeping = { property, seed: SEED, folder: place };
    await assertRequests(wrap === undefined ? keeping : { ...keeping, wrap }, checkCancellations);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function played(file: string, wrap?: Wrap): Promise<ScenarioResult> {
  const loaded = readScenario(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal));
  const stage = inProcessStage(wrap === undefined ? {} : { wrap });
  return runScenario(loaded.value, { name: undefined, vars: {} }, stage, { seed: 1 });
}

/** Breaks the responses to cancellations with such a body. */
function breaking(body: string, isBroken: (text: string) => boolean, status = 200): Wrap {
  return (handle) => (request) => {
    const answer = handle(request);
    const isMeant = request.method === 'DELETE' && typeof request.body === 'string' && isBroken(request.body);
    return isMeant ? { ...answer, status, body } : answer;
  };
}

it('every cancellation gets a documented response', async () => {
  expect(await failing('cancellations are answered as listed')).toBe('');
});

describe('a property that fails', () => {
  it.each([
    ['a failure of the service', '{"error":"no"}', 500, 'a response that is not a failure of the service'],
    ['an error of another family', '{"type":"x","error":"no"}', 400, 'an error body of the family plain'],
    ['an error in other words', 'no', 400, 'an error body of the family plain'],
    ['a success without a field', '{"canceled":[]}', 200, 'expected record, received undefined'],
    ['a field too many', '{"canceled":[],"not_canceled":{},"more":1}', 200, 'Unrecognized key: "more"'],
  ])('for %s leaves a scenario that fails as it did, and passes without the fault', async (name, body, status, why) => {
    const wrap = breaking(body, (text) => text.includes('0x1'), status);
    const message = await failing(name, wrap);
    const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
    expect(message).toMatch(/^Property failed after/);
    expect(message).toMatch(new RegExp(`saved as ${file}; replay it with: touchstone run ${file}$`));
    const broken = await played(file, wrap);
    expect(broken.verdict).toBe('fail');
    expect(broken.failures[0]?.differences[0]?.expected).toContain(why);
    // Shrunk: the second request is gone, and the rest of its body.
    expect([broken.steps, broken.requests]).toEqual([1, 1]);
    expect((await played(file)).verdict).toBe('pass');
  });

  it('reports that it does not fail again', async () => {
    let times = 0;
    const wrap = breaking('no', () => {
      times += 1;
      return times === 1;
    });
    const cancellation = sendStep({ method: 'DELETE', target: '/order', body: '{}', as: 'alice' });
    const check = assertRequests({ property: 'once', seed: SEED, folder, wrap }, (holds) =>
      holds([{ ...cancellation, expect: { documented: true } }]),
    );
    await expect(check).rejects.toThrow('the replay does not fail in the same way: pass');
  });

  it('saves nothing after another error, and rejects with that error', async () => {
    const wrong = new RangeError('no request');
    const check = assertRequests({ property: 'other', seed: 1, folder }, () => Promise.reject(wrong));
    await expect(check).rejects.toBe(wrong);
    expect(() => readFileSync(join(folder, 'other.yaml'))).toThrow(/ENOENT/);
  });

  it('reports that the file cannot be written', async () => {
    const place = join(folder, 'file');
    writeFileSync(place, '');
    const message = await failing(
      'p',
      breaking('no', () => true),
      place,
    );
    expect(message).toMatch(/could not be saved as .*file/);
  });

  it(
    'because of a mutant in the service saves a scenario that reproduces it',
    async () => {
      const property = 'bodies are read';
      const file = join(folder, 'bodies-are-read.yaml');
      const { status, stdout, stderr } = checkWithMutant(
        { property, seed: SEED, folder },
        {
          file: 'proof/venue/counterexamples/fixtures/drawn-requests.ts',
          check: 'checkCancellations',
          keeper: 'assertRequests',
          replay: ['run', file, '--jobs', '1'],
        },
        {
          file: 'sim/body.ts',
          find: "return refuse(badRequest('the request body is not valid JSON'));",
          replace: "throw new Error('planted');",
        },
      );
      expect(stderr).toContain(`touchstone run ${file}`);
      expect(stdout).toContain('expected a response that is not a failure of the service');
      expect(status).toBe(1);
      expect((await played(file)).verdict).toBe('pass');
    },
    PROCESS_MS,
  );
});

/** The request without what a signature adds. */
function arrived({ method, headers, body, ...rest }: Request): PlainRequest {
  const own = Object.entries(headers).filter(([name]) => !name.startsWith('svc_') && name !== 'content-type');
  const bytes = typeof body === 'string' ? { body } : { body: body?.bytes ?? '' };
  return { method, target: requestTarget({ method, headers, ...rest }), headers: Object.fromEntries(own), ...bytes };
}

it('a step sends exactly the bytes of its request, signed or not', async () => {
  const seen: Request[] = [];
  const wrap: Wrap = () => (request) => {
    seen.push(request);
    return { status: 500, headers: {}, body: '' };
  };
  const file = join(folder, 'byte-by-byte.yaml');
  const property = fc.asyncProperty(anything, async (sent) => {
    const step = { ...sendStep(sent), expect: { documented: true as const } };
    seen.length = 0;
    await assertRequests({ property: 'byte by byte', seed: SEED, folder, wrap }, (holds) => holds([step])).catch(
      () => undefined,
    );
    const [direct, fromFile] = seen;
    if (direct === undefined || fromFile === undefined) throw new Error(`not sent: ${readFileSync(file, 'utf8')}`);
    expect(fromFile).toEqual(direct);
    const { as, body = '', headers = {}, target, method } = sent;
    const bare = target.endsWith('?') ? target.slice(0, -1) : target;
    const isText = typeof body === 'string' || !Buffer.from(body).toString('utf8').includes('\ufffd');
    const whole = typeof body === 'string' ? body : isText ? Buffer.from(body).toString('utf8') : Buffer.from(body);
    expect(arrived(direct)).toEqual({ method, target: bare, headers, body: whole });
    expect('svc_signature' in direct.headers).toBe(as !== undefined);
  });
  const unusual: readonly PlainRequest[] = [
    { method: 'PATCH', target: '/order?a=%00&b=${c', body: '\u0000\u2028\ud800 $${x}\r\n \ufeff', as: 'bob' },
    { method: 'POST', target: '/order', body: new Uint8Array([0x22, 0xff, 0x00]), headers: { 'x-${': '\t$${ ' } },
  ];
  await fc.assert(property, { seed: SEED, numRuns: 24, examples: unusual.map((sent) => [sent]) });
});

it('bytes that are not base64 are an error of the file', async () => {
  const file = join(folder, 'bytes.yaml');
  const say = (bytes: string): void =>
    writeFileSync(
      file,
      `scenario: bytes\nsteps:\n  - {delete: /order, bytes: "${bytes}", as: alice, expect: {error: true}}\n`,
    );
  say('/w==');
  expect((await played(file)).verdict).toBe('pass');
  say(`\${'no'}`);
  expect(await played(file)).toMatchObject({ verdict: 'error', failures: [{ title: /this is not base64: no/ }] });
});
