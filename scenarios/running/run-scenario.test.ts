import { describe, expect, it } from 'vitest';
import { inProcessTarget } from '../../sim/in-process-target.ts';
import { createSimulator } from '../../sim/simulator.ts';
import type { Capability } from '../language/scenario.ts';
import { filesUnder } from '../reading/files.ts';
import { type Loaded, scenarioOf } from '../reading/read-scenario.ts';
import { parseSource } from '../reading/source.ts';
import type { Stage } from '../stage.ts';
import { deploymentStage } from '../stages/deployment.ts';
import { inProcessStage } from '../stages/in-process.ts';
import type { StepTraceLine } from './result.ts';
import { runScenario } from './run-scenario.ts';

function load(text: string): Loaded {
  const source = parseSource(text, 'test.yaml');
  const loaded = source.ok ? scenarioOf(source.value, filesUnder()) : source;
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.refusal));
  return loaded.value;
}

async function run(text: string, seed = 1, stage: Stage = inProcessStage()) {
  const loaded = load(text);
  const trace: StepTraceLine[] = [];
  const [first] = loaded.cases;
  if (first === undefined) throw new Error('a scenario has a case');
  const result = await runScenario(loaded, first, stage, { seed, onStepTrace: (line) => trace.push(line) });
  return { ...result, trace };
}

/** A deployment that lets its faults be changed, and keeps them, with at most so many wallets and markets. */
function controlled(simulator = createSimulator(), most = [9, 9]): Stage {
  const { credentials } = simulator;
  const wallets = credentials.wallets.slice(0, most[0]);
  const markets = credentials.markets?.slice(0, most[1]) ?? [];
  return deploymentStage({ target: inProcessTarget(simulator), wallets, markets, sleep: async () => undefined });
}

const STAGES: [string, () => Stage][] = [
  ['in process', () => inProcessStage()],
  ['on a deployment with control routes', () => controlled()],
];
const ORDER = 'order: {price: 0.41, size: 10}';

