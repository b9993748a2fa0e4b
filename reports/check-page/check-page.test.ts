/** reports/check-page tests: the data and markup of the report page, and scripts that need no browser. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report.ts';
import { loadRegister } from '../../spec/clauses/register.ts';
import { exchange, sampleHttpTrace } from '../fixtures/http-trace.ts';
import { largeReport } from '../fixtures/large-report.ts';
import { everyVerdict, finding, HOSTILE, hostileReport, report, result } from '../fixtures/report.ts';
import { withoutRepeats } from '../page/repeated-texts.ts';
import { visible } from '../untrusted.ts';
import { checkHtml, heatMap } from './check-page.ts';
import { clauseStates } from './clause-states.ts';
import { pageClauses } from './page-clauses.ts';
import { exchangesOf, trafficSection } from './traffic.ts';

type Layout = { readonly text: string; readonly start: number; readonly end: number; readonly isExact: boolean };
type Term = { readonly key: string; readonly values: readonly string[]; readonly isNot: boolean };

/** Modules of the page. They are JavaScript, so the tests state their types. */
const require = createRequire(import.meta.url);
const {
  layOut,
}: { layOut: (text: string, pointer: string) => Layout | undefined } = require('../browser/json-layout.js');
const { visibleText }: { visibleText: (text: string) => string } = require('../browser/dom.js');
const {
  viewOf,
  hashOf,
}: { viewOf: (hash: string) => object; hashOf: (view: object) => string } = require('../browser/address.js');
const { withRepeats }: { withRepeats: (packed: unknown) => unknown } = require('../browser/page-data.js');
const filter: {
  parseFilter: (text: string, keys: readonly string[]) => readonly Term[];
  isClauseIn: (clause: string, wanted: string) => boolean;
} = require('../browser/filter.js');

describe('the filter language', () => {
  it('has words, keys, alternatives, phrases and exclusions', () => {
    expect(
      filter.parseFilter('Status:fail,WARN -kind:shape "two words" http://x id:"a b"', ['status', 'kind', 'id']),
    ).toEqual([
      { key: 'status', values: ['fail', 'warn'], isNot: false },
      { key: 'kind', values: ['shape'], isNot: true },
      { key: '', values: ['two words'], isNot: false },
      { key: '', values: ['http://x'], isNot: false },
      { key: 'id', values: ['a b'], isNot: false },
    ]);
  });

  it('matches clauses by section, subject and id', () => {
    const found = (wanted: string): boolean => filter.isClauseIn('4.8/limit.max', wanted);
    expect(['4', '4.8', '4.8/', '4.8/limit', '4.8/limit.max'].filter(found)).toHaveLength(5);
    expect(['4.80', '4.8/lim', '8', '4.8/limit.max.x'].filter(found)).toEqual([]);
  });
});

describe('the layout of JSON', () => {
  const marked = (text: string, pointer: string): string => {
    const { text: laid, start, end, isExact } = layOut(text, pointer) ?? { text: '', start: 0, end: 0, isExact: false };
    return `${isExact ? '' : 'around '}${laid.slice(start, end)}`;
  };

  it('has one value in a line, and numbers as they are spelled', () => {
    expect(layOut('{"a":[12.0,{}],"b":"x, [y"}', '')?.text).toBe(
      '{\n  "a": [\n    12.0,\n    {}\n  ],\n  "b": "x, [y"\n}',
    );
  });

  it.each([
    ['[{"size":"5"}]', '/0/size', '"5"'],
    ['[{"a/b":{"~":1.50}}]', '/0/a~1b/~0', '1.50'],
    ['[[1],[2,3]]', '/1', '[\n    2,\n    3\n  ]'],
    ['[{"size":"5","x', '/0/size', '"5"'],
    ['[{"size":{"a', '/0/size', '{\n      "a'],
    ['[{"size":5}]', '/0/cost', 'around {\n    "size": 5\n  }'],
    ['[{"sizes":5}]', '/0/size', 'around {\n    "sizes": 5\n  }'],
  ])('of %s marks %s', (text, pointer, expected) => {
    expect(marked(text, pointer)).toBe(expected);
  });

  it('leaves other texts alone, and stays short for deep ones', () => {
    expect(layOut('not found', '/0')).toBeUndefined();
    expect(layOut('['.repeat(10_000), '')?.text.length).toBeLessThan(500_000);
  });
});

it('the hash of the address keeps every view', () => {
  const view = { filter: 'route:/a "x & y" #+%', check: 'é', exchange: '3' };
  expect(viewOf(hashOf(view))).toEqual(view);
  expect(hashOf({ filter: 'status:fail,warn route:/positions' })).toBe('#filter=status:fail,warn+route:/positions');
  expect(viewOf('#checks')).toEqual({});
});

it('the browser escapes the same characters as the other formats', () => {
  for (let code = 0; code < 0x1_10_00; code += 1) {
    const char = String.fromCodePoint(code);
    if (visibleText(char) !== visible(char)) throw new Error(`U+${code.toString(16)} differs`);
  }
  expect(visibleText(HOSTILE)).toBe(visible(HOSTILE));
});

it('texts that repeat are written once, and come back', () => {
  const value = { a: ['long enough', '~0', '~', 'long enough', 1, null], ['__proto__']: 'long enough' };
  const packed = withoutRepeats(value);
  expect(packed.texts).toEqual(['long enough']);
  expect(withRepeats(JSON.parse(JSON.stringify(packed)))).toEqual(value);
});

