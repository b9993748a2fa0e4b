import { describe, expect, it } from 'vitest';
import { loadDecisions } from '../../spec/decisions.ts';
import { capturePrinted } from '../fixtures/printed.ts';
import { run } from '../program.ts';
import { underPrefix } from './clause-prefix.ts';
import { crossReference } from './cross-reference.ts';
import { explain } from './explanation.ts';

const reference = crossReference();
const decisions = loadDecisions();

function textOf(id: string): string {
  const found = explain(id, reference, decisions);
  return found.kind === 'found' ? found.text : `unknown; ${found.suggestions.join(', ')}`;
}

describe('explain', () => {
  it('a clause: its text, its basis, what a failure looks like, how to fix it, its checks', () => {
    const text = textOf('2.2/negativeRisk.absent');
    expect(text).toContain('2.2/negativeRisk.absent  MUST (explicit)');
    expect(text).toMatch(/statement: +A closed position carries no negativeRisk\./);
    expect(text).toMatch(/a failure: +A row of the closed list has the key/);
    expect(text).toMatch(/stated in: +Section 2\.2, first sentence/);
    expect(text).toMatch(/how to fix: +Drop the field/);
    expect(textOf('4.4/neighbour')).toMatch(/reasoning: +Section 4\.4: the body names one order id/);
    expect(textOf('2.1/size.type')).toMatch(/checks: .*positions\.shape/);
  });

  it('an excluded clause: the reason, and the decision that fills the gap', () => {
    const text = textOf('5/signing-string.not-shown');
    expect(text).toMatch(/excluded: +No construction is stated/);
    expect(text).toMatch(/decision: +touchstone explain D\/signing-string/);
  });

  it('a check: what it judges, what it needs and the clauses behind it', () => {
    const text = textOf('positions.shape');
    expect(text).toContain('positions.shape  check (shape)');
    expect(text).toContain('touchstone check --only positions.shape');
    expect(text).toMatch(/capability: +wallet\n +needs: +a wallet with current positions\n/);
    expect(textOf('heartbeat.ok')).not.toMatch(/needs:/);
    expect(text).toContain('2.1/size.type  MUST');
  });

  it('clauses and checks of profiles, alone and by route', () => {
    expect(textOf('P/book.order')).toMatch(/checks: +clob\.views\n/);
    expect(textOf('P/book')).toMatch(/P\/book\.exists .*\n.*\n +checks: clob\.book\.response\n/);
    expect(textOf('P/book')).toMatch(/, 0 without a check\n$/);
    expect(textOf('P/bok.order')).toMatch(/^unknown; P\/book\.order/);
    expect(textOf('clob.views')).toMatch(/run it: +touchstone check --only clob\.views --profile polymarket\n/);
  });

  it.each(['prices-meaning', 'D/prices-meaning'])('the decision %s: gap, choice, alternatives, statements', (id) => {
    const text = textOf(id);
    expect(text).toMatch(/choice: +BUY is the best ask/);
    expect(text).toMatch(/alternatives: +BUY is the best bid/);
    expect(text).toContain('D/prices-meaning.empty-side');
  });

  it('an alternative that no quirk can show, with the reason', () => {
    const [first] = decisions;
    const alternatives = [{ text: 'the sun' }, { text: 'the moon', unbuilt: 'it is far away' }];
    const rows = first === undefined ? [] : [{ ...first, id: 'streams' as const, alternatives }];
    expect(explain('streams', reference, rows)).toMatchObject({
      text: expect.stringMatching(/alternatives: +the sun; the moon \(no quirk: it is far away\)\n/),
    });
  });

  it('a decision whose only statement has its id, and not that statement alone', () => {
    const text = textOf('D/self-trade');
    expect(text).toMatch(/gap: +/);
    expect(text).toMatch(/D\/self-trade {2}UNSPECIFIED/);
    expect(text).not.toContain('touchstone explain D/self-trade');
  });

  it('every clause, check and decision there is', () => {
    const ids = [
      ...reference.clauses.map(({ id }) => id),
      ...reference.checks.map(({ id }) => id),
      ...decisions.map(({ id }) => `D/${id}`),
    ];
    for (const id of ids) expect(explain(id, reference, decisions).kind, id).toBe('found');
  });

  it('the clauses that begin alike', () => {
    expect(textOf('4.8')).toContain('Section 4.8');
    expect(textOf('4.8/limit')).not.toContain('4.8/offset');
  });

  it('suggests the ids most like one that does not exist', () => {
    expect(textOf('4.8/limt.max')).toMatch(/^unknown; 4\.8\/limit\.max, /);
    expect(textOf('4.8/limt')).toMatch(/^unknown; 4\.8\/limit, /);
    expect(textOf('postions.shape')).toMatch(/^unknown; positions\.shape, /);
  });
});