describe('steps', () => {
  it('place, capture, list and cancel an order', async () => {
    const result = await run(`
scenario: an order
steps:
  - {${ORDER}, as: alice, expect: {status: 200, body: {status: live}}, capture: {id: /orderID}}
  - {get: /data/orders, as: alice, expect: {shape: true, at: {/data: {$length: 1}, /data/0/id: '\${id}'}}}
  - {cancel: '\${id}', as: alice, expect: {body: {canceled: ['\${id}']}}}
  - {expectState: {events: [{kind: order-accepted, price: 4100}, {kind: order-closed}],
    count: {order-accepted: 1}, never: [{kind: trade}]}}
`);
    expect(result).toMatchObject({ verdict: 'pass', steps: 4, requests: 3, failures: [] });
    expect(result.trace.map(({ verb }) => verb)).toEqual(['order', 'get', 'cancel', 'expectState']);
  });

  it('move the clock to the last possible date, and report moves beyond it', async () => {
    const result = await run(`
scenario: far ahead
steps:
  - repeat: {times: 7, do: [{repeat: {times: 3913, do: [{advance: 3650d}]}}]}
  - {advance: '\${8640000000000000 - now}'}
  - {get: /markets, expect: {status: 200}}
  - {check: now == 8640000000000000}
  - {advance: 1ms}
`);
    const title = 'steps[4]: advance 1 ms: the clock stands at 8640000000000000 and ends at 8640000000000000';
    expect(result).toMatchObject({ verdict: 'error', failures: [{ title }] });
  });

  it('wait until something holds, and no longer', async () => {
    const text = (within: string): string => `
scenario: waiting
steps:
  - {set: {start: '\${now}'}}
  - until: {within: ${within}, every: 500ms, do: [{check: now >= start + 2000}]}
`;
    expect((await run(text('2s'))).verdict).toBe('pass');
    const late = await run(text('1500ms'));
    expect(late).toMatchObject({ verdict: 'fail', failures: [{ at: 'steps[1].until.do[0]', title: 'check' }] });
  });

  it('lose a request, which has no effect, or a response, which is not seen', async () => {
    const text = (what: string): string => `
scenario: lost
steps:
  - {${ORDER}, as: alice, lose: ${what}}
  - {get: /data/orders, as: alice, capture: {orders: /data}}
  - {check: size(orders) == ${what === 'response' ? 1 : 0}}
`;
    expect((await run(text('request'))).verdict).toBe('pass');
    expect((await run(text('response'))).verdict).toBe('pass');
  });

  const RULE = '{route: POST /order, nth: 1, kind: response-lost}';
  const FAULTY = `
scenario: faults
steps:
  - {faults: [${RULE}]}
  - {${ORDER}, as: alice, lose: response}
  - {get: /data/orders, as: alice, expect: {at: {/data: {$length: 1}}}}
  - {faults: [{route: GET /markets, every: 1, kind: throttled, retryAfter: 2}]}
  - {get: /markets, expect: {status: 429, headers: {retry-after: '2'}}}
  - {faults: []}
  - {get: /markets, expect: {status: 200}}
`;

  it.each(STAGES)('inject faults by rules, %s', async (_, stage) => {
    expect((await run(FAULTY, 1, stage())).failures).toEqual([]);
  });

  it.each(STAGES)('return to the state after start, %s', async (_, stage) => {
    const result = await run(
      `
scenario: reset
steps:
  - {set: {began: '\${now}'}}
  - {${ORDER}, as: alice}
  - {advance: 10s}
  - {reset: true}
  - {check: now == began}
  - {get: /data/orders, as: alice, expect: {at: {/data: {$length: 0}}}}
`,
      1,
      stage(),
    );
    expect(result.failures).toEqual([]);
  });

  it('remove their rules of faults from the deployment at the end', async () => {
    const simulator = createSimulator();
    const rule = '{route: GET /markets, every: 1, kind: error}';
    const text = `scenario: x\nsteps: [{faults: [${rule}]}, {get: /markets, expect: {status: 500}}]`;
    expect((await run(text, 1, controlled(simulator))).failures).toEqual([]);
    expect(simulator.faults()).toEqual([]);
  });

  it('with an invalid rule are an error in one line', async () => {
    const { verdict, failures } = await run(`scenario: x\nsteps: [{faults: [${RULE.replace('order', 'ordr')}]}]`);
    const title = 'steps[0]: faults[0]: there is no route "POST /ordr"; did you mean "POST /order"?';
    expect([verdict, failures]).toEqual(['error', [expect.objectContaining({ title })]]);
  });

  it('loop, call macros with defaults, and keep variables of a loop inside it', async () => {
    expect(
      (
        await run(`
scenario: loops
vars: {seen: []}
macros:
  note: {params: {what: null, times: 1}, steps: [{set: {seen: '\${seen + [what * times]}'}}]}
steps:
  - repeat: {times: 3, as: i, do: [{call: note, with: {what: '\${i}'}}]}
  - each: {of: [10, 20], as: item, do: [{call: note, with: {what: '\${item}', times: 2}}]}
  - {check: 'seen == [0, 1, 2, 20, 40]'}
`)
      ).failures,
    ).toEqual([]);
  });

  it('restart a service that keeps what it acknowledged', async () => {
    expect(
      (
        await run(`
scenario: restart
steps:
  - {${ORDER}, as: alice, capture: {id: /orderID}}
  - {restart: true}
  - {get: /data/orders, as: alice, expect: {at: {/data/0/id: '\${id}'}}}
`)
      ).failures,
    ).toEqual([]);
  });
});

describe('chance', () => {
  const TEXT = `
scenario: together
vars: {order: ''}
steps:
  - together:
      a: [{set: {order: '\${order + "a"}'}}, {set: {order: '\${order + "A"}'}}, {set: {order: '\${order + "1"}'}}]
      b: [{set: {order: '\${order + "b"}'}}, {set: {order: '\${order + "B"}'}}, {set: {order: '\${order + "2"}'}}]
  - {check: order == "never"}
`;
  const orderOf = async (seed: number): Promise<string> => {
    const loaded = load(TEXT.replace('order == "never"', 'order == ""'));
    const [first] = loaded.cases;
    if (first === undefined) throw new Error('a scenario has a case');
    let seen = '';
    await runScenario(loaded, first, inProcessStage(), {
      seed,
      onStepTrace: ({ at }) => (seen += at.includes('.a[') ? 'a' : at.includes('.b[') ? 'b' : ''),
    });
    return seen;
  };

  it('mixes clients in an order that the seed decides', async () => {
    const orders = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(orderOf));
    expect(await orderOf(3)).toBe(orders[2]);
    expect(new Set(orders).size).toBeGreaterThan(2);
    for (const order of orders) expect([...order].toSorted().join('')).toBe('aaabbb');
  });

  it('draws orders that do not cross', async () => {
    expect(
      (
        await run(`
scenario: drawn
steps:
  - {draw: {orders: {orders: 40, crossing: false}}}
  - {check: ['size(orders) == 40', 'orders.all(o, orders.all(p, o.side == p.side
        || (o.side == "BUY" ? o.price < p.price : o.price > p.price)))']}
`)
      ).failures,
    ).toEqual([]);
  });
});

