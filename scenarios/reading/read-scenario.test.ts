import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { anyText } from '../../spec/fixtures/any-text.ts';
import { VERBS } from '../language/step.ts';
import { filesOf, loadedOf, problemLines, problemsOf } from './fixtures/memory-files.ts';
import { PROBLEMS_MAX } from './problem.ts';
import { readScenario } from './read-scenario.ts';

const step = 'steps: [{get: /a}]';

describe('a scenario that can be read', () => {
  it('has the defaults of its steps, also inside blocks', () => {
    const { scenario } = loadedOf(`steps:
  - together: {one: [{repeat: {times: 2, do: [{order: {price: 0.4, size: 5}},
      {until: {within: 5s, do: [{get: /a}]}}]}}]}`);
    expect(scenario.steps).toEqual([
      {
        together: {
          one: [
            {
              repeat: {
                times: 2,
                do: [
                  {
                    order: { market: 'market', outcome: 'yes', side: 'BUY', type: 'GTC', price: 0.4, size: 5 },
                  },
                  { until: { within: '5s', every: '1s', do: [{ get: '/a' }] } },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('has one case without variables by default, and its cases by name', () => {
    expect(loadedOf(step).cases).toEqual([{ name: undefined, vars: {} }]);
    expect(loadedOf(`cases: [{name: tiny, size: 5}, {size: 6}]\n${step}`).cases).toEqual([
      { name: 'tiny', vars: { name: 'tiny', size: 5 } },
      { name: undefined, vars: { size: 6 } },
    ]);
  });

  it('brings the macros that it calls, also through others, and no more', () => {
    const macros = `macros:
  outer: {steps: [{call: inner}]}
  inner: {params: {path: /b}, steps: [{get: '\${path}'}]}
  idle: {steps: [{advance: 1s}]}`;
    const loaded = loadedOf('use: [more.yaml]\nsteps: [{call: outer}]', { 's/more.yaml': macros });
    expect(Object.keys(loaded.macros).sort()).toEqual(['inner', 'outer']);
    expect(loaded.macros['inner']).toEqual({ params: { path: '/b' }, steps: [{ get: '${path}' }] });
  });

  it('may have ten thousand steps', () => {
    const many = Array.from({ length: 10_000 }, () => '  - check: now > 0').join('\n');
    expect(loadedOf(`steps:\n${many}`).scenario.steps).toHaveLength(10_000);
  });
});

describe('the structure of a scenario', () => {
  it('reports all problems at once, in order of place', () => {
    const lines = problemLines(`tag: [x]
steps:
  - order: {price: 0.4, sise: 5, side: BYU}
  - get: /a
    expects: {status: 200}
  - advance: 10`);
    expect(lines.map((line) => line.replace(/ \(known here.*/, ''))).toEqual([
      '2:1 unknown key "tag": did you mean "tags"?',
      '4:25 unknown key "sise": did you mean "size"?',
      '4:40 expected BUY, SELL or an expression; here is "BYU"',
      '6:5 unknown key "expects": did you mean "expect"?',
      '7:14 expected a span of time up to 3650d: 1500ms, 10s, 2m, 1h, 1d, or an expression for milliseconds; ' +
        'here is 10',
    ]);
  });

  it('shows the line, its neighbours and a caret', () => {
    const [problem] = problemsOf('steps:\n  - get: /a\n    expcet: {}\n  - get: /b\n');
    expect(problem).toMatchObject({ file: 's/a.yaml', line: 4, column: 5 });
    expect(problem?.frame.split('\n')).toEqual([
      '  3 |   - get: /a',
      '> 4 |     expcet: {}',
      '    |     ^',
      '  5 |   - get: /b',
    ]);
  });

  it.each([
    ['{oder: {price: 1}}', 'unknown verb "oder": did you mean "order"? expected one of get, post,'],
    ['{name: x}', 'this step has no verb: expected one of get, post,'],
    ['{get: /a, post: /b}', 'a step has one verb, this one has get and post: make several steps'],
    ['5', 'expected a step, a mapping with one verb (get, post,'],
    ['{repeat: {times: 3, do: [{ordr: 1}]}}', 'unknown verb "ordr": did you mean "order"?'],
    ['{together: {one: []}}', 'expected at least 1 item; here is an empty list'],
    ['{together: {}}', 'expected at least one client'],
    ['{fault: internal-eror}', 'did you mean internal-error?'],
    ['{order: {size: 5}}', '"price" is missing here: expected a number, or an expression'],
    ['{repeat: {times: 10001, do: [{get: /a}]}}', 'expected a whole number of times, at most 10000; here is 10001'],
    ['{draw: {n: {int: [1]}}}', 'expected at least 2 items'],
    ['{draw: {n: {orders: 5, crosing: true}}}', 'unknown key "crosing": did you mean "crossing"?'],
    ['{get: /a, expect: {status: 2x}}', 'expected a status: 404, or any of a kind: 4xx; here is "2x"'],
    ['{get: /a, expect: {at: {id: 1}}}', 'a JSON pointer: empty, or it starts with /; here is "id"'],
    ['{get: example.org}', 'expected a path that starts with /'],
    ['{get: /a, capture: {id: orderID}}', 'expected a pointer into the response'],
    ['{get: /a, expect: {body: {a: {$gtt: 5}}}}', 'there is no matcher $gtt'],
    ['{expectState: {never: [{$nope: 1}]}}', 'there is no matcher $nope'],
  ])('of the step %s reports: %s', (written, message) => {
    const lines = problemLines(`steps: [${written}]`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
  });

  it('refuses blocks that are nested deeper than sixteen', () => {
    const nested = (depth: number): string =>
      depth === 0 ? '{get: /a}' : `{repeat: {times: 1, do: [${nested(depth - 1)}]}}`;
    expect(problemLines(`steps: [${nested(15)}]`)).toEqual([]);
    expect(problemLines(`steps: [${nested(16)}]`).join()).toContain('nested deeper than 16');
  });

  it('expects a scenario if the file is something else', () => {
    expect(problemLines('').join()).toContain('"steps" is missing here');
  });

  it('stops at fifty problems', () => {
    const wrong = Array.from({ length: 80 }, () => '  - gett: /a').join('\n');
    expect(problemsOf(`steps:\n${wrong}`)).toHaveLength(50);
  });
});

describe('a route that the interface does not list', () => {
  const warningsOf = (steps: string): readonly string[] | undefined =>
    loadedOf(`steps:\n  - ${steps}`).warnings?.map(({ line, column, message }) => `${line}:${column} ${message}`);

  it.each([
    ['{get: /nowhere}', '3:11 the interface lists no GET /nowhere: did you mean GET /'],
    ['{get: /market}', '3:11 the interface lists no GET /market: did you mean GET /markets?'],
    ['{post: /markets}', '3:12 the interface lists no POST /markets: there is GET /markets.'],
    ['{get: "/markets/${now}/book"}', '3:11 the interface lists no GET /markets/x/book: did you mean GET /markets'],
    [
      '{repeat: {times: 1, do: [{delete: /orders}]}}',
      '3:39 the interface lists no DELETE /orders: did you mean DELETE /order?',
    ],
  ])('%s is warned of', (step, warning) => {
    expect(warningsOf(step)).toHaveLength(1);
    expect(warningsOf(step)?.[0]).toContain(warning);
    expect(warningsOf(step)?.[0]).toMatch(/If it is meant: \{send: (?:GET|POST|DELETE), path: \/.*\}$/);
  });

  it.each([
    '{send: GET, path: /nowhere}',
    '{get: "/markets?limit=1"}',
    '{get: "/markets/${now > 0 ? seed : now}?a=${seed}"}',
    '{get: "${last.path}"}',
    '{post: /_touchstone/reset}',
    '{delete: /order, body: {orderId: a}}',
  ])('%s is not', (step) => {
    expect(warningsOf(step)).toEqual([]);
  });

  it('is warned of in a macro of another file too, at its place', () => {
    const { warnings } = loadedOf('use: [b.yaml]\nsteps: [{call: ask}]', {
      's/b.yaml': 'macros:\n  ask: {steps: [{get: /boooks}]}',
    });
    expect(warnings).toMatchObject([{ file: 's/b.yaml', line: 2, column: 23 }]);
  });
});

describe('the names in a scenario', () => {
  it('are existing clauses, or the nearest one is suggested', () => {
    expect(problemLines(`clauses: [4.3/orderType.FOK]\n${step}`)).toEqual([]);
    expect(problemLines(`clauses: [4.3/orderType.FOOK]\n${step}`)).toEqual([
      expect.stringMatching(/^2:11 no clause "4.3\/orderType.FOOK": nearest are 4.3\/orderType.FOK,/),
    ]);
  });

  it('are wallets of a deployment, or those of the written world', () => {
    expect(problemLines('steps: [{get: /a, as: alcie}]')).toEqual([
      '2:23 no wallet "alcie": did you mean "alice"? there are alice, bob, carol, dave',
    ]);
    const world = 'world: {markets: {coin: {}}, wallets: {ann: {cash: 5}}}\n';
    expect(problemLines(`${world}steps: [{order: {market: coin, price: 0.5, size: 5}, as: ann}]`)).toEqual([]);
    expect(problemLines(`${world}steps: [{order: {market: con, price: 0.5, size: 5}, as: alice}]`)).toEqual([
      '3:26 no market "con": did you mean "coin"? there is coin',
      '3:57 no wallet "alice": there is ann',
    ]);
  });

  it('are wallets and markets of the written world, also in its history', () => {
    const world = `world:
  markets: {coin: {}}
  wallets: {ann: {tokens: {koin: 5}}}
  history: [{order: {wallet: bob, market: coin, side: BUY, price: 0.5, size: 5}}, {close: cone}]
`;
    expect(problemLines(world + step)).toEqual([
      '4:28 no market "koin": did you mean "coin"? there is coin',
      '5:30 no wallet "bob": there is ann',
      '5:91 no market "cone": did you mean "coin"? there is coin',
    ]);
  });
});

it.each([
  [
    'a request with two bodies',
    "{post: /order, body: {a: 1}, text: 'x'}",
    /a request has one body, this one has body too/,
  ],
  ['bytes beside a text', "{post: /order, text: 'x', bytes: AP8i}", /a request has one body, this one has text too/],
  ['bytes that are no base64', "{post: /order, bytes: '!!!'}", /expected bytes as base64/],
  ['bytes without their padding', '{post: /order, bytes: AP8}', /expected bytes as base64/],
])('%s is refused at its place', (_, step, message) => {
  expect(problemLines(`steps: [${step}]`)).toEqual([expect.stringMatching(message)]);
});

it.each([
  '{post: /order, bytes: AP8i}',
  "{post: /order, bytes: ''}",
  "{post: /order, bytes: '${last.body}'}",
  '{post: /order, body: {text: a, bytes: b}}',
])('%s has one body that can be sent', (step) => {
  expect(problemLines(`steps: [${step}]`)).toEqual([]);
});

const words = [
  'as',
  'do',
  'expect',
  'body',
  'at',
  'capture',
  'times',
  'of',
  'within',
  'when',
  'with',
  'name',
  '$gt',
  '$any',
];
const texts = fc.oneof(fc.constantFrom('', '/a', '${now}', '${x', '${x + }', 'alice', '5s', '$match'), fc.string());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, texts, fc.double(), fc.constant(null), tie('list'), tie('mapping'), tie('step')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  mapping: fc.dictionary(fc.oneof(fc.constantFrom(...words), texts), tie('value'), { maxKeys: 4 }),
  step: fc
    .tuple(fc.constantFrom(...VERBS), tie('value'), fc.dictionary(fc.constantFrom(...words), tie('value')))
    .map(([verb, operand, others]) => ({ ...others, [verb]: operand })),
}));
const heads = ['vars', 'cases', 'macros', 'use', 'always', 'finally', 'world', 'clauses', 'requires', 'seed', 'about'];

describe('any file', () => {
  it.prop([fc.dictionary(fc.constantFrom(...heads), value), fc.array(value, { maxLength: 5 })], { numRuns: 300 })(
    'it is read, or its problems are reported, each at a place of the file',
    (head, steps) => {
      const text = JSON.stringify({ scenario: 'a', ...head, steps }, undefined, 1);
      const read = readScenario('a.yaml', filesOf({ 'a.yaml': text }));
      if (read.ok) return;
      const lines = text.split('\n');
      expect(read.refusal.length).toBeGreaterThan(0);
      expect(read.refusal.length).toBeLessThanOrEqual(PROBLEMS_MAX);
      for (const { line, column, message } of read.refusal) {
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
        expect(message).toMatch(/\S/);
        expect(message).not.toMatch(/Invalid input|undefined/);
      }
    },
  );

  it.prop([anyText()], { numRuns: 300 })('is rejected if it is not YAML', (text) => {
    expect(readScenario('a.yaml', filesOf({ 'a.yaml': text })).ok).toBe(false);
  });
});
