import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../sim/simulator.ts';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { assertHostsConfirmed } from './network.ts';

const printed = capturePrinted();
const writing =
  (url: string, ...confirmHost: readonly string[]) =>
  () =>
    assertHostsConfirmed(new URL(url), new Map(), { allowWrites: true, confirmHost });

describe('a run with writes', () => {
  it.each([
    'http://127.0.0.1:4010',
    'http://127.9.8.7',
    'http://localhost:4010/api',
    'http://[::1]:80',
    'http://127.1',
  ])('needs no confirmation of this machine, %s', (url) => expect(writing(url)).not.toThrow());

  it.each([
    ['https://staging.test/api', 'staging.test'],
    ['http://10.0.0.7:4010', '10.0.0.7'],
    ['http://0.0.0.0:4010', '0.0.0.0'],
    ['http://[fd00::7]', 'fd00::7'],
    ['http://localhost.example.test', 'localhost.example.test'],
    ['http://127.0.0.1.example.test', '127.0.0.1.example.test'],
  ])('needs the host of %s, and the message says which flag to add', (url, host) => {
    expect(writing(url)).toThrow(`add --confirm-host ${host}`);
    expect(writing(url, host)).not.toThrow();
    expect(writing(url, host.toUpperCase())).not.toThrow();
    expect(writing(url, `${host}.evil`)).toThrow(/is no host of this run/);
  });

  it('is refused when another host is confirmed, on this machine too', () => {
    expect(writing('http://127.0.0.1:4010', 'staging.test')).toThrow(/is no host of this run, which are 127\.0\.0\.1/);
  });

  it('may name the reference of --against, whose certificate --insecure accepts', () => {
    const named = { confirmHost: ['Reference.test'], against: 'https://reference.test' };
    expect(() => assertHostsConfirmed(new URL('http://127.0.0.1'), new Map(), named)).not.toThrow();
    expect(() => assertHostsConfirmed(new URL('http://a.test'), new Map(), { ...named, allowWrites: true })).toThrow(
      'add --confirm-host a.test',
    );
  });

  it('needs none while it only reads', () => {
    expect(() => assertHostsConfirmed(new URL('https://staging.test'), new Map(), {})).not.toThrow();
  });
});

const HERE = 'http://127.0.0.1:1';
const TRADING = ['--route', 'trading=http://vm.test:4010'];

describe('a route on another host', () => {
  const { file } = testFolder('routes');
  const inFile = file('target.yaml', 'routes: {trading: http://vm.test:4010}\n');
  const keys = ['--credentials', file('keys.json', JSON.stringify(createSimulator({ world: 'small' }).credentials))];
  const check = ['check', HERE, ...keys];
  it.each([
    [[...check, ...TRADING, '--allow-writes']],
    [[...check, '--target-config', inFile, '--allow-writes']],
    [['explore', HERE, ...keys, ...TRADING, '--allow-writes']],
    [['run', 'scenarios/library/catalog', '--target', HERE, ...keys, ...TRADING, '--allow-writes']],
    [[...check, '--route', 'DELETE /order=http://vm.test:4010', '--allow-writes']],
    [['check', HERE, ...TRADING, '--insecure']],
    [['doctor', HERE, ...keys, ...TRADING, '--insecure']],
    [['init', HERE, '--target-config', file('new.yaml'), '--credentials', file('new.json'), ...TRADING, '--insecure']],
    [['cleanup', HERE, ...keys, ...TRADING, '--insecure']],
  ])('has to be confirmed: %j', async (args) => {
    expect(await run(args)).toBe(2);
    expect(printed.err).toContain('add --confirm-host vm.test');
    printed.err = '';
    const code = args[0] === 'cleanup' ? 0 : 3;
    expect(await run([...args, '--confirm-host', 'VM.test'])).toBe(code);
    expect(printed.err).not.toContain('confirm-host');
  });

  it('is confirmed beside the host of the URL', async () => {
    const args = ['check', 'http://a.test', ...TRADING, '--allow-writes', '--credentials', 'none.json'];
    expect(await run([...args, '--confirm-host', 'vm.test'])).toBe(2);
    expect(printed.err).toContain('add --confirm-host a.test');
    printed.err = '';
    expect(await run([...args, '--confirm-host', 'vm.test', '--confirm-host', 'a.test'])).toBe(2);
    expect(printed.err).not.toContain('confirm-host');
  });

  it('needs no confirmation for reads', async () => {
    const books = ['--route', 'POST /books=http://vm.test:4010', '--route', 'catalog=http://vm.test:4010'];
    expect(await run([...check, ...books, '--allow-writes'])).toBe(3);
  });
});

describe('the command line', () => {
  const writes = ['--credentials', 'none.json', '--allow-writes'];
  it.each([
    ['check', 'https://staging.test', ...writes],
    ['run', '--library', '--target', 'https://staging.test', ...writes],
  ])('%s refuses an unconfirmed host before anything is read or sent', async (...args) => {
    expect(await run(args)).toBe(2);
    expect(printed.err).toContain('--allow-writes sends orders to staging.test');
    expect(printed.err).toContain('add --confirm-host staging.test\n');
  });
});