describe('clauses under a prefix', () => {
  const ids = (prefix: string) => underPrefix(reference.register.clauses, prefix).map(({ id }) => id);

  it('a section does not take in another whose number begins alike', () => {
    expect(ids('4.1').some((id) => id.startsWith('4.10/'))).toBe(false);
    expect(ids('4').some((id) => id.startsWith('4.10/'))).toBe(true);
    expect(ids('4.8/')).toEqual(ids('4.8'));
  });

  it('a letter or nothing is no prefix of everything', () => {
    expect(ids('')).toEqual([]);
    expect(ids('4.8/li')).toEqual([]);
    expect(ids('D').every((id) => id.startsWith('D/'))).toBe(true);
  });
});

describe('the commands', () => {
  const printed = capturePrinted();

  async function outputOf(...argv: string[]): Promise<{ code: number | string; out: string; err: string }> {
    printed.out = '';
    return { code: await run(argv), ...printed };
  }

  it('spec clauses --json lists every clause with its checks or its reason', async () => {
    const { code, out } = await outputOf('spec', 'clauses', '--json');
    const rows = JSON.parse(out) as { id: string; checks: string[]; excluded?: string }[];
    expect(code).toBe(0);
    expect(rows.map(({ id }) => id)).toEqual(reference.register.clauses.map(({ id }) => id));
    expect(rows.find(({ id }) => id === '2.1/size')?.checks).toContain('positions.shape');
    expect(rows.filter(({ excluded }) => excluded !== undefined).length).toBeGreaterThan(50);
  });

  it('spec clauses PREFIX ends in the counts of what it listed', async () => {
    const { out } = await outputOf('spec', 'clauses', '2.2/negativeRisk');
    expect(out).toMatch(/^Section 2\.2\n {2}2\.2\/negativeRisk\.absent {2}MUST, explicit, wallet\n/);
    expect(out).toMatch(/\n1 clauses: 1 MUST; 0 excluded with a reason, \d without a check\n$/);
  });

  it('spec clauses --unchecked leaves out what is judged or excluded', async () => {
    const { out } = await outputOf('spec', 'clauses', '2.1/size.type', '--unchecked', '--json');
    expect(JSON.parse(out)).toEqual([]);
  });

  it('spec decisions, openapi and report-schema print JSON', async () => {
    expect(JSON.parse((await outputOf('spec', 'decisions', '--json')).out)).toHaveLength(decisions.length);
    expect(JSON.parse((await outputOf('spec', 'openapi')).out)).toMatchObject({ openapi: '3.1.0' });
    expect(JSON.parse((await outputOf('spec', 'report-schema', '--json')).out)).toHaveProperty('properties.verdict');
    expect(JSON.parse((await outputOf('spec', 'backtest-schema')).out)).toHaveProperty('properties.metrics');
    expect((await outputOf('spec', 'decisions')).out).toContain(`${decisions.length} decisions`);
  });

  it.each([
    [['spec', 'clauses', 'nonsense'], 'touchstone: no clause begins with "nonsense"; see touchstone spec clauses'],
    [
      ['explain', '4.8/limt.max'],
      'touchstone: no clause, check or decision has the id "4.8/limt.max"; did you mean 4.8/limit.max',
    ],
    [
      ['explain', 'zzzzz'],
      'no clause, check or decision has the id "zzzzz"; `check --list` shows all checks, `spec clauses` all clauses',
    ],
  ])('%j ends in one line and exit code 2', async (argv, message) => {
    const { code, out, err } = await outputOf(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('explain --json gives the clause with its checks', async () => {
    const { out } = await outputOf('explain', '2.1/size', '--json');
    expect(JSON.parse(out)).toMatchObject({
      id: '2.1/size',
      level: 'MUST',
      checks: expect.arrayContaining(['positions.shape']),
    });
  });
});
