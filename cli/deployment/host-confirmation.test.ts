/** cli/deployment/host-confirmation.test: which hosts need their name twice before anything is written to them. */
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { assertHostConfirmed } from './host-confirmation.ts';

const printed = capturePrinted();
const writing = (url: string, confirmHost?: string) => () =>
  assertHostConfirmed(url, { allowWrites: true, ...(confirmHost === undefined ? {} : { confirmHost }) });

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
    expect(writing(url, `${host}.evil`)).toThrow(/is not the host of the URL/);
  });

  it('is refused when another host is confirmed, on this machine too', () => {
    expect(writing('http://127.0.0.1:4010', 'staging.test')).toThrow(/is not the host of the URL, 127\.0\.0\.1/);
  });

  it('needs none while it only reads', () => {
    expect(() => assertHostConfirmed('https://staging.test', {})).not.toThrow();
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