describe('clauses', () => {
  const [excluded, ...others] = [...loadRegister().clauses].sort((a) => (a.excluded === undefined ? 1 : -1));
  const ids = others
    .filter((clause) => clause.observable === 'read' && clause.excluded === undefined)
    .map(({ id }) => id);
  const [failed = '', warned = '', noted = '', unseen = '', passed = '', idle = '', inapplicable = ''] = ids;
  const judged = report(
    [
      result('x.fail', 'fail', {
        clauses: [failed, passed, warned],
        findings: [
          finding('note', { clause: failed }),
          finding('fail', { clause: failed }),
          finding('warn', { clause: warned }),
        ],
      }),
      result('x.note', 'note', { clauses: [noted, unseen], findings: [finding('note', { clause: noted })] }),
      result('x.idle', 'blocked', { clauses: [idle] }),
      result('x.inapplicable', 'not-applicable', { clauses: [inapplicable] }),
      result('x.foreign', 'pass', { clauses: ['4.99/of.tomorrow'] }),
    ],
    { unverified: [unseen] },
  );
  const stateOf = clauseStates(judged);

  it('have a state that follows from findings and verdicts', () => {
    const register = loadRegister();
    const states = [failed, warned, noted, unseen, passed, idle, inapplicable].map((id) =>
      stateOf(id, register.get(id)),
    );
    expect(states).toEqual(['failed', 'warned', 'noted', 'unverified', 'passed', 'unverified', 'not claimed']);
    expect(stateOf(excluded?.id ?? '', excluded)).toBe('excluded');
    expect(stateOf('x', { ...register.get(passed), observable: 'trading' } as never)).toBe('not claimed');
  });

  it('stand in the order of the interface, unknown ones last, with advice for findings', () => {
    const clauses = pageClauses(judged);
    expect(clauses.slice(0, -1).map(({ id }) => id)).toEqual(loadRegister().clauses.map(({ id }) => id));
    expect(clauses.at(-1)).toEqual({ id: '4.99/of.tomorrow', section: 'unknown', state: 'passed' });
    expect(
      clauses
        .filter(({ fix }) => fix !== undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([failed, warned, noted].sort());
  });
});

describe('the heat map', () => {
  it('has the worst verdict of each cell and leads to its checks', () => {
    const checks = ['pass', 'warn', 'fail', 'fail'] as const;
    const map = String(
      heatMap(report(checks.map((verdict, at) => result(`a.${at}`, verdict, { route: 'positions' })))),
    );
    expect(map).toContain(
      'class="tone-fail"><a class="cell" href="#filter=route:positions+kind:bounds">4<span class="count">2 fail',
    );
    expect(String(heatMap(report([result('a', 'pass', { route: 'x y' })])))).toContain(
      'href="#filter=route:%22x+y%22+kind:bounds"',
    );
  });

  it('is left out without routes', () => {
    expect(heatMap(report([result('a', 'pass')]))).toBeUndefined();
  });
});

describe('traffic', () => {
  it('has the quantiles of each route', () => {
    const trace = sampleHttpTrace(Array.from({ length: 100 }, (_, at) => exchange(at + 1)));
    expect(String(trafficSection(trace))).toMatch(
      /GET \/positions<\/td>.*>100<.*>0<.*>50\.0<.*>95\.0<.*>99\.0<.*>100\.0</,
    );
  });

  it('leaves bodies out when the page is full, and says so', () => {
    const body = (at: number): string => `${at}`.padEnd(4_000, 'x');
    const many = Array.from({ length: 3_100 }, (_, at) =>
      exchange(at, { response: { status: 200, headers: {}, body: body(Math.min(at, 3_050)), bodyBytes: 4_000 } }),
    );
    const kept = exchangesOf(sampleHttpTrace(many));
    expect([kept[0]?.response?.body.length, kept[0]?.isCut]).toEqual([4_000, undefined]);
    expect([kept[3_020]?.response?.body, kept[3_020]?.isCut]).toEqual(['', true]);
  });
});

describe('the page', () => {
  const scripts = (text: string): number => text.match(/<script/g)?.length ?? 0;

  it('stays small with ten thousand checks', () => {
    expect(checkHtml(largeReport(10_000), {}).length).toBeLessThan(4_000_000);
  });

  it('has no markup and no long text of the target', () => {
    const long = 'y'.repeat(1_000_000);
    const found = { ...finding('fail'), actual: long, response: `200 ${'['.repeat(1_000_000)}` };
    const hostile: Report = {
      ...hostileReport,
      remarks: [`<img src=x onerror=alert(1)>${long}`],
      fingerprint: { [long]: HOSTILE },
      checks: [
        ...hostileReport.checks,
        result(HOSTILE, 'fail', { kind: HOSTILE, route: HOSTILE, title: long, findings: [found] }),
      ],
    };
    const text = checkHtml(hostile, {});
    expect(text.length).toBeLessThan(1_000_000);
    expect(['<img', '\u202e', '\u0007'].filter((part) => text.includes(part))).toEqual([]);
    expect(scripts(text)).toBe(scripts(checkHtml(everyVerdict, {})));
  });

  it('of traffic names the deployment for a replay, and that of another command has none', () => {
    const flags = (changes: Partial<Report>): string | undefined =>
      /"replayFlags":"(.*?)"/.exec(checkHtml({ ...everyVerdict, ...changes }, {}))?.[1];
    expect(flags({})).toBe('--report FILE');
    expect(flags({ target: 'x.har (recorded)' })).toBe('--report FILE --url URL');
    expect(flags({ command: 'run' })).toBe(undefined);
  });

  it('of other commands has no clauses', () => {
    const hasClauses = (command: Report['command']): boolean =>
      checkHtml({ ...everyVerdict, command }, {}).includes('<section id="clauses">');
    expect([hasClauses('check'), hasClauses('run')]).toEqual([true, false]);
  });
});
