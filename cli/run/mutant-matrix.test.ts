import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../spec/fixtures/test-folder.ts';
import { EXIT } from '../exit.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';

const { folder, file } = testFolder('against');
const printed = capturePrinted();

const USER = '0x9999999999999999999999999999999999999999';
function story(name: string, query: string, expected: string): void {
  const request = `{get: '/positions?user=${USER}&${query}', expect: ${expected}}`;
  const text = `scenario: ${name}\nclauses: [4.8/limit.max]\nsteps:\n  - ${request}\n`;
  file(`${name}.yaml`, text);
}
story('sharp', 'limit=501', '{error: true}');
story('blunt', 'limit=499', '{status: 200}');
story('wrong', 'limit=1', '{status: 204}');

const play = (...args: string[]): Promise<number | string> => run(['run', folder, '--against-mutants', ...args]);

describe('scenarios against mutants', () => {
  it('prints for each scenario what it noticed, then the numbers', async () => {
    expect(await play()).toBe(EXIT.ok);
    expect(printed.out).toMatch(/blunt\.yaml: blunt\n {2}survived {2}positions\.limit-501 +4\.8\/limit\.max\n/);
    expect(printed.out).toMatch(/sharp\.yaml: sharp\n {2}killed {4}positions\.limit-501 +4\.8\/limit\.max\n/);
    expect(printed.out).toMatch(/wrong\.yaml: wrong\n {2}not tried: fail: steps\[0\] GET /);
    expect(printed.out).toMatch(/\n3 scenarios, 2 with mutants to notice, 1 kill at least one \(wanted: 1\)\n/);
    expect(printed.out).toMatch(/\n2 of 3 mutants killed; of 6 pairs 2 killed, 4 survived\n/);
  });

  it('fails if fewer scenarios than wanted notice a mutant', async () => {
    expect(await play('--at-least', '2')).toBe(EXIT.failed);
    expect(printed.out).toContain('1 kill at least one (wanted: 2)');
  });

  it('names the mutants that no scenario noticed', async () => {
    rmSync(file('sharp.yaml'));
    expect(await play('--at-least', '0')).toBe(EXIT.ok);
    expect(printed.out).toMatch(/\nnoticed by no scenario: positions\.limit-501 \(4\.8\/limit\.max\)/);
  });

  it('is one JSON document with --json', async () => {
    await play('--json');
    expect(JSON.parse(printed.out)).toMatchObject({
      killers: 0,
      tried: 1,
      rows: [{ scenario: 'blunt' }, { scenario: 'wrong' }],
    });
  });
});