describe('a failed expectation', () => {
  it('is reported with the place, the request and the response', async () => {
    const result = await run(`
scenario: wrong
steps:
  - {get: /markets, query: {limit: 1}, expect: {status: 404, at: {/0/id: 7, /9: {$present: true}}}}
  - {get: /markets}
`);
    expect(result).toMatchObject({ verdict: 'fail', requests: 1 });
    const [failure] = result.failures;
    expect(failure).toMatchObject({ at: 'steps[0]', title: 'GET /markets?limit=1' });
    expect(failure?.differences.map(({ pointer }) => pointer)).toEqual(['', '/0/id', '/9']);
    expect(failure?.exchange?.answer?.status).toBe(200);
  });

  it('is reported with the nearest name if a value to capture is missing', async () => {
    const result = await run(`
scenario: misspelt
steps: [{get: /markets, query: {limit: 1}, capture: {x: /0/sluk}}]
`);
    expect(result.failures[0]?.differences[0]?.actual).toMatch(/^nothing: \/0 has slug, /);
  });

  it('still takes the last steps', async () => {
    expect(
      await run(`
scenario: cleaned up
steps: [{check: 1 == 2}]
finally: [{get: /markets}]
`),
    ).toMatchObject({ verdict: 'fail', requests: 1 });
  });

  it('is a failure if an expression cannot use the response', async () => {
    const result = await run(`
scenario: an answer of another form
steps: [{get: /markets, query: {limit: 1}, capture: {rows: ''}}, {check: rows.next_cursor == ""}]
`);
    expect(result).toMatchObject({ verdict: 'fail', failures: [{ at: 'steps[1]', title: 'check' }] });
  });

  it('is found by `always` after each step', async () => {
    const result = await run(`
scenario: always
vars: {n: 0}
always: [n < 2]
steps: [{set: {n: 1}}, {set: {n: 2}}, {set: {n: 0}}]
`);
    expect(result.failures[0]).toMatchObject({ at: 'steps[1]', differences: [{ expected: 'n < 2' }] });
  });

  it.each([
    ['a field that is missing to capture', '{get: /markets, capture: {x: /nowhere}}', 'steps[0]'],
    ['a success instead of an error', '{get: /markets, expect: {error: true}}', 'steps[0]'],
    [
      'a header under another letter case',
      '{get: /markets, expect: {headers: {Content-Type: {$absent: true}}}}',
      'steps[0]',
    ],
    ['a condition that is neither true nor false', '{get: /markets, when: "1", expect: {status: 500}}', 'steps[0]'],
    ['an event that was not', '{expectState: {events: [{kind: trade}]}}', 'steps[0]'],
    ['an event that may not be', '{${ORDER}}'.replace('${ORDER}', ORDER), ''],
  ])('%s fails', async (_, step, at) => {
    const more = at === '' ? '\n  - {expectState: {never: [{kind: order-accepted}]}}' : '';
    const result = await run(`scenario: x\nsteps:\n  - ${step}${more}\n`);
    expect(result).toMatchObject({ verdict: 'fail', failures: [{ at: at === '' ? 'steps[1]' : at }] });
  });
});

describe('a scenario that cannot be played', () => {
  const without = (lacking: Capability): Stage => {
    const stage = inProcessStage();
    return { ...stage, capabilities: new Set([...stage.capabilities].filter((one) => one !== lacking)) };
  };

  it.each([
    ['trading', ORDER],
    [
      'two-wallets',
      'each: {of: [alice, bob], as: who, do: [{get: /data/orders, as: bob}, {get: /data/orders, as: alice}]}',
    ],
    ['clock', 'advance: 1s'],
    ['clock', 'reset: true'],
    ['faults', 'fault: internal-error'],
    ['faults', 'faults: []'],
    ['restart', 'restart: true'],
    ['log', 'expectState: {never: [{kind: trade}]}'],
  ] as const)('without %s is not testable, with a remedy', async (lacking, step) => {
    const result = await run(`scenario: x\nsteps: [{${step}}]\n`, 1, without(lacking));
    expect(result).toMatchObject({ verdict: 'not-testable', requests: 0 });
    expect(result.missing.join()).toMatch(new RegExp(`^${lacking}: .+`));
  });

  it.each([
    ['trading', '{get: "/a/${markets[\'other\'].yes}"}'],
    ['trading', '{get: /a, query: {a: "${markets[[\'market\'][0]].yes}"}}'],
    ['two-wallets', "{check: \"wallets['alice'].address != wallets['bob'].address\"}"],
    ['two-wallets', '{check: "size(wallets[[\'bob\'][0]].address) > 0"}'],
    ['wallets', '{get: /data/orders, as: alice}'],
    ['wallets', '{each: {of: [alice], as: who, do: [{get: /data/orders, as: "${who}"}]}}'],
    ['wallets', '{check: has(wallets.alice)}'],
    ['trading', '{post: /order, as: "${case.who}"}'],
  ] as const)('needs %s for %s', async (lacking, step) => {
    const result = await run(`scenario: x\nsteps:\n  - ${step}\n`, 1, without(lacking));
    expect(result.missing.map((line) => line.split(':')[0])).toEqual([lacking]);
  });

  it('needs nothing for a macro that it does not call', async () => {
    const macros = 'macros: {idle: {steps: [{get: "/${found[now]}/${markets.market.yes}", as: bob}]}}';
    const text = `scenario: x\n${macros}\nsteps: [{get: /markets, expect: {status: 200}}]\n`;
    expect(await run(text, 1, without('trading'))).toMatchObject({ verdict: 'pass', missing: [] });
  });

  it.each([
    ['as: carol', 'the wallet carol'],
    ['as: "${[\'carol\'][0]}"', 'the wallet carol'],
    ['as: alice, query: {user: "${wallets.dave.address}"}', 'the wallet dave'],
  ])('because the deployment has too few wallets for %s is not testable', async (words, missing) => {
    const stage = controlled(undefined, [2, 9]);
    const step = `{get: /data/orders, ${words}, expect: {status: 200}}`;
    expect(await run(`scenario: x\nsteps:\n  - ${step}\n`, 1, stage)).toMatchObject({
      verdict: 'not-testable',
      missing: [`${missing}: list more wallets in the credentials file`],
    });
  });

  it('because it needs more markets than are set aside is not testable', async () => {
    const stage = controlled(undefined, [9, 1]);
    const steps = '[{order: {market: other, price: 0.41, size: 10}, expect: {status: 200}}]';
    expect((await run(`scenario: x\nsteps: ${steps}\n`, 1, stage)).missing).toEqual([
      'the market other: list more markets in the credentials file',
    ]);
  });

  it('is an error if a wallet does not exist', async () => {
    const result = await run('scenario: x\nsteps: [{get: /data/orders, as: \'${"nobody"}\', expect: {status: 200}}]\n');
    expect(result.failures[0]?.title).toMatch(/^there is no wallet nobody: there are alice, bob/);
  });

  it.each([
    ['expects nothing', '{get: /markets}'],
    ['expects what is lost', '{get: /markets, lose: response, expect: {status: 500}}'],
    ['leaves out all that it expects', '{get: /markets, when: 1 == 2, expect: {status: 200}}'],
    ['expects something of each of none', 'each: {of: [], as: one, do: [{check: one == 1}]}'],
  ])('because it %s has not passed', async (_, step) => {
    const result = await run(`scenario: x\nsteps: [${step.startsWith('{') ? step : `{${step}}`}]\n`);
    expect(result.verdict).toBe('error');
    expect(result.failures[0]?.title).toMatch(/^nothing was expected: |a lost request or response cannot be judged/);
  });

  it.each(['{never: [{kind: tradee}]}', '{events: [{kind: tradee}]}', '{count: {tradee: 0}}'])(
    'because %s names a kind of event that there is not',
    async (wanted) => {
      const result = await run(`scenario: x\nsteps: [{expectState: ${wanted}}]\n`);
      expect(result.verdict).toBe('error');
      expect(result.failures[0]?.title).toMatch(/^expectState: no event is of the kind tradee: there are /);
    },
  );

  it('because a loop cannot use its value fails', async () => {
    const steps = "[{repeat: {times: '${n}', do: [{get: /markets}]}}]";
    const differences = [{ expected: '0 to 10000 times to repeat' }];
    const result = await run(`scenario: x\nvars: {n: 20000}\nsteps: ${steps}\n`);
    expect(result).toMatchObject({ verdict: 'fail', failures: [{ differences }] });
  });
});
